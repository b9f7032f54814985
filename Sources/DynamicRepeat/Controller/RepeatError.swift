// SPDX-License-Identifier: Apache-2.0

/// Invalid input to a repeat; the error leaves the repeat unchanged.
public enum RepeatError: Error, Hashable, Sendable {
  /// Seconds per cycle outside ``RepeatLimits/cycleDurations``, or NaN.
  case invalidCycleDuration(Double)
  /// Cycles per second outside ±``RepeatLimits/highestRate``, or NaN.
  case invalidRate(Double)
  /// Seconds of a ramp or delay outside ``RepeatLimits/intervals``, or NaN.
  case invalidInterval(Double)
  /// A number of cycles that is not above 0, or beyond 1e18, or NaN.
  case invalidRepeatCount(Double)
  /// A phase outside [0, 1), or NaN.
  case invalidPhase(Double)
  /// A time beyond ±``RepeatLimits/latestTime``, or NaN.
  case invalidTime(Double)
  /// A cycle number beyond ±``RepeatLimits/lastCycle``.
  case invalidCycle(WideInt)
  /// A pace whose control points are not finite, or with too few steps.
  case invalidPace(Pace)
  /// A moment before the present time.
  case timeHasPassed(time: Double, now: Double)
  /// ``RepeatLimits/waitingCommands`` or ``RepeatLimits/waitingEvents`` would be exceeded.
  case full
  /// Bounds out of order, or beyond ±``RepeatLimits/highestRate``, or NaN.
  case invalidBounds(minimum: Double, maximum: Double)
  /// A slope that is 0, negative or NaN.
  case invalidSlope(Double)
  /// A tempo outside ``BeatClock/tempos``, or NaN.
  case invalidTempo(Double)
  /// Beats per bar outside ``BeatClock/barLengths``.
  case invalidBeatsPerBar(Int)
  /// A clock sample whose time, or whose position divided by the leader's nominal rate, is beyond
  /// ±1e9 s.
  case invalidSample(position: Double, time: Double)
  /// A ratio whose numerator or denominator is outside 1...1,000,000.
  case invalidRatio(Int, Int)
  /// An offset beyond ±1e6 cycles, or NaN.
  case invalidOffset(Double)
  /// A lock or an arrival requested of a repeat that is idle or paused, or has a repeat delay.
  case notMoving
  /// Marks that are outside [0, 1), not in ascending order, or more than four.
  case invalidMarks
  /// The rate of a line or an arrival, in hertz, outside the bounds.
  case rateOutOfBounds(Double)
  /// The rate of a line, in hertz, above the cycles per second that a flash limit allows.
  case rateAboveFlashLimit(Double, limit: Double)
  /// An arrival that the bounds do not allow, with the nearest possible time in seconds, infinite if
  /// there is none; and the cycles per second to which a flash limit has narrowed the bounds,
  /// infinite if it has not.
  case outOfReach(nearestTime: Double, limit: Double)
  /// Bounds that leave no room to catch up, and the limit as for ``outOfReach(nearestTime:limit:)``.
  case noWay(limit: Double)
  /// Bytes that are not a repeat saved by this version, or that were changed.
  case invalidSavedState
}

extension RepeatError: CustomStringConvertible {
  /// The problem and its remedy, in one sentence.
  public var description: String {
    switch self {
    case .invalidCycleDuration(let value):
      "a cycle duration must be 1e-6 to 1e9 seconds, but is \(value); to stop a repeat, pause it, or request 0 Hz"
    case .invalidRate(let value):
      "a rate must be within ±1e6 cycles per second, and a flash limit at least 1.001e-9, but is \(value)"
    case .invalidInterval(let value):
      "a ramp or delay must be 0 to 1e9 seconds, but is \(value)"
    case .invalidRepeatCount(let value):
      "a repeat count must be above 0 and at most 1e18 cycles, or infinite, but is \(value)"
    case .invalidPhase(let value):
      "a phase must be at least 0 and below 1, but is \(value)"
    case .invalidTime(let value):
      "a time must be within ±1e12 seconds, but is \(value)"
    case .invalidCycle(let value):
      "a cycle must be within ±1e18, but is \(value)"
    case .invalidPace(.steps(let count, let jump)):
      "a pace must have at least \(jump == .none ? 2 : 1) steps, but has \(count)"
    case .invalidPace(let pace):
      "control points must be finite, but the pace is \(pace.text)"
    case .timeHasPassed(let time, let now):
      "the time \(time) s has passed: the repeat is at \(now) s already; if the clock was restarted, use moveTimeline(to:)"
    case .full:
      "at most \(RepeatLimits.waitingCommands) commands and \(RepeatLimits.waitingEvents) events may wait; advance first, or cancel a command"
    case .invalidBounds(let minimum, let maximum):
      "bounds must be in order and within ±1e6 cycles per second, but are \(minimum) to \(maximum)"
    case .invalidSlope(let value):
      "a slope must be above 0 cycles per second², but is \(value); an infinite slope changes the rate at once"
    case .invalidTempo(let value):
      "a tempo must be 0 to 6e7 beats per minute, but is \(value)"
    case .invalidBeatsPerBar(let value):
      "a bar must have 1 to 1,000,000 beats, but has \(value)"
    case .invalidSample(let position, let time):
      "a sample's time must be within ±1e9 seconds, and its position within what the leader covers in 1e9 seconds, but the sample is \(position) at \(time) s"
    case .invalidRatio(let numerator, let denominator):
      "a ratio's numbers must be 1 to 1,000,000, but are \(numerator) and \(denominator)"
    case .invalidOffset(let value):
      "an offset must be within ±1e6 cycles, but is \(value)"
    case .notMoving:
      "only a repeat that is running, without a repeat delay, can lock or arrive; start or resume it first"
    case .rateOutOfBounds(let hertz):
      "the rate \(hertz) Hz must be within the bounds; widen them"
    case .rateAboveFlashLimit(let hertz, let limit):
      "the flash limit allows \(limit) cycles per second, but the line's rate is \(hertz) Hz; lock to a slower line, such as line.times(1, over: \(Self.divisor(hertz, limit)))"
    case .outOfReach(let nearest, let limit):
      nearest.isFinite
        ? "the bounds\(Self.narrowed(limit)) do not allow an arrival then; the nearest time at which they do is \(nearest) s"
        : "the bounds\(Self.narrowed(limit)) do not allow an arrival at any time; \(limit < .infinity ? "arrive at a lower rate, or raise maxFlashRate" : "widen them")"
    case .noWay(let limit):
      "the bounds\(Self.narrowed(limit)) leave no room to catch up; \(limit < .infinity ? "lock to a slower line, or raise maxFlashRate" : "allow rates above or below the line's")"
    case .invalidMarks:
      "marks must be at most four phases, at least 0 and below 1, in ascending order"
    case .invalidSavedState:
      "the bytes are not a repeat saved by this version, or bytes were changed"
    }
  }

  private static func narrowed(_ limit: Double) -> String {
    limit < .infinity ? ", which the flash limit narrows to \(limit) cycles per second," : ""
  }

  /// The smallest divisor that brings a rate within a limit.
  private static func divisor(_ hertz: Double, _ limit: Double) -> Int {
    Int(min((hertz.magnitude / limit).rounded(.up), 1e6))
  }
}
