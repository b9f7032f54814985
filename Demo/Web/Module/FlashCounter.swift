// SPDX-License-Identifier: Apache-2.0

/// Counts the flashes of one area of the picture, by a quantity of its light.
///
/// A turn is a change of at least `threshold` against the direction of the one before; a flash is a
/// pair of them. The eighth turn within one second completes a fourth flash.
/// Source: WCAG 2.2, general flash and red flash: "a pair of opposing changes in relative luminance of
/// 10% or more of the maximum relative luminance (1.0) where the relative luminance of the darker image
/// is below 0.80", and "a pair of opposing transitions involving a saturated red".
struct FlashCounter: Sendable {
  /// Seconds in which flashes are counted.
  static let window = 1.0
  /// Turns that one window may hold: three flashes, and half of the next.
  static let turnsAllowed = 7
  /// The value that the darker picture of a change has to be below.
  static let brightest: Float = 0.8

  /// The least change that counts.
  let threshold: Float

  private var turns = InlineArray<7, Double>(repeating: -.infinity)
  private var oldest = 0
  /// The value from which a change against the direction is measured; before the first change the
  /// lowest.
  private var extreme = Float.infinity
  /// Before the first change, the highest value.
  private var highest = -Float.infinity
  /// Up 1, down -1, and 0 before the first change.
  private var direction: Float = 0

  init(threshold: Float) {
    self.threshold = threshold
  }

  /// Whether `value`, shown at `time`, would complete a fourth flash within a second.
  func exceeds(_ value: Float, at time: Double) -> Bool {
    turns(at: value) && time - turns[oldest] < Self.window
  }

  /// Counts a value that shows.
  /// - Parameter time: Seconds; not before that of the call before.
  mutating func note(_ value: Float, at time: Double) {
    if direction == 0 {
      begin(value, at: time)
    } else if (value - extreme) * direction >= 0 {
      extreme = value
    } else if turns(at: value) {
      turn(to: -direction, value, at: time)
    }
  }

  private func turns(at value: Float) -> Bool {
    let change = value - extreme
    return change * direction < 0 && abs(change) >= threshold
      && min(value, extreme) < Self.brightest
  }

  /// Looks for the first change: from the lowest or the highest value so far.
  private mutating func begin(_ value: Float, at time: Double) {
    extreme = min(extreme, value)
    highest = max(highest, value)
    if value <= highest - threshold, value < Self.brightest {
      turn(to: -1, value, at: time)
    } else if value >= extreme + threshold, extreme < Self.brightest {
      turn(to: 1, value, at: time)
    }
  }

  private mutating func turn(to newDirection: Float, _ value: Float, at time: Double) {
    turns[oldest] = time
    oldest = (oldest + 1) % Self.turnsAllowed
    direction = newDirection
    extreme = value
  }
}
