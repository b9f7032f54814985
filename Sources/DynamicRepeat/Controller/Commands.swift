// SPDX-License-Identifier: Apache-2.0

extension RepeatCommand {
  /// Whether the command ends a lock.
  var changesMotion: Bool {
    switch self {
    case .pause, .reverse, .rate, .ramp, .seek: true
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
    // Without commands or events that wait, there is room for all events of one command.
    guard !waiting.isEmpty || !pending.isEmpty else { return performValid(command) }
    try changeAtomically { repeating in repeating.performValid(command) }
  }

  private mutating func performValid(_ command: RepeatCommand) {
    let time = presentTick
    carryOutDueIfAny(at: time)
    apply(command, at: nil, time)
    makePlan(at: time)
    if plan.horizon <= time { carryOutDue() }
  }

  /// Carries out what else is due at the moment of an event that was just handed out.
  private mutating func carryOutDueIfAny(at time: Ticks) {
    // Only marks can be so close to each other that one motion reaches two at the same tick.
    if plan.horizon <= time || !settings.marks.isEmpty { carryOutDue() }
  }

  /// Whether a command changes anything now.
  ///
  /// A command without effect leaves the motion alone; otherwise, it would snap the position.
  @inline(__always)
  private func hasEffect(_ command: RepeatCommand) -> Bool {
    switch command {
    case .start: !isActive || state.isStopping
    case .stop, .seek: isActive
    case .pause: state.isMoving
    case .resume: state.isPaused
    case .policy(let policy): policy != settings.policy || hasPendingRateChange
    case .repeatCount(let count): count != settings.repeatCount
    case .reverse: true
    case .rate(let rate), .ramp(let rate, _):
      rate != requestedRate || !isActive || isReversed || lockState != .unlocked
        || hasPendingRateChange || !motion.hasFinalRate || motion.finalRate != requestInEffect
    }
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
    if moment == .time(now), presentRounding == 0 {
      try perform(command)
      // The command does not wait, so that its number is that of no waiting command.
      return ScheduledCommandID(number: .max)
    }
    let command = WaitingCommand(command: command, number: commandsGiven, moment: moment)
    try changeAtomically { (repeating) throws(RepeatError) in
      // A command that is due now does not wait any longer.
      repeating.carryOutDue()
      guard !repeating.waiting.isFull else { throw .full }
      repeating.append(command)
    }
    commandsGiven &+= 1
    return ScheduledCommandID(number: command.number)
  }

  private mutating func append(_ command: WaitingCommand) {
    var command = command
    let time = presentTick
    if isActive {
      let position = snappedToPlan(motion.position(at: time))
      if case .cycle(let cycle) = command.moment, position == Position(cycle: cycle) {
        // The command is due now, after everything else that is.
        metPosition = reachTarget(at: time).position
        command.isDue = isActive
      }
      // If the motion is at the command's phase now, the command waits for the next cycle. Rounding
      // can put the motion slightly before that phase.
      let actual = motion.position(at: time)
      command.skipsPosition =
        !command.isDue && motion.direction != 0
        && command.target(beyond: actual, motion.direction).meets(position)
    }
    waiting.append(command)
    makePlan(at: time)
    carryOutDue()
  }

  /// Cancels a command that still waits.
  /// - Returns: Whether the command was still waiting.
  @discardableResult
  public mutating func cancel(_ id: ScheduledCommandID) -> Bool {
    // A command that is due now does not wait any longer.
    try? changeAtomically { repeating in repeating.carryOutDue() }
    for index in 0..<waiting.count where waiting[index].number == id.number {
      waiting.remove(at: index)
      makePlan(at: presentTick)
      return true
    }
    return false
  }

  /// The target or the crossing from which a position differs only by rounding, if there is one;
  /// otherwise the position.
  @inline(__always)
  func snappedToPlan(_ position: Position) -> Position {
    guard isActive else { return position }
    return plan.target.meets(position)
      ? plan.target : crossings.snapped(position, near: lastCrossing)
  }

  /// Carries out what is due now; returns the present moment with the position for a command.
  mutating func presentForCommand() -> Anchor {
    let time = presentTick
    carryOutDueIfAny(at: time)
    return reachTarget(at: time)
  }

  /// Lets the motion arrive at its target if the arrival is due; returns the present moment with the
  /// position for a command.
  private mutating func reachTarget(at time: Ticks) -> Anchor {
    let direction = motion.direction
    let position = motion.position(at: time)
    let met = snappedToPlan(position)
    if met != position, (met - position).sign == direction, direction != 0 {
      // The motion is before the target by a rounding error only, so the arrival comes before the
      // command: a horizon at the present moment makes the next step the arrival.
      (plan.horizon, plan.arrivesAtHorizon) = (time, false)
      carryOutDue()
    }
    return Anchor(time: time, position: met)
  }

  /// Carries out a change, or leaves the repeat unchanged.
  /// - Throws: The error of the change, or ``RepeatError/full`` if an event found no room.
  mutating func changeAtomically(
    _ change: (inout RepeatController) throws(RepeatError) -> Void
  ) throws(RepeatError) {
    let before = self
    do throws(RepeatError) {
      try change(&self)
      if plan.hasLostEvent { throw .full }
    } catch {
      self = before
      throw error
    }
  }

  // MARK: The effect of each command

  /// Applies a command that has an effect; without a position, after the arrival that is due now.
  mutating func apply(_ command: RepeatCommand, at position: Position?, _ time: Ticks) {
    guard hasEffect(command) else { return }
    let present = position.map { Anchor(time: time, position: $0) } ?? reachTarget(at: time)
    noteLeaving(at: present.position)
    if lockState != .unlocked, command.changesMotion { returnFromLock(at: present) }
    // The arrival may have ended the run, so some cases check the state again.
    switch command {
    case .start: beginRun(at: present.time)
    case .stop(let mode): stopRun(mode, at: present)
    case .pause:
      guard state.isMoving else { return }
      motion.pause(at: present)
      state = state == .running ? .paused : .pausedStopping
    case .resume:
      guard state.isPaused else { return }
      motion.resume(at: present.time)
      state = state == .paused ? .running : .stopping
    case .reverse:
      isReversed.toggle()
      guard isActive else { return }
      motion.reanchor(at: present)
      motion.reverse()
      restartCrossings(at: present, WideInt(-direction))
      waitingRate = -waitingRate
    case .rate(let rate):
      guard let target = takeRequest(rate) else { return }
      changeRate(to: target, at: present)
    case .ramp(let rate, let seconds):
      guard let target = takeRequest(rate) else { return }
      hasPendingRateChange = false
      changeRate(to: target, over: Ticks(seconds: seconds), at: present)
    case .seek(let target, let isSilent):
      seekRun(to: Position(target), isSilent: isSilent, at: present)
    case .policy(let policy):
      settings.policy = policy
      if hasPendingRateChange { changeRate(to: waitingRate, at: present) }
    case .repeatCount(let count):
      settings.repeatCount = count
      if isActive { countRun(at: present) }
    }
    finishChange(at: present)
  }

  /// Applies a waiting rate or stop if the motion will reach no boundary.
  ///
  /// Also follows the direction of the motion, reports a turn, and ends a run that has reached the
  /// end toward which it moves. A run that is still at its start goes on in the new direction.
  mutating func finishChange(at present: Anchor) {
    let position = motion.exactPosition(at: present.time) ?? present.position
    let present = Anchor(time: present.time, position: position)
    if state.isMoving, motion.isAtRest {
      if hasPendingRateChange {
        motion.reanchor(at: present)
        takeWaitingRate()
      }
      if state == .stopping, motion.isAtRest { stopHere(at: present) }
    }
    followDirection(at: present)
    reportTurn(at: present)
    guard isActive else { return }
    noteLeaving(at: position)
    guard position == (heading > 0 ? upperEnd : lowerEnd) else { return }
    if leavingDirection == 0 {
      countRun(at: present)
    } else if motion.direction != 0 {
      endRun(.finished, at: present, WideInt(direction))
    }
  }

  /// Records the direction in which the run has left its start.
  mutating func noteLeaving(at position: Position) {
    guard isActive, leavingDirection == 0 else { return }
    leavingDirection = Int8((position - runStart.position).sign)
  }

  // MARK: Rates

  /// Stores the requested rate and its direction.
  mutating func storeRequest(_ rate: RepeatRate, inEffect target: Rate) {
    settings.rate = rate
    if case .cycleDuration = rate { isReversed = target < 0 } else { isReversed = false }
  }

  /// Stores a requested rate; returns the rate to apply, or `nil` if no run is under way.
  private mutating func takeRequest(_ rate: RepeatRate) -> Rate? {
    guard isActive else {
      settings.rate = rate
      // A rate in hertz has a direction of its own.
      if case .hertz(let hertz) = rate, hertz != 0 { isReversed = false }
      return nil
    }
    let target = rate.inEffect(direction: comingDirection, limit: plan.rateLimit)
    storeRequest(rate, inEffect: target)
    return target
  }

  /// The direction after all waiting changes; a rate requested as a duration keeps this direction.
  @inline(__always)
  var comingDirection: WideInt {
    if hasPendingRateChange, waitingRate != 0 { return waitingRate.sign }
    return motion.finalRate != 0 ? motion.finalRate.sign : heading
  }

  /// The direction in which the motion goes or, after a pause, will go on.
  @inline(__always)
  var heading: WideInt {
    let moving = motion.pieceDirection
    return moving != 0 ? moving : WideInt(direction)
  }

  /// The requested rate, in the opposite direction if the motion is reversed.
  @inline(__always)
  var requestInEffect: Rate {
    let rate = requestedRate.inEffect(direction: 1, limit: plan.rateLimit)
    return isReversed ? -rate : rate
  }

  /// Applies a rate according to the policy.
  private mutating func changeRate(to target: Rate, at present: Anchor) {
    hasPendingRateChange = false
    switch settings.policy {
    case .restartPerCycle:
      if present.position.isBoundary || motion.isAtRest {
        changeRate(to: target, over: 0, at: present)
      } else if !motion.hasFinalRate || motion.finalRate != target {
        (hasPendingRateChange, waitingRate) = (true, target)
      }
    case .phaseMatchedOver(let seconds):
      let ramp = Ticks(seconds: seconds)
      // A running ramp to the same rate continues if it ends no later than the new ramp.
      if !motion.hasFinalRate, motion.finalRate == target,
        motion.ticksToFinalRate(from: present.time) <= ramp
      {
        return
      }
      changeRate(to: target, over: ramp, at: present)
    }
  }

  /// Applies a rate now, over a ramp.
  mutating func changeRate(to target: Rate, over ramp: Ticks, at present: Anchor) {
    if motion.hasFinalRate, motion.finalRate == target { return }
    motion.reanchor(at: present)
    motion.setRamp(from: motion.rateAtAnchor, to: target, over: ramp)
  }

  /// Applies the waiting rate from the motion's anchor on.
  mutating func takeWaitingRate() {
    motion.setRate(waitingRate)
    hasPendingRateChange = false
  }
}
