// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// An action of a repeat, now or at a moment to come.
public enum RepeatCommand: Hashable, Sendable {
  /// Begins a run at the start phase, in the direction of the requested rate: backwards for a
  /// negative one, forwards for a duration. While stopping: takes the stop back. Otherwise ignored.
  case start
  /// Ends the run in the way said. Ignored when idle.
  case stop(StopMode)
  /// Stops the repeat and its time: a ramp stops too. Ignored unless running or stopping.
  case pause
  /// Goes on after a pause as if no time had passed. Ignored unless paused.
  ///
  /// It ends a pause and no hold: a hold ends with the next rate.
  case resume
  /// Turns the direction round at once, the value continuous; a ramp under way and a rate change
  /// that waits turn with it.
  ///
  /// The reversal belongs to the run: the next one begins in the direction of the requested rate,
  /// as ``start`` says. While idle, it turns the next run; a rate in hertz that is not 0 cancels
  /// that. At rate 0 it turns the direction that the next cycle duration takes.
  case reverse
  /// Rate 0 at once, the value kept; a rate change that waits is dropped.
  ///
  /// The next rate or duration ends it, at once under every policy; ``resume`` and new runs do not.
  /// A repeat that is stopping ends: see ``StopMode/atCycleEnd``.
  case hold
  /// A new rate or cycle duration, which takes effect as the policy says.
  case rate(RepeatRate)
  /// A new rate, reached over `duration` seconds from now, whatever the policy.
  case ramp(to: RepeatRate, over: Double, shape: RampShape = .linear)
  /// Jumps to a position of the run, and reports the boundaries between unless `isSilent`.
  ///
  /// At or beyond an end of the run, or ±`CyclePosition.limit`, it ends the run there. Ignored when
  /// idle.
  case seek(to: CyclePosition, isSilent: Bool = true)
  /// Sets the policy of later rate changes, and of one that still waits, which keeps the direction
  /// that reversals gave it.
  case policy(RatePolicy)
  /// Sets how many cycles a run has, the present one included, counted from where it started.
  ///
  /// A run that has had as many already ends with its present cycle. Fractions count too.
  case repeatCount(RepeatCount)

  /// Whether it takes the rate into its own hands.
  var endsLock: Bool {
    switch self {
    case .reverse, .hold, .rate, .ramp: true
    case .start, .stop, .pause, .resume, .seek, .policy, .repeatCount: false
    }
  }

  /// Says what is wrong with the numbers in the command, if anything is.
  /// - Throws: the ``RepeatError`` that names the number.
  public func validate() throws(RepeatError) {
    switch self {
    case .rate(let rate):
      try rate.validate()
    case .ramp(let rate, let duration, _):
      try rate.validate()
      guard RepeatLimits.intervals.contains(duration) else { throw .invalidInterval(duration) }
    case .policy(let policy):
      try policy.validate()
    case .repeatCount(let count):
      try count.validate()
    case .start, .stop, .pause, .resume, .reverse, .hold, .seek:
      break
    }
  }
}

/// How a run ends.
public enum StopMode: Hashable, Sendable {
  /// At the end of the present cycle, then idle in the default state.
  ///
  /// At once between two cycles. Where the motion comes to a standstill inside a cycle (held, or at
  /// the end of a ramp to 0) that end never comes: the run ends there, with
  /// ``StopReason/immediately``, if no rate change waits that sets it going again. In a pause the
  /// stop waits too.
  case atCycleEnd
  /// Now, then idle in the default state: the value may jump.
  case immediately
  /// Now, holding the value as it is.
  case freeze
}

/// When a command takes effect.
public enum RepeatMoment: Hashable, Sendable {
  /// At the controller's present time.
  case now
  /// At the next cycle boundary, in the direction then.
  case nextCycle
  /// When position `n` (the start of cycle n) is reached; at once where it is there already.
  case cycle(WideInt)
  /// When the phase, in [0, 1), is next reached.
  case phase(Double)
  /// At a time in seconds, not before the controller's present time.
  case time(Double)

  /// Says what is wrong with the number in the moment, if anything is.
  /// - Throws: the ``RepeatError`` that names the number.
  public func validate() throws(RepeatError) {
    switch self {
    case .now, .nextCycle: break
    case .cycle(let cycle):
      guard CyclePosition.holds(cycle: cycle) else { throw .invalidCycle(cycle) }
    case .phase(let phase):
      guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    case .time(let time):
      try RepeatLimits.validate(time: time)
    }
  }
}

/// Names a command that waits, so that it can be taken back.
public struct ScheduledCommandID: Hashable, Sendable {
  package let sequence: WideInt

  package init(sequence: WideInt) { self.sequence = sequence }
}

#if !hasFeature(Embedded)
  extension StopMode: Codable {}
  extension RepeatMoment: Codable {}
  extension RepeatCommand: Codable {}
  extension ScheduledCommandID: Codable {}
#endif
