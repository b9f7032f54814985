// SPDX-License-Identifier: Apache-2.0

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

// MARK: - For DynamicRepeatAnimation

extension RepeatController {
  /// The number of ended runs whose events wait for an advance.
  var waitingStops: Int { (0..<pending.count).count { pending[$0].kind.isStop } }

  /// Whether more than the default state is shown: the repeat runs, or rests away from that state.
  var showsOtherThanDefault: Bool { isActive || idleAppearance != .defaultState }
}
