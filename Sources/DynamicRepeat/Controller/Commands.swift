// SPDX-License-Identifier: Apache-2.0

extension RepeatCommand {
  /// Whether the command ends a lock.
  var changesMotion: Bool {
    switch self {
    case .pause, .reverse, .hold, .rate, .ramp, .seek: true
    case .start, .stop, .resume, .policy, .repeatCount: false
    }
  }
}

extension RepeatController {
  /// Carries out a command at the present time.
  /// - Throws: The error for an invalid number, or ``RepeatError/full`` if more than
  ///   ``RepeatLimits/waitingEvents`` events would wait. An error leaves the repeat unchanged.
  public mutating func perform(_ command: RepeatCommand) throws(RepeatError) {
    try command.validate()
    // A command can cause several events. If they might not all find room, the command must be
    // carried out atomically.
    let isBehind = horizon <= Ticks(now, bits: 64)
    guard !waiting.isEmpty || pending.count > 2 || isBehind else { return performValid(command) }
    try changeAtomically { repeating in repeating.performValid(command) }
  }

  private mutating func performValid(_ command: RepeatCommand) {
    let time = Ticks(now, bits: 64)
    let position = arriveFirst(at: time)
    apply(command, at: time, in: position)
    plan(at: time)
    carryOutDue(at: time)
  }

  /// Schedules a command for a later moment, which may lie between two frames.
  /// - Returns: The identifier for ``cancel(_:)``.
  /// - Throws: The error for an invalid number or a time that has passed, or ``RepeatError/full``
  ///   if too many commands or events would wait (``RepeatLimits``). An error leaves the repeat
  ///   unchanged.
  @discardableResult
  public mutating func schedule(_ command: RepeatCommand, at moment: RepeatMoment)
    throws(RepeatError) -> ScheduledCommandID
  {
    try command.validate()
    try moment.validate()
    if case .time(let time) = moment, time < now { throw .timeHasPassed(time: time, now: now) }
    if moment == .time(now) {
      try perform(command)
      commandsGiven &+= 1
      return ScheduledCommandID(number: commandsGiven &- 1)
    }
    guard !waiting.isFull else { throw .full }
    let number = commandsGiven
    let command = WaitingCommand(command: command, number: number, moment: moment)
    try changeAtomically { repeating in repeating.append(command) }
    return ScheduledCommandID(number: number)
  }

  private mutating func append(_ command: WaitingCommand) {
    let time = Ticks(now, bits: 64)
    let position = arriveFirst(at: time)
    var command = command
    if isActive {
      if case .cycle(let cycle) = command.moment {
        command.isDue = position == Position(cycle) << 64
      }
      // If the motion is at the command's phase now, the command waits for the next cycle. Rounding
      // can put the motion slightly before that phase. The new anchor is exactly at the phase, so
      // that the motion does not reach it at once.
      let next = command.target(beyond: position, motion.direction)
      if next.meets(position) { motion.reanchor(at: time, in: next) }
    }
    waiting.append(command)
    commandsGiven &+= 1
    plan(at: time)
    carryOutDue(at: time)
  }

  /// Cancels a command that still waits.
  /// - Returns: Whether the command was still waiting.
  @discardableResult
  public mutating func cancel(_ id: ScheduledCommandID) -> Bool {
    for index in 0..<waiting.count where waiting[index].number == id.number {
      waiting.remove(at: index)
      plan(at: Ticks(now, bits: 64))
      return true
    }
    return false
  }

  /// Carries out everything that is due at `time`; the events wait for the next advance.
  mutating func carryOutDue(at time: Ticks) {
    while horizon <= time { passHorizon(keepsEvents: true) { _ in } }
  }

  /// Lets the motion arrive at its target if the arrival is due; returns the position for a command
  /// at `time`.
  mutating func arriveFirst(at time: Ticks) -> Position {
    // An advance that ran out of room for events may have left changes that are due at this time.
    carryOutDue(at: time)
    let position = motion.position(at: time)
    let met = target.meets(position) ? target : position.settled
    if (met - position).sign * motion.direction > 0 {
      // The motion is before the target by a rounding error only, so the arrival comes before the
      // command.
      horizon = time
      carryOutDue(at: time)
    }
    return met
  }

  /// Carries out a change, or leaves the repeat unchanged.
  /// - Throws: The error of the change, or ``RepeatError/full`` if an event found no room.
  mutating func changeAtomically(
    _ change: (inout RepeatController) throws(RepeatError) -> Void
  ) throws(RepeatError) {
    let before = self
    do throws(RepeatError) {
      try change(&self)
      if hasLostEvent { throw .full }
    } catch {
      self = before
      throw error
    }
  }

  // MARK: The effect of each command

  mutating func apply(_ command: RepeatCommand, at time: Ticks, in position: Position) {
    if lockState != .unlocked, command.changesMotion { returnFromLock(at: time, in: position) }
    switch command {
    case .start: beginRun(at: time)
    case .stop(let mode): stopRun(mode, at: time, in: position)
    case .pause:
      guard state.isMoving else { return }
      motion.pause(at: time, in: position)
      state = state == .running ? .paused : .pausedStopping
    case .resume:
      guard state.isPaused else { return }
      motion.resume(at: time)
      state = state == .paused ? .running : .stopping
    case .reverse:
      guard isActive else { return reversesNextRun.toggle() }
      motion.reanchor(at: time, in: position)
      motion.reverse()
      lastDirection = -lastDirection
      requestSign = -requestSign
      waitingRate = -waitingRate
    case .hold:
      isHeld = true
      guard isActive else { return }
      hasPendingRateChange = false
      changeRate(to: 0, over: 0, at: time, in: position)
    case .rate(let rate):
      guard let target = takeRequest(rate) else { return }
      changeRate(to: target, at: time, in: position)
    case .ramp(let rate, let seconds):
      guard let target = takeRequest(rate) else { return }
      hasPendingRateChange = false
      changeRate(to: target, over: seconds, at: time, in: position)
    case .seek(let target, let isSilent):
      seekRun(to: Position(target), isSilent: isSilent, at: time, in: position)
    case .policy(let policy):
      settings.policy = policy
      if hasPendingRateChange { changeRate(to: waitingRate, at: time, in: position) }
    case .repeatCount(let count):
      settings.repeatCount = count
      if isActive { countRun(in: position) }
    }
    settle(at: time, in: position)
  }

  /// Applies a waiting rate or stop if the motion will reach no boundary.
  ///
  /// Also reports a turn, and ends a run that has reached the end toward which it moves.
  mutating func settle(at time: Ticks, in position: Position) {
    let position = motion.exactPosition(at: time) ?? position
    if state.isMoving, motion.isAtRest {
      if hasPendingRateChange {
        motion.reanchor(at: time, in: position)
        takeWaitingRate()
      }
      if state == .stopping, motion.isAtRest { stopHere(in: position) }
    }
    reportTurn(in: position)
    let direction = motion.direction
    if direction != 0, !motion.isDelayed(at: time),
      position == (direction > 0 ? upperEnd : lowerEnd)
    {
      endRun(.finished, in: position, direction)
    }
  }

  mutating func rememberDirection() {
    if motion.pieceDirection != 0 { lastDirection = Int8(motion.pieceDirection) }
  }

  // MARK: Runs

  private mutating func beginRun(at time: Ticks) {
    if state == .stopping { state = .running }
    if state == .pausedStopping { state = .paused }
    guard state == .idle else { return }
    var rate = requestedRate.inEffect(direction: 1, limit: settings.maxFlashRate)
    lastDirection = rate < 0 ? -1 : 1
    requestSign = reversesNextRun ? -1 : 1
    if reversesNextRun { (rate, lastDirection, reversesNextRun) = (-rate, -lastDirection, false) }
    startPosition = Position(settings.startPhase, bits: 64)
    startTime = time
    motion = Motion(origin: time, anchor: startPosition, rate: isHeld ? 0 : rate)
    state = .running
    showsCycleEnd = false
    countRun(in: startPosition)
    restartCrossings(from: startPosition, WideInt(lastDirection))
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing, WideInt(lastDirection))
    emit(.started, cycle: 0)
  }

  private mutating func stopRun(_ mode: StopMode, at time: Ticks, in position: Position) {
    guard isActive else { return }
    switch mode {
    case .immediately: endRun(.stoppedImmediately, in: position, 0)
    case .freeze:
      let shown = appearance(at: position, isDelayed: motion.isDelayed(at: time))
      endRun(.frozen, in: position, 0)
      (idlePosition, idleFraction, idleProgress) = (position, shown.fraction, shown.progress)
    case .atCycleEnd:
      if position.isBoundary || (motion.isAtRest && !state.isPaused) {
        stopHere(in: position)
      } else {
        state = state.isPaused ? .pausedStopping : .stopping
      }
    }
  }

  private mutating func stopHere(in position: Position) {
    endRun(position.isBoundary ? .stoppedAtCycleEnd : .stoppedImmediately, in: position, 0)
  }

  /// Ends the run; `direction` is the direction in which its last cycle ended, or 0 if the cycle
  /// did not end.
  mutating func endRun(_ kind: RepeatEvent.Kind, in position: Position, _ direction: WideInt) {
    let hasLeftCycle = position.isBoundary && direction > 0
    emit(kind, cycle: position.cycle - (hasLeftCycle ? 1 : 0))
    let showsEnd = hasLeftCycle && !settings.autoreverses
    let keeps = kind == .finished && settings.restState == .lastValue
    idlePosition = keeps ? position : Position(settings.startPhase, bits: 64)
    let shown = showsEnd ? (1, settings.pace(1)) : settings.appearance(atPhase: position.phase)
    (idleFraction, idleProgress) = keeps ? shown : (0, 0)
    state = .idle
    hasPendingRateChange = false
    if lockState != .unlocked {
      lockState = .unlocked
      emit(.unlocked, cycle: position.cycle)
    }
    motion = Motion(origin: motion.origin, anchor: idlePosition, rate: 0)
  }

  /// Sets the ends of a counted run that is at `position`.
  private mutating func countRun(in position: Position) {
    let farthest = Position(RepeatLimits.lastCycle) << 64
    (lowerEnd, upperEnd) = (-farthest, farthest)
    guard repeatCount < .infinity else { return }
    let count = Position(repeatCount, bits: 64)
    let done = position.meets(startPosition) ? 0 : position - startPosition
    let present = motion.pieceDirection != 0 ? motion.pieceDirection : WideInt(lastDirection)
    let direction = done == 0 ? present : done.sign
    let end = startPosition + Position(direction) * count
    if done != 0, end.meets(position) {
      endRun(.finished, in: end, direction)
    } else if done == 0 || count > abs(done) {
      (lowerEnd, upperEnd) = (min(startPosition, end), max(startPosition, end))
    } else if position.isBoundary {
      endRun(.finished, in: position, direction)
    } else {
      // The run has had the requested number of cycles already: the present cycle is its last, in
      // either direction.
      (lowerEnd, upperEnd) = (position.next(-1), position.next(1))
    }
  }

  mutating func seekRun(
    to wanted: Position, isSilent: Bool, at time: Ticks, in position: Position
  ) {
    guard isActive else { return }
    // The start can coincide with an end of the run; seeking to the start does not end the run.
    let isInside = lowerEnd < wanted && wanted < upperEnd
    let ends = !isInside && (wanted != startPosition || wanted < lowerEnd || wanted > upperEnd)
    let target = ends ? (wanted >= upperEnd ? upperEnd : lowerEnd) : wanted
    let direction = (target - position).sign
    let moving = motion.direction != 0 ? motion.direction : WideInt(crossingDirection)
    if !isSilent, direction != 0 {
      let first = crossings.last(at: position, direction) + direction
      var last = crossings.last(at: target, direction)
      if crossings.position(of: last) == target, ends || (direction < 0 && moving > 0) {
        last -= direction
      }
      if (last - first) * direction >= 0 {
        keep(PendingEvent(jumpDirection: Int8(direction), first: first, last: last))
      }
    }
    if ends { return endRun(.finished, in: target, target == upperEnd ? 1 : -1) }
    motion.reanchor(at: time, in: target)
    motion.wait(0)
    restartCrossings(from: target, moving)
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing, moving)
  }

  // MARK: Rates

  /// Stores the requested rate and its sign.
  mutating func storeRequest(_ rate: RepeatRate, inEffect target: Rate) {
    (settings.rate, isHeld) = (rate, false)
    if case .cycleDuration = rate, target < 0 { requestSign = -1 } else { requestSign = 1 }
  }

  /// Stores a requested rate; returns the rate to apply, or `nil` if no run is under way.
  private mutating func takeRequest(_ rate: RepeatRate) -> Rate? {
    let target = rate.inEffect(
      direction: isActive ? comingDirection : 1, limit: settings.maxFlashRate)
    storeRequest(rate, inEffect: target)
    if isActive { return target }
    if case .hertz(let hertz) = rate, hertz != 0 { reversesNextRun = false }
    return nil
  }

  /// The direction after all waiting changes; a rate requested as a duration keeps this direction.
  @inline(__always) var comingDirection: WideInt {
    if hasPendingRateChange, waitingRate != 0 { return waitingRate.sign }
    if motion.finalRate != 0 { return motion.finalRate.sign }
    return motion.pieceDirection != 0 ? motion.pieceDirection : WideInt(lastDirection)
  }

  private mutating func changeRate(to target: Rate, at time: Ticks, in position: Position) {
    hasPendingRateChange = false
    switch policy {
    case .restartPerCycle:
      if position.isBoundary || motion.isAtRest {
        changeRate(to: target, over: 0, at: time, in: position)
      } else if !motion.hasFinalRate || motion.finalRate != target {
        (hasPendingRateChange, waitingRate) = (true, target)
      }
    case .phaseMatched(let seconds):
      // A running ramp to the same rate continues if it ends no later than the new ramp.
      let remaining = motion.ticksToFinalRate(from: time)
      let ramp = Ticks(seconds, bits: 64)
      if !motion.hasFinalRate, motion.finalRate == target, remaining <= ramp { return }
      changeRate(to: target, over: seconds, at: time, in: position)
    }
  }

  mutating func changeRate(
    to target: Rate, over seconds: Double, at time: Ticks, in position: Position
  ) {
    rememberDirection()
    motion.reanchor(at: time, in: position)
    motion.setRamp(from: motion.rate(at: time), to: target, over: Ticks(seconds, bits: 64))
  }

  /// Applies the waiting rate from the motion's anchor on.
  mutating func takeWaitingRate() {
    rememberDirection()
    motion.setRate(waitingRate)
    hasPendingRateChange = false
  }
}
