// SPDX-License-Identifier: Apache-2.0

// Those without a number cannot be wrong. They return whether there was room for their event: `false`, and
// nothing is changed, only if more than ``RepeatLimits/waitingEvents`` would wait for an advance.

extension RepeatController {
  /// Begins a run, or takes back a stop that waits: see ``RepeatCommand/start``.
  /// - Returns: `false` only if there is no room for its event; advance first.
  @discardableResult
  public mutating func start() -> Bool { succeeds(.start) }

  /// Ends the run; by default with its present cycle.
  /// - Returns: `false` only if there is no room for its event; advance first.
  @discardableResult
  public mutating func stop(_ mode: StopMode = .atCycleEnd) -> Bool { succeeds(.stop(mode)) }

  /// Stops the repeat and its time.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func pause() -> Bool { succeeds(.pause) }

  /// Goes on after a pause; a hold ends with the next rate.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func resume() -> Bool { succeeds(.resume) }

  /// Turns the direction round at once, of the run or, while idle, of the next one.
  /// - Returns: `false` only if there is no room for its event; advance first.
  @discardableResult
  public mutating func reverse() -> Bool { succeeds(.reverse) }

  /// Rate 0 at once, until the next rate.
  /// - Returns: `false` only if there is no room for an event; advance first.
  @discardableResult
  public mutating func hold() -> Bool { succeeds(.hold) }

  private mutating func succeeds(_ command: RepeatCommand) -> Bool {
    do throws(RepeatError) {
      try perform(command)
      return true
    } catch {
      return false
    }
  }

  /// Requests a rate, in effect as the policy says: `.hertz(2)` or `.cycleDuration(0.5)`.
  /// - Throws: the ``RepeatError`` that names the number; the old rate stays.
  public mutating func setRate(_ rate: RepeatRate) throws(RepeatError) { try perform(.rate(rate)) }

  /// Reaches a rate over `seconds`, whatever the policy.
  /// - Throws: the ``RepeatError`` that names a wrong number; the old rate stays.
  public mutating func ramp(to rate: RepeatRate, over seconds: Double) throws(RepeatError) {
    try perform(.ramp(to: rate, over: seconds))
  }

  /// Jumps to a position of the run; reports the boundaries between unless `isSilent`.
  /// - Throws: ``RepeatError/invalidCycle(_:)`` or ``RepeatError/full``; nothing is changed then.
  public mutating func seek(to position: CyclePosition, isSilent: Bool = true)
    throws(RepeatError)
  {
    try perform(.seek(to: position, isSilent: isSilent))
  }

  /// Sets the policy of later rate changes, and of one that still waits.
  /// - Throws: ``RepeatError/invalidInterval(_:)`` for its ramp; the old policy stays.
  public mutating func setPolicy(_ policy: RatePolicy) throws(RepeatError) {
    try perform(.policy(policy))
  }
}

// MARK: - For the class

extension RepeatController {
  /// Ends the run because its delegate is gone.
  /// - Returns: The events until then.
  mutating func abandon() -> [RepeatEvent] {
    guard isActive else { return [] }
    var events: [RepeatEvent] = []
    takePendingEvents(at: now) { events.append($0) }
    let time = Ticks(now, bits: 64)
    let position = motion.position(at: time)
    endRun(.delegateGone, in: position, 0)
    plan(at: time)
    takePendingEvents(at: now) { events.append($0) }
    return events
  }

  /// Ends of runs whose events wait for an advance.
  var waitingStops: Int {
    (0..<pending.count).count { index in
      switch pending[index].kind {
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished, .delegateGone: true
      default: false
      }
    }
  }

  /// Whether both states are needed to show it.
  var showsOtherThanDefault: Bool { isActive || idleProgress != 0 }
}
