// SPDX-License-Identifier: Apache-2.0

/// An action of a repeat, now or at a moment to come.
public enum RepeatCommand: Hashable, Sendable, BitwiseCopyable {
  /// Begins a run at the start phase in the direction of the requested rate, or takes back a stop that
  /// waits; ignored during a run.
  case start
  /// Ends the run; ignored while idle.
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
  /// A new rate, reached over `seconds` from now at a steady slope, whatever the policy.
  case ramp(to: RepeatRate, over: Double)
  /// Jumps to a position of the run; reports the boundaries between unless `isSilent`. Ignored while
  /// idle. A position beyond the end of a counted run ends it.
  case seek(to: CyclePosition, isSilent: Bool)
  /// The policy of later rate changes and of one that still waits.
  case policy(RatePolicy)
  /// The cycles of a run, the present one included; infinite for ever.
  ///
  /// A run that has had as many ends with its present cycle.
  case repeatCount(Double)

  /// Validates the numbers in the command.
  /// - Throws: the ``RepeatError`` that names the first wrong one.
  package func validate() throws(RepeatError) {
    switch self {
    case .rate(let rate): try rate.validate()
    case .ramp(let rate, let seconds):
      try rate.validate()
      try check(interval: seconds)
    case .seek(let position, _): try check(cycle: position.cycle)
    case .policy(let policy): try policy.validate()
    case .repeatCount(let count): try check(count: count)
    case .start, .stop, .pause, .resume, .reverse, .hold: break
    }
  }
}

/// How a run ends.
public enum StopMode: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// With its present cycle, then idle in the default state; at once between two cycles.
  ///
  /// If the motion has come to a standstill inside a cycle, the run ends there.
  case atCycleEnd
  /// Now, then idle in the default state: the value may jump.
  case immediately
  /// Now, holding the value.
  case freeze
}

/// When a command takes effect.
public enum RepeatMoment: Hashable, Sendable, BitwiseCopyable {
  /// At the next cycle boundary, in the direction then.
  case nextCycle
  /// When position `n`, the start of cycle n, is reached; at once if it is there.
  case cycle(WideInt)
  /// When the phase, in [0, 1), is next reached.
  case phase(Double)
  /// At a time in seconds, not before the present time.
  case time(Double)

  /// Validates the number in the moment.
  /// - Throws: the ``RepeatError`` that names it.
  package func validate() throws(RepeatError) {
    switch self {
    case .nextCycle: break
    case .cycle(let cycle): try check(cycle: cycle)
    case .phase(let phase): try check(phase: phase)
    case .time(let time): try check(time: time)
    }
  }
}

/// The name of a command that waits.
public struct ScheduledCommandID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt32

  package init(number: UInt32) { self.number = number }
}
