// SPDX-License-Identifier: Apache-2.0

/// Why a rate cannot be planned so that a phase comes out right.
///
/// What the repeat was doing goes on unchanged.
public enum LockError: Error, Hashable, Sendable {
  /// A ratio with a numerator that is 0 or beyond ±``CycleRatio/limit``, or a denominator outside 1
  /// to that.
  case invalidRatio(Int, Int)
  /// Rates beyond ±``RepeatLeader/highestRate``, the least above the most, or NaN.
  case invalidBounds(least: Double, most: Double)
  /// A slope that is not above 0, or NaN.
  case invalidSlope(Double)
  /// An offset beyond ±1e15 cycles, or NaN.
  case invalidOffset(Double)
  /// A distance beyond ±`CyclePosition.limit`, or NaN.
  case invalidDistance(Double)
  /// A rate beyond ±``RepeatLeader/highestRate``, or NaN.
  case invalidRate(Double)
  /// A time that is not above that of the start, a repeat delay outside 0...1e9, any deadline for
  /// whole cycles, or NaN.
  case invalidTime(Double)
  /// The rate to end with lies outside the bounds: the leader's times the ratio, or that of an
  /// arrival; or the present rate does, which is to be kept until the last ramp.
  case rateOutOfBounds(Double, least: Double, most: Double)
  /// The bounds hold no rate but the leader's: no gap can be closed.
  case noWay(leaderRate: Double)
  /// The deadline is sooner than possible.
  case tooSoon(deadline: Double, soonest: Double)
  /// The phase cannot be reached at that time: the nearest time at which it could be, and the phase
  /// nearest to it that could be reached at that time; `nil` where there is none.
  case outOfReach(time: Double, nearestTime: Double?, nearestPhase: Double?)
  /// The plan would take so many seconds: beyond the longest ramp, 1e9 s, or the latest time.
  case tooLong(Double)
  /// Between its cycles the repeat has a delay: only whole cycles can be planned.
  case delayNeedsWholeCycles(Double)
  /// The leader is standing, or the rate is 0: there are no whole cycles to run, or no way to get
  /// to the phase at that rate.
  case standsStill
  /// The beat never comes: the clock is paused, or was before it came.
  case noSuchBeat(WideInt)
  /// The next beat needs a present time, and the repeat has none yet.
  case noPresentTime
}

extension LockError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .invalidRatio(let numerator, let denominator):
      "a ratio must be a number within ±1000000 but 0 to one in 1...1000000, but is \(numerator):\(denominator)"
    case .invalidBounds(let least, let most):
      "bounds must be rates within ±1e6 Hz, the least first, but are \(least) and \(most)"
    case .invalidSlope(let value):
      "a slope must be above 0 cycles per second², but is \(value)"
    case .invalidOffset(let value):
      "an offset must be within ±1e15 cycles, but is \(value)"
    case .invalidDistance(let value):
      "a distance must be within ±1e18 cycles, but is \(value)"
    case .invalidRate(let value):
      "a rate must be within ±1e6 cycles per second, but is \(value)"
    case .invalidTime(let value):
      "a time must lie ahead, at most 1e12 s (whole cycles take no deadline; a repeat delay is 0 to 1e9 s), but is \(value) s"
    case .rateOutOfBounds(let rate, let least, let most):
      "the rate to keep or to reach, \(rate) Hz, must be within the bounds, \(least) to \(most) Hz"
    case .noWay(let rate):
      "the bounds must hold a rate besides the leader's, \(rate) Hz, to close a gap"
    case .tooSoon(let deadline, let soonest):
      "the deadline must be at least \(soonest) s, the soonest possible, but is \(deadline) s"
    case .outOfReach(let time, let nearestTime, let nearestPhase):
      Self.outOfReach(time: time, nearestTime: nearestTime, nearestPhase: nearestPhase)
    case .tooLong(let seconds):
      "the plan would take \(seconds) s: a wider bound or a higher slope takes less"
    case .delayNeedsWholeCycles(let delay):
      "a repeat with a delay of \(delay) s between its cycles can only be locked in whole cycles"
    case .standsStill:
      "what stands still has no next cycle: set it in motion first"
    case .noSuchBeat(let beat):
      "beat \(beat) never comes at the clock's tempo: set one above 0 first"
    case .noPresentTime:
      "the next beat needs a present time: advance the repeat first, or make it with one"
    }
  }

  private static func outOfReach(time: Double, nearestTime: Double?, nearestPhase: Double?)
    -> String
  {
    let times = nearestTime.map { "; the nearest time at which it can is \($0) s" } ?? ""
    let phases = nearestPhase.map { "; the nearest phase at that time is \($0)" } ?? ""
    return "the phase cannot be reached at \(time) s within the bounds\(times)\(phases)"
  }
}

#if !hasFeature(Embedded)
  extension LockError: Codable {}
#endif
