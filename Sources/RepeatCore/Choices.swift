// SPDX-License-Identifier: Apache-2.0

/// The speed of a repeat: a rate, or the time that one cycle takes.
package enum RepeatRate: Hashable, Sendable, BitwiseCopyable {
  /// Cycles per second: 0 holds, negative runs backwards; within ±1e6.
  case hertz(Double)
  /// Seconds per cycle, 1e-6 to 1e9. Keeps the direction.
  case cycleDuration(Double)

  /// In the direction of `direction` if it is a duration; at most `limit` Hz either way.
  func inEffect(direction: Int, limit: Double) -> Rate {
    let rate: Rate =
      switch self {
      case .hertz(let rate): .hertz(rate)
      case .cycleDuration(let seconds): .cycleDuration(seconds) * Rate(direction)
      }
    guard limit < RepeatLimits.highestRate, rate.magnitude > Rate.hertz(limit).magnitude else {
      return rate
    }
    return .hertz(limit) * Rate(rate.sign)
  }
}

/// How a rate change takes effect.
package enum RatePolicy: Hashable, Sendable, BitwiseCopyable {
  /// At the end of the present cycle: each cycle keeps its duration.
  case restartPerCycle
  /// At once, over a linear ramp of so many seconds, 0 to 1e9: the value does not jump.
  case phaseMatched(ramp: Double)

  /// At once, without a ramp.
  package static var phaseMatched: RatePolicy { .phaseMatched(ramp: 0) }
}

/// How boundaries are reported when one call passes several.
package enum EventReporting: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// One event of each kind, which carries the number passed.
  case counted
  /// One event each.
  case all
}

/// What shows after the last cycle of a counted run.
package enum RestState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The default state, wherever the last cycle ended.
  case defaultState
  /// Where the last cycle ended.
  case lastValue
}

/// The settings of a repeat; each default is that of the original class.
package struct RepeatSettings: Hashable, Sendable, BitwiseCopyable {
  /// The first rate.
  ///
  /// Default: a cycle in 1 s.
  package var rate = RepeatRate.cycleDuration(1)
  /// How a rate change takes effect.
  ///
  /// Default: at the end of the present cycle.
  package var policy = RatePolicy.restartPerCycle
  /// Whether a cycle is there and back, or one way and a jump back.
  ///
  /// Default: there and back.
  package var autoreverses = true
  /// Cycles of a run, above 0 and at most 1e18, fractions included.
  ///
  /// Default: infinite.
  package var repeatCount = Double.infinity
  /// Seconds of delay between two cycles, 0 to 1e9.
  ///
  /// Default: 0.
  package var repeatDelay = 0.0
  /// The phase at which a run starts, in [0, 1).
  ///
  /// Default: 0.
  package var startPhase = 0.0
  /// What shows after the last cycle of a counted run.
  ///
  /// Default: the default state.
  package var restState = RestState.defaultState
  /// How several boundaries in one call are reported.
  ///
  /// Default: counted.
  package var reporting = EventReporting.counted
  /// Cycles per second that are in effect at most; at least 1.001e-9.
  ///
  /// Default: infinite, no limit.
  package var maxFlashRate = Double.infinity

  /// The defaults.
  package init() {}
}

/// An action of a repeat, now or at a moment to come.
package enum RepeatCommand: Hashable, Sendable, BitwiseCopyable {
  /// Begins a run, or takes a stop back. Otherwise ignored.
  case start
  /// Ends the run. Ignored while idle.
  case stop(StopMode)
  /// Stops the repeat and its time.
  case pause
  /// Goes on after a pause as if no time had passed.
  case resume
  /// Turns the direction round at once; while idle, that of the next run.
  case reverse
  /// Rate 0 at once, until the next rate.
  case hold
  /// A new rate, which takes effect as the policy says.
  case rate(RepeatRate)
  /// A new rate, reached over `seconds` from now, whatever the policy.
  case ramp(to: RepeatRate, over: Double)
  /// Jumps to a position of the run; reports the boundaries between unless `isSilent`.
  case seek(cycle: Int, phase: Double, isSilent: Bool)
  /// The policy of later rate changes and of one that still waits.
  case policy(RatePolicy)
  /// The cycles of a run, the present one included; infinite for ever.
  case repeatCount(Double)
}

/// How a run ends.
package enum StopMode: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// With its present cycle.
  case atCycleEnd
  /// Now; the value may jump.
  case immediately
  /// Now, holding the value.
  case freeze
}

/// When a command takes effect.
package enum RepeatMoment: Hashable, Sendable, BitwiseCopyable {
  /// At the next cycle boundary, in the direction then.
  case nextCycle
  /// When position `n`, the start of cycle n, is reached.
  case cycle(Int)
  /// When the phase, in [0, 1), is next reached.
  case phase(Double)
  /// At a time in seconds, not before the present time.
  case time(Double)
}

/// The name of a command that waits.
package struct ScheduledCommandID: Hashable, Sendable, BitwiseCopyable {
  let number: UInt32
}

/// Limits of numbers.
package enum RepeatLimits {
  /// The largest magnitude of a rate, in cycles per second.
  package static let highestRate = 1e6
  /// The largest magnitude of a time, in seconds: 30,000 years.
  package static let latestTime = 1e12
  /// The largest magnitude of a cycle number.
  package static let lastCycle = 1_000_000_000_000_000_000
  /// Commands that may wait at one time.
  package static let waitingCommands = 4
  /// Events of commands that may wait for the next ``RepeatController/advance(to:)``.
  package static let waitingEvents = 8
}

/// What a repeat is doing.
package enum RepeatState: UInt8, Hashable, Sendable, BitwiseCopyable {
  case idle, running, stopping, paused, pausedStopping

  var isPaused: Bool { self == .paused || self == .pausedStopping }
  var isStopping: Bool { self == .stopping || self == .pausedStopping }
  var isMoving: Bool { self == .running || self == .stopping }
}

/// What shows at a time.
package struct RepeatSample: Hashable, Sendable, BitwiseCopyable {
  /// Whole cycles since the start.
  package let cycle: Int
  /// The fraction of a cycle, in [0, 1).
  package let phase: Double
  /// 0 in the default state, 1 in the alternate one: after the fold, before any easing.
  package let fraction: Double
  /// Cycles per second in effect: 0 while idle, paused, held and between cycles.
  package let hertz: Double
  /// What the repeat is doing then.
  package let state: RepeatState
  /// Whether it is in the delay between two cycles.
  package let isWaiting: Bool

  @inlinable @inline(__always)
  init(
    cycle: Int, phase: Double, fraction: Double, hertz: Double, state: RepeatState, isWaiting: Bool
  ) {
    (self.cycle, self.phase, self.fraction, self.hertz) = (cycle, phase, fraction, hertz)
    (self.state, self.isWaiting) = (state, isWaiting)
  }
}

/// Something that happened.
package struct RepeatEvent: Hashable, Sendable, BitwiseCopyable {
  /// What happened.
  package enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case started, cycle, towardAlternate, towardDefault
    case stoppedAtCycleEnd, stoppedImmediately, frozen, finished
    case locked, unlocked, arrived
  }

  /// What happened.
  package let kind: Kind
  /// The cycle that was entered, or in which it happened.
  package let cycle: Int
  /// How many of its kind it stands for.
  package let count: Int
  /// Seconds: the first `Double` at which it has happened.
  package let time: Double
  /// Seconds from then to the time that was advanced to.
  package internal(set) var lateness = 0.0
}

/// Invalid input to a repeat; nothing is changed then.
package enum RepeatError: Error, Hashable, Sendable {
  case invalidCycleDuration(Double)
  case invalidRate(Double)
  case invalidInterval(Double)
  case invalidRepeatCount(Double)
  case invalidPhase(Double)
  case invalidTime(Double)
  case invalidCycle(Int)
  case timeHasPassed(time: Double, now: Double)
  case invalidBounds(minimum: Double, maximum: Double)
  case invalidSlope(Double)
  /// Only a repeat that is running, without a delay, can be locked.
  case notMoving
  /// A line's rate is outside the bounds.
  case rateOutOfBounds(Double)
  /// An arrival that the bounds do not allow; the nearest time at which they do, in seconds, or infinity.
  case outOfReach(nearestTime: Double)
  /// The bounds leave no room to catch up.
  case noWay
  /// ``RepeatLimits/waitingCommands`` or ``RepeatLimits/waitingEvents`` would be exceeded.
  case full
}
