// SPDX-License-Identifier: Apache-2.0

/// The flash limit over what is drawn: no scene passes it by, and none has to think of it.
///
/// What WCAG 2.3.1 counts is an area: a quarter of any ten degrees of the field of view, about a
/// fortieth of a screen at the usual distance. The picture is therefore watched in 8 x 5 tiles and as
/// a whole. A picture in which one of them would flash a fourth time within a second, by its mean
/// luminance, does not show: the one before it stays until the new one may.
struct PictureGuard {
  static let columns = 8
  static let rows = 5

  let limit: FlashLimit
  /// Whether what shows is not the last picture.
  private(set) var isHolding = false
  /// What shows.
  private(set) var shown = DrawList()

  init(_ limit: FlashLimit) {
    self.limit = limit
  }

  private var grid = LightGrid()
  /// Of each tile, and of the whole picture.
  private var guards = [FlashGuard](repeating: FlashGuard(), count: columns * rows + 1)

  /// Takes a new picture, which shows from now on if it may; `list` is left with an older one.
  /// - Parameters:
  ///   - metrics: The picture's size.
  ///   - time: Seconds; not before that of the call before.
  mutating func show(_ list: inout DrawList, _ metrics: Metrics, at time: Double) {
    if limit.isOn {
      grid.measure(list, width: metrics.width, height: metrics.height)
      let light = grid.means(columns: Self.columns, rows: Self.rows)
      isHolding = zip(guards, light).contains { $0.holds($1, at: time) }
      guard !isHolding else { return }
      for index in guards.indices { _ = guards[index].show(light[index], at: time) }
    }
    list.acceptSquares()
    swap(&list, &shown)
  }
}
