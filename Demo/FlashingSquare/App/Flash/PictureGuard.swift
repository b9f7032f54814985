// SPDX-License-Identifier: Apache-2.0

/// The flash limit over what is drawn: no scene passes it by, and none has to think of it.
///
/// A picture with which an area of it, or the whole, would flash a fourth time within a second does not
/// show: the one before it stays until a new one may, and with it the value in the trace. What covers too
/// little of an area (``LightAreas``) may flash, as WCAG 2.3.1 allows.
struct PictureGuard {
  let limit: FlashLimit
  /// Whether what shows is not the last picture.
  private(set) var isHolding = false
  /// What shows.
  private(set) var shown = DrawList()

  private var grid = LightGrid()
  private var areas = LightAreas()
  private var luminance = counters(FlashCounter.luminanceThreshold)
  private var red = counters(FlashCounter.redThreshold)
  /// The value of what shows.
  private var value: Double?

  init(_ limit: FlashLimit) {
    self.limit = limit
  }

  private static func counters(_ threshold: Float) -> [FlashCounter] {
    Array(
      repeating: FlashCounter(threshold: threshold), count: LightAreas.columns * LightAreas.rows + 1
    )
  }

  /// Takes a new picture, which shows from now on if it may; `list` is left with an older one.
  /// - Parameters:
  ///   - metrics: The picture's size.
  ///   - row: The picture's row of the trace; where it does not show, its value becomes that of the
  ///     picture that does.
  ///   - time: Seconds; not before that of the call before.
  mutating func show(
    _ list: inout DrawList, _ metrics: Metrics, _ row: inout TraceRow, at time: Double
  ) {
    if limit.isOn {
      grid.measure(list, width: metrics.width, height: metrics.height)
      areas.measure(grid.points)
      isHolding =
        Self.exceed(luminance, areas.luminance, at: time) || Self.exceed(red, areas.red, at: time)
      guard !isHolding else {
        row.value = value ?? row.value
        return
      }
      for area in luminance.indices {
        luminance[area].note(areas.luminance[area], at: time)
        red[area].note(areas.red[area], at: time)
      }
    }
    value = row.value
    list.acceptSquares()
    swap(&list, &shown)
  }

  private static func exceed(
    _ counters: [FlashCounter], _ values: [Float], at time: Double
  ) -> Bool {
    for index in counters.indices where counters[index].exceeds(values[index], at: time) {
      return true
    }
    return false
  }
}
