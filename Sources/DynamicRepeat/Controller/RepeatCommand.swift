// SPDX-License-Identifier: Apache-2.0

/// An action of a repeat, performed now or scheduled for a later moment.
public enum RepeatCommand: Hashable, Sendable, BitwiseCopyable {
  /// Begins a run at the start phase, in the direction of the requested rate. During a run, the
  /// command only cancels a waiting stop.
  case start
  /// Ends the run; ignored while idle.
  case stop(StopMode)
  /// Pauses the repeat: its time stands still.
  case pause
  /// Resumes after a pause, as if no time had passed.
  case resume
  /// Reverses the direction at once; while idle, reverses the direction of the next run.
  case reverse
  /// Requests a rate, which takes effect according to the policy.
  case rate(RepeatRate)
  /// Ramps linearly to a rate, over the given seconds from now, whatever the policy.
  case ramp(to: RepeatRate, over: Double)
  /// Jumps to a position of the run; reports the boundaries in between unless `isSilent`. Ignored
  /// while idle. A position beyond the end of a counted run ends the run.
  case seek(to: CyclePosition, isSilent: Bool)
  /// Sets the policy of later rate changes, and of a rate change that still waits.
  case policy(RatePolicy)
  /// Sets the number of cycles of a run, including the present cycle; if infinite, the run lasts
  /// until it is stopped.
  ///
  /// A run that has already had that number of cycles ends with its present cycle.
  case repeatCount(Double)

  package func validate() throws(RepeatError) {
    switch self {
    case .rate(let rate): try rate.validate()
    case .ramp(let rate, let seconds):
      try rate.validate()
      try check(interval: seconds)
    case .seek(let position, _): try check(cycle: position.cycle)
    case .policy(let policy): try policy.validate()
    case .repeatCount(let count): try check(count: count)
    case .start, .stop, .pause, .resume, .reverse: break
    }
  }
}

/// How a run ends.
public enum StopMode: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The run ends with its present cycle, or at once between two cycles; the repeat is then idle in
  /// the default state.
  ///
  /// If the rate becomes 0 inside a cycle, the run ends there.
  case atCycleEnd
  /// The run ends now, and the repeat is idle in the default state; the value may jump.
  case immediately
  /// The run ends now, and the value is held.
  case freeze
}

/// The moment at which a command takes effect.
public enum RepeatMoment: Hashable, Sendable, BitwiseCopyable {
  /// At the next cycle boundary that the motion reaches, in either direction; if the motion is on a
  /// boundary now, a whole cycle later.
  case nextCycle
  /// When the motion reaches the start of the given cycle; at once if the motion is there.
  case cycle(WideInt)
  /// When the motion next reaches the phase, in [0, 1); if the motion is at the phase now, a whole
  /// cycle later.
  case phase(Double)
  /// At a time in seconds, not before the present time.
  case time(Double)

  package func validate() throws(RepeatError) {
    switch self {
    case .nextCycle: break
    case .cycle(let cycle): try check(cycle: cycle)
    case .phase(let phase): try check(phase: phase)
    case .time(let time): try check(time: time)
    }
  }
}

/// The identifier of a scheduled command.
public struct ScheduledCommandID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt32

  package init(number: UInt32) { self.number = number }
}
