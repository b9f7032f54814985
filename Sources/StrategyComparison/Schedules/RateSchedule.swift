// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A rate to begin with, and the rate changes that follow.
public struct RateSchedule: Hashable, Sendable {
  /// Its name in tables.
  public let name: String

  /// The rate from time 0 on; not negative.
  public let initialRate: RepeatRate

  /// The rate changes, each later than the one before.
  public let changes: [RateChange]

  /// Seconds from the start to the end of the comparison, where the frames do not end before.
  public let length: Double

  /// A schedule, checked.
  /// - Parameters:
  ///   - name: Its name in tables.
  ///   - initialRate: The rate from time 0 on; not negative.
  ///   - changes: In order of time, each later than the one before, the first after time 0.
  ///   - length: Seconds; above 0, at most `RepeatLimits.latestTime`.
  /// - Throws: the ``ScheduleError`` that names the first wrong number.
  /// - Complexity: O(n) for n rate changes.
  public init(name: String, initialRate: RepeatRate, changes: [RateChange], length: Double)
    throws(ScheduleError)
  {
    guard length > 0, length <= RepeatLimits.latestTime else { throw .invalidLength(length) }
    do throws(RepeatError) {
      try RateChange.validate(initialRate)
    } catch {
      throw .invalidInitialRate(error)
    }
    if case .hertz(let hertz) = initialRate, hertz < 0 { throw .backwardStart(hertz) }
    var last = 0.0
    for (index, change) in changes.enumerated() {
      guard change.time > last, change.time <= RepeatLimits.latestTime else {
        throw .invalidTime(index: index, change.time, after: last)
      }
      last = change.time
      if let phase = change.leaderPhase, !(phase >= 0 && phase < 1) {
        throw .invalidPhase(index: index, phase)
      }
      do throws(RepeatError) {
        try change.validateRate()
      } catch {
        throw .invalidChange(index: index, error)
      }
    }
    self.name = name
    self.initialRate = initialRate
    self.changes = changes
    self.length = length
  }

  /// Whether what is followed jumps, so that a strategy has to get in step again.
  public var hasLeader: Bool { changes.contains { $0.leaderPhase != nil } }
}

/// Why a schedule is invalid.
public enum ScheduleError: Error, Hashable, Sendable {
  /// Seconds that are not above 0, or beyond `RepeatLimits.latestTime`, or NaN.
  case invalidLength(Double)
  /// The rate at the start is invalid.
  case invalidInitialRate(RepeatError)
  /// A negative rate at the start: it would leave position 0 downwards at once.
  case backwardStart(Double)
  /// The time of rate change `index` is not later than the one before, too large, or NaN.
  case invalidTime(index: Int, Double, after: Double)
  /// The rate or ramp of rate change `index` is invalid.
  case invalidChange(index: Int, RepeatError)
  /// The phase of the leader at rate change `index` is outside [0, 1), or NaN.
  case invalidPhase(index: Int, Double)
}

extension ScheduleError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .invalidLength(let value):
      "a schedule's length must be above 0 and at most 1e12 seconds, but is \(value)"
    case .invalidInitialRate(let error):
      "the rate at the start: \(error)"
    case .backwardStart(let hertz):
      "the rate at the start must not be negative, but is \(hertz) Hz"
    case .invalidTime(let index, let value, let last):
      "the time of rate change \(index) must be after \(last) and at most 1e12 seconds,"
        + " but is \(value)"
    case .invalidChange(let index, let error):
      "rate change \(index): \(error)"
    case .invalidPhase(let index, let value):
      "the leader's phase at rate change \(index) must be at least 0 and below 1, but is \(value)"
    }
  }
}
