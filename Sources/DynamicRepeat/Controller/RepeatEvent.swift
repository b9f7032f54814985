// SPDX-License-Identifier: Apache-2.0

/// Something that happened to a repeat.
public struct RepeatEvent: Hashable, Sendable, BitwiseCopyable {
  /// The kinds of events.
  public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// A run began.
    case started
    /// A boundary between two cycles was reached; ``RepeatEvent/cycle`` is the cycle that begins.
    ///
    /// The end of a run has no such event, because no cycle begins.
    case cycle
    /// The value moves toward the alternate state from now on.
    case towardAlternate
    /// The value moves toward the default state from now on.
    case towardDefault
    /// The run ended at the end of a cycle, as a stop requested.
    case stoppedAtCycleEnd
    /// The run ended inside a cycle.
    case stoppedImmediately
    /// The run ended and the value is held.
    case frozen
    /// The last cycle of a counted run has ended.
    case finished
    /// A lock has brought the motion onto the leader's ``RepeatLine``.
    case locked
    /// A lock ended, before or after the motion reached the line.
    case unlocked
    /// The motion has reached the point of ``RepeatController/arrive(at:by:then:within:)``.
    case arrived
    /// Only from ``DynamicRepeatAnimation``: a property was set to an invalid value and kept its
    /// old value.
    case invalidInput

    var isStop: Bool {
      switch self {
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished: true
      default: false
      }
    }
  }

  /// The kind of event.
  public let kind: Kind
  /// The cycle that began, or in which the event happened.
  ///
  /// If the run stops at the end of a cycle that the motion completes, this is the cycle that
  /// ended. At any other stop, this is the position rounded down to whole cycles. In a delay or on
  /// a boundary, that is the number of the boundary.
  public let cycle: WideInt
  /// The number of events of this kind that this event represents: 1, unless several of them
  /// happen in one advance and ``EventReporting/counted`` is set.
  public let count: WideInt
  /// The time in seconds: the first `Double` at which the event has happened.
  ///
  /// The time is the same however the interval is split into frames.
  public internal(set) var time: Double
  /// Seconds from the event to the time of the advance that reported it.
  public internal(set) var lateness = 0.0

  /// Whether a boundary between two cycles was reached.
  public var isCycle: Bool { kind == .cycle }

  /// Whether the run ended; ``kind`` gives the reason.
  public var isStop: Bool { kind.isStop }
}

/// The state of a repeat.
public enum RepeatState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Before the first run, or after one.
  case idle
  /// Repeating.
  case running
  /// Repeating until the present cycle ends.
  case stopping
  /// Paused; the repeat resumes as running.
  case paused
  /// Paused; the repeat resumes as stopping.
  case pausedStopping

  /// Whether the repeat is paused.
  public var isPaused: Bool { self == .paused || self == .pausedStopping }
  package var isStopping: Bool { self == .stopping || self == .pausedStopping }
  var isMoving: Bool { self == .running || self == .stopping }
}

/// Position, progress and state at a time.
public struct RepeatSample: Hashable, Sendable, BitwiseCopyable {
  /// Whole cycles since the start, and the phase; while idle, those at which the repeat rests.
  public let position: CyclePosition
  /// 0 in the default state, 1 in the alternate one, after pacing; a pace that overshoots leaves
  /// this range.
  public let progress: Double
  /// The progress before pacing.
  public let fraction: Double
  /// The rate in 2^-96 Hz, precise enough to return a requested duration exactly as it was given.
  @usableFromInline let rate: Rate
  /// The state at the sample's time.
  public let state: RepeatState
  /// Whether the run is in the delay between two cycles.
  public let isWaiting: Bool

  @inlinable @inline(__always)
  init(
    position: CyclePosition, progress: Double, fraction: Double, rate: Rate, state: RepeatState,
    isWaiting: Bool
  ) {
    self.position = position
    self.progress = progress
    self.fraction = fraction
    self.rate = rate
    self.state = state
    self.isWaiting = isWaiting
  }

  /// Cycles per second in effect: 0 while idle, paused, held, and in a delay between cycles.
  public var hertz: Double { rate.double(bits: 96) }

  /// Seconds per cycle in effect; infinite while nothing moves.
  ///
  /// A requested duration is returned bit for bit.
  public var cycleDuration: Double {
    rate == 0 ? .infinity : quotient(1 << 96, 1 << 64, over: abs(rate)).double(bits: 64)
  }
}

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
  /// The rate of a line or an arrival, in hertz, outside the bounds.
  case rateOutOfBounds(Double)
  /// An arrival that the bounds do not allow, with the nearest possible time in seconds; infinite
  /// if there is none.
  case outOfReach(nearestTime: Double)
  /// Bounds that leave no room to catch up.
  case noWay
  /// Bytes that are not a repeat saved by this version, or that were changed.
  case invalidSavedState
}

extension RepeatError: CustomStringConvertible {
  /// The problem and its remedy, in one sentence.
  public var description: String {
    switch self {
    case .invalidCycleDuration(let value):
      "a cycle duration must be 1e-6 to 1e9 seconds, but is \(value); to stop a repeat, hold or pause it"
    case .invalidRate(let value):
      "a rate must be within ±1e6 cycles per second, but is \(value)"
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
    case .outOfReach(let nearest):
      nearest.isFinite
        ? "the bounds do not allow an arrival then; the nearest time at which they do is \(nearest) s"
        : "the bounds do not allow an arrival at any time; widen them"
    case .noWay:
      "the bounds leave no room to catch up; allow rates above or below the line's"
    case .invalidSavedState:
      "the bytes are not a repeat saved by this version, or bytes were changed"
    }
  }
}
