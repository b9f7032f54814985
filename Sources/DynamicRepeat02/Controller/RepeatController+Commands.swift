// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Carries out a command at the present time.
  /// - Throws: the ``RepeatError`` that names a wrong number; nothing is changed then.
  public mutating func perform(_ command: RepeatCommand) throws(RepeatError) {
    try command.validate()
    performValid(command)
  }

  /// Keeps a command for a moment to come, which a frame may pass in its middle.
  ///
  /// A moment named by a position waits until motion gets there, through standstills, stops and
  /// starts.
  /// - Returns: What ``cancel(_:)`` takes.
  /// - Throws: the ``RepeatError`` that names a wrong number or a time that has passed.
  /// - Complexity: O(log n) comparisons where n commands wait; those behind it move in memory.
  @discardableResult
  public mutating func schedule(_ command: RepeatCommand, at moment: RepeatMoment)
    throws(RepeatError) -> ScheduledCommandID
  {
    try command.validate()
    return try schedule(at: moment) { (schedule, moment) in schedule.add(command, at: moment) }
  }

  /// Keeps what `add` adds to the schedule for a moment.
  mutating func schedule(
    at moment: RepeatMoment, add: (inout RepeatSchedule, RepeatMoment) -> ScheduledCommandID
  ) throws(RepeatError) -> ScheduledCommandID {
    try moment.validate()
    if case .time(let time) = moment, time < now { throw .timeHasPassed(time: time, now: now) }
    let id = add(&schedule, isDue(moment) ? .time(now) : moment)
    plan(at: DoubleDouble(now))
    pass(through: DoubleDouble(now))
    return id
  }

  /// Whether a moment is the present time.
  func isDue(_ moment: RepeatMoment) -> Bool {
    switch moment {
    case .now: return true
    case .time(let time): return time == now
    case .cycle(let cycle):
      let position = motion.state(at: DoubleDouble(now)).position
      return isActive && position.cycle == cycle && CyclePosition(position).phase == 0
    case .nextCycle, .phase: return false
    }
  }

  /// Takes back a command that still waits.
  /// - Returns: Whether it did.
  /// - Complexity: O(n) where n commands wait.
  @discardableResult
  public mutating func cancel(_ id: ScheduledCommandID) -> Bool {
    let isFound = schedule.remove(id)
    if isFound { plan(at: DoubleDouble(now)) }
    return isFound
  }

  /// Takes back all commands that still wait.
  public mutating func cancelAll() {
    schedule.removeAll()
    plan(at: DoubleDouble(now))
  }

  mutating func performValid(_ command: RepeatCommand) {
    let time = DoubleDouble(now)
    apply(command, at: time, in: motion.state(at: time))
    plan(at: time)
    pass(through: time)
  }
}

// MARK: - Short forms

extension RepeatController {
  /// Begins a run at the start phase in the direction of the requested rate, or takes back a stop
  /// that waits.
  ///
  /// See ``RepeatCommand/start``.
  public mutating func start() { performValid(.start) }

  /// Ends the run; by default with its present cycle.
  ///
  /// See ``RepeatCommand/stop(_:)``.
  public mutating func stop(_ mode: StopMode = .atCycleEnd) { performValid(.stop(mode)) }

  /// Stops the repeat and its time.
  ///
  /// See ``RepeatCommand/pause``.
  public mutating func pause() { performValid(.pause) }

  /// Goes on after a pause; a hold ends with the next rate.
  ///
  /// See ``RepeatCommand/resume``.
  public mutating func resume() { performValid(.resume) }

  /// Turns the direction round at once, for the run under way or, while idle, for the next one.
  ///
  /// See ``RepeatCommand/reverse``.
  public mutating func reverse() { performValid(.reverse) }

  /// Rate 0 at once, until the next rate.
  ///
  /// See ``RepeatCommand/hold``.
  public mutating func hold() { performValid(.hold) }

  /// Requests a cycle duration in seconds, in effect as the policy says.
  /// - Throws: ``RepeatError/invalidCycleDuration(_:)``; the old duration stays.
  public mutating func setCycleDuration(_ seconds: Double) throws(RepeatError) {
    try perform(.rate(.cycleDuration(seconds)))
  }

  /// Requests a rate in cycles per second, in effect as the policy says.
  /// - Throws: ``RepeatError/invalidRate(_:)``; the old rate stays.
  public mutating func setRate(hertz: Double) throws(RepeatError) {
    try perform(.rate(.hertz(hertz)))
  }

  /// Reaches a rate over `seconds`, whatever the policy.
  /// - Throws: the ``RepeatError`` that names a wrong number; the old rate stays.
  public mutating func ramp(to rate: RepeatRate, over seconds: Double, shape: RampShape = .linear)
    throws(RepeatError)
  {
    try perform(.ramp(to: rate, over: seconds, shape: shape))
  }

  /// Jumps to a position of the run.
  ///
  /// See ``RepeatCommand/seek(to:isSilent:)``.
  public mutating func seek(to position: CyclePosition, isSilent: Bool = true) {
    performValid(.seek(to: position, isSilent: isSilent))
  }

  /// Rate changes follow `newPolicy` from now on.
  ///
  /// See ``RepeatCommand/policy(_:)``.
  /// - Throws: ``RepeatError/invalidInterval(_:)`` for its ramp; the old policy stays.
  public mutating func setPolicy(_ newPolicy: RatePolicy) throws(RepeatError) {
    try perform(.policy(newPolicy))
  }
}

// MARK: - For the class face

extension RepeatController {
  /// Reports invalid input.
  mutating func reportInvalidInput(_ error: RepeatError) {
    let time = DoubleDouble(now)
    let cycle = isActive ? motion.state(at: time).position.cycle : 0
    emit(.invalidInput(error), at: time, cycle: cycle)
  }

  /// Ends idle: nobody is there to be moved.
  mutating func abandon() {
    guard isActive else { return }
    let time = DoubleDouble(now)
    endRun(.delegateGone, at: time, in: motion.state(at: time))
    plan(at: time)
  }

  /// Whether both states are needed to show it.
  var showsOtherThanDefault: Bool { isActive || idleState.progress != 0 }
}
