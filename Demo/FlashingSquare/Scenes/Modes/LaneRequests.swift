// SPDX-License-Identifier: Apache-2.0

/// The rate changes of the comparison: a plan that repeats, or the keys for as long as they are used.
struct LaneRequests: Hashable, Sendable {
  /// Where rate changes come from.
  enum Source: Hashable, Sendable {
    case plan
    case keys
    case file
  }

  /// Seconds of a cycle at the start.
  static let first = 2.0
  /// Seconds to wait, then seconds of a cycle to request.
  ///
  /// None falls on a boundary: there every policy does the same.
  static let plan: [(wait: Double, cycleDuration: Double)] = [
    (3.3, 0.6), (2.9, 1.5), (3.7, 0.4), (2.3, 2.0),
  ]
  /// Seconds after the last key until the plan goes on.
  static let patience = 12.0
  /// Seconds of a cycle that keys reach; the flash limit comes on top.
  static let range = 0.1...8.0

  private(set) var source = Source.plan
  private var step = 0
  /// Seconds until the plan's next rate change.
  private var left: Double
  private var last: Double

  init(now: Double) {
    left = Self.plan[0].wait
    last = now
  }

  /// The cycle duration that the plan requests by `time`, if it requests one.
  mutating func next(at time: Double) -> Double? {
    let passed = time - last
    last = time
    left -= passed
    guard left <= 0 else { return nil }
    source = .plan
    let duration = Self.plan[step].cycleDuration
    step = (step + 1) % Self.plan.count
    left = Self.plan[step].wait
    return duration
  }

  /// A rate change by hand: the plan waits.
  /// - Returns: The duration to request, to a hundredth of a second, within `range`.
  mutating func byHand(_ wanted: Double, at time: Double) -> Double {
    source = .keys
    left = Self.patience
    last = time
    let rounded = (wanted * 100).rounded() / 100
    return min(max(rounded, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Seconds until the plan's next rate change.
  var secondsLeft: Double { max(0, left) }
}
