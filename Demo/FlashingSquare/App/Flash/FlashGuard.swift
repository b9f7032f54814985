// SPDX-License-Identifier: Apache-2.0

/// Holds a shown value before it would flash a fourth time within one second.
///
/// Durations alone do not bound flashes: a jump is half a flash of its own, and so is a phase that is
/// dragged to and fro. The guard therefore counts what is seen. A turn is a change of at least
/// `threshold` against the direction of the one before; a flash is a pair of them. The eighth turn
/// within one second would complete a fourth flash: until it may come, the value stays.
/// Source: WCAG 2.3.1, "a pair of opposing changes in relative luminance of 10 percent or more".
struct FlashGuard: Hashable, Sendable {
  /// The part of the way between both colours that counts as a change.
  static let threshold = 0.1
  /// Seconds in which flashes are counted.
  static let window = 1.0
  /// Turns that one window may hold: three flashes, and half of the next.
  static let turnsAllowed = 7

  /// Whether the value shown last is not the one that was wanted.
  private(set) var isHolding = false

  private var turns = [Double](repeating: -.infinity, count: turnsAllowed)
  private var oldest = 0
  private var shown: Double?
  private var extreme = 0.0
  /// Before the first change `extreme` is the lowest value, and this the highest.
  private var highest = 0.0
  /// Up 1, down -1, and 0 before the first change.
  private var direction = 0.0

  /// What to show where `value` is wanted.
  /// - Parameter time: Seconds; not before that of the call before.
  mutating func show(_ value: Double, at time: Double) -> Double {
    isHolding = false
    guard let last = shown else {
      extreme = value
      highest = value
      shown = value
      return value
    }
    let change = value - extreme
    if direction == 0 {
      begin(value, at: time)
    } else if change * direction >= 0 {
      extreme = value
    } else if abs(change) >= Self.threshold {
      guard time - turns[oldest] >= Self.window else {
        isHolding = true
        return last
      }
      turn(to: -direction, value, at: time)
    }
    shown = value
    return value
  }

  /// Whether `value` would be held at `time`: for several guards that have to agree.
  func holds(_ value: Double, at time: Double) -> Bool {
    let change = value - extreme
    return change * direction < 0 && abs(change) >= Self.threshold
      && time - turns[oldest] < Self.window
  }

  /// Looks for the first change: from the lowest or the highest value so far.
  private mutating func begin(_ value: Double, at time: Double) {
    extreme = min(extreme, value)
    highest = max(highest, value)
    if value <= highest - Self.threshold {
      turn(to: -1, value, at: time)
    } else if value >= extreme + Self.threshold {
      turn(to: 1, value, at: time)
    }
  }

  private mutating func turn(to newDirection: Double, _ value: Double, at time: Double) {
    turns[oldest] = time
    oldest = (oldest + 1) % Self.turnsAllowed
    direction = newDirection
    extreme = value
  }
}
