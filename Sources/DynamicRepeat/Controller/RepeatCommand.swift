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

// MARK: - Methods for commands

// A method that takes no number cannot get invalid input. Such a method returns `false`, and leaves
// the repeat unchanged, only if more than ``RepeatLimits/waitingEvents`` events would wait for an
// advance.

extension RepeatController {
  /// Begins a run, or cancels a waiting stop; see ``RepeatCommand/start``.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func start() -> Bool { succeeds(.start) }

  /// Ends the run; by default with its present cycle.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func stop(_ mode: StopMode = .atCycleEnd) -> Bool { succeeds(.stop(mode)) }

  /// Pauses the repeat: its time stands still.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func pause() -> Bool { succeeds(.pause) }

  /// Resumes after a pause.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func resume() -> Bool { succeeds(.resume) }

  /// Reverses the direction at once: the direction of the run or, while idle, of the next run.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func reverse() -> Bool { succeeds(.reverse) }

  private mutating func succeeds(_ command: RepeatCommand) -> Bool {
    do throws(RepeatError) {
      try perform(command)
      return true
    } catch {
      return false
    }
  }

  /// Requests a rate, `.hertz(2)` or `.cycleDuration(0.5)`, which takes effect according to the
  /// policy.
  /// - Throws: The ``RepeatError`` for the number; the old rate stays.
  public mutating func setRate(_ rate: RepeatRate) throws(RepeatError) { try perform(.rate(rate)) }

  /// Ramps to a rate over `seconds`, whatever the policy.
  /// - Throws: The ``RepeatError`` for an invalid number; the old rate stays.
  public mutating func ramp(to rate: RepeatRate, over seconds: Double) throws(RepeatError) {
    try perform(.ramp(to: rate, over: seconds))
  }

  /// Jumps to a position of the run; reports the boundaries in between unless `isSilent`.
  /// - Throws: ``RepeatError/invalidCycle(_:)`` or ``RepeatError/full``. An error leaves the repeat
  ///   unchanged.
  public mutating func seek(to position: CyclePosition, isSilent: Bool = true)
    throws(RepeatError)
  {
    try perform(.seek(to: position, isSilent: isSilent))
  }

  /// Sets the policy of later rate changes, and of a rate change that still waits.
  /// - Throws: ``RepeatError/invalidInterval(_:)`` for the policy's ramp; the old policy stays.
  public mutating func setPolicy(_ policy: RatePolicy) throws(RepeatError) {
    try perform(.policy(policy))
  }
}

// MARK: - Commands that wait

struct WaitingCommand: FixedListElement {
  static var filler: WaitingCommand { WaitingCommand(isFiller: true) }

  // This order of the fields saves eight bytes of padding.
  var command = RepeatCommand.start
  /// Whether the command's position has been reached.
  var isDue = false
  /// Whether the motion, but for rounding, was at the command's position when the command was given.
  ///
  /// The command then does not wait for the present cycle's position, but for the next one.
  var skipsPosition = false
  var isFiller = false
  var number: UInt32 = 0
  var moment = RepeatMoment.nextCycle
  private let unused = Unused<7>()

  /// The time at which the command is due: its scheduled time, or `present` if its position has been
  /// reached; otherwise `never`.
  @inline(never)
  func dueTime(at present: Ticks) -> Ticks {
    if case .time(let due) = moment { return Ticks(seconds: due) }
    return isDue ? present : .never
  }

  /// The next position at which the command is due, strictly beyond `position`; `never` if the
  /// command waits for a time.
  @inline(never)
  func target(beyond position: Position, _ direction: WideInt) -> Position {
    switch moment {
    case .time: return .never
    case .nextCycle: return position.next(direction)
    case .phase(let phase): return position.next(direction, offset: Position(cycles: phase))
    case .cycle(let cycle):
      let target = Position(cycle: cycle)
      return (target - position).sign == direction ? target : .never
    }
  }

  /// Whether the command waits for exactly this position.
  func isFor(_ position: Position) -> Bool { target(beyond: position - 1, 1) == position }
}
