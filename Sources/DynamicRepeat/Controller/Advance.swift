// SPDX-License-Identifier: Apache-2.0

extension RepeatController {
  /// Advances to the next event at or before `time` and returns it; if there is none, advances to
  /// `time` and returns `nil`.
  ///
  /// ```
  /// while let event = flash.nextEvent(through: frame.time) {
  ///   if event.kind == .finished { flash.start() }   // the next run starts exactly at this end
  /// }
  /// ```
  /// A command given between two calls takes effect at the exact time of the event, after everything
  /// else that happens at that time. ``now`` is the event's time.
  /// - Parameter time: Seconds, at least ``now`` and at most 1e12.
  /// - Precondition: `time` is in that range.
  @inlinable @inline(__always)
  public mutating func nextEvent(through time: Double) -> RepeatEvent? {
    advanceQuietly(to: time) ? nil : eventOnTheWay(to: time)
  }

  /// Advances to `time` and returns the events on the way, in order of time.
  /// - Parameter time: Seconds, at least ``now`` and at most 1e12.
  /// - Precondition: `time` is in that range.
  @discardableResult
  @inlinable @inline(__always)
  public mutating func advance(to time: Double) -> [RepeatEvent] {
    advanceQuietly(to: time) ? [] : eventsOnTheWay(to: time)
  }

  /// Advances to `time` and passes each event to `handle`, in order of time.
  /// - Parameters:
  ///   - time: Seconds, at least ``now`` and at most 1e12.
  ///   - handle: Called for each event.
  /// - Precondition: `time` is in that range.
  public mutating func advance(to time: Double, _ handle: (RepeatEvent) -> Void) {
    while let event = nextEvent(through: time) { handle(event) }
  }

  /// Advances to `time` and drops the events on the way.
  package mutating func advanceSilently(to time: Double) {
    silence()
    _ = eventOnTheWay(to: time)
    plan.isReporting = true
  }

  /// Advances to `time` if no event and no change of motion is due until that time.
  /// - Returns: Whether the repeat has advanced.
  @inlinable @inline(__always)
  package mutating func advanceQuietly(to time: Double) -> Bool {
    guard time < plan.quietEnd, time >= presentTime else { return false }
    presentTime = time
    return true
  }

  @usableFromInline @inline(never)
  mutating func eventsOnTheWay(to time: Double) -> [RepeatEvent] {
    var events: [RepeatEvent] = []
    while let event = eventOnTheWay(to: time) {
      // The crossing of a cycle boundary can have two events: a new cycle and a turn.
      if events.isEmpty { events.reserveCapacity(2) }
      events.append(event)
    }
    return events
  }

  @usableFromInline @inline(never)
  mutating func eventOnTheWay(to time: Double) -> RepeatEvent? {
    precondition(
      time >= now && time <= RepeatLimits.latestTime,
      "a time must be at least the repeat's present time, \(now) s, and at most 1e12 s, but is \(time)"
    )
    if !isOnTimeline { moveTimes(to: time) }
    let tick = Ticks(seconds: time)
    while pending.isEmpty {
      guard passNext(through: tick) else {
        (presentTime, presentRounding) = (time, 0)
        plan.quietEnd = Self.seconds(before: min(plan.horizon, plan.crossingTime))
        return nil
      }
    }
    var event = takePendingEvent()
    event.lateness = time - event.time
    return event
  }

  /// Drops the waiting events, and all later events until `isReporting` is set.
  mutating func silence() {
    plan.isReporting = false
    pending.removeAll()
  }

  /// Shifts the whole timeline so that the present time becomes `newNow`.
  ///
  /// Use this method after a state was restored in a process whose clock started at another time,
  /// or after the clock was set.
  ///
  /// The position at the present time stays the same, bit for bit. Scheduled times shift too,
  /// rounded to a `Double`.
  /// - Throws: ``RepeatError/invalidTime(_:)`` if `newNow` or a shifted scheduled time is beyond
  ///   ±1e12, or the shifted start of the run is beyond ±2e12; ``RepeatError/full`` if too many
  ///   events would wait. An error leaves the repeat unchanged.
  public mutating func moveTimeline(to newNow: Double) throws(RepeatError) {
    try check(time: newNow)
    try changeAtomically { (repeating) throws(RepeatError) in
      repeating.moveTimes(to: newNow)
      guard repeating.hasTimesInRange else { throw .invalidTime(newNow) }
      for index in 0..<repeating.waiting.count { try repeating.waiting[index].moment.validate() }
      // Commands that were scheduled for times before the timeline's start are due now.
      repeating.carryOutDue()
    }
  }

  /// Whether the motion's times are within ±2e12 s, which is also the limit for saved states.
  private var hasTimesInRange: Bool {
    max(runStart.time.magnitude, motion.anchor.time.magnitude, line.time.magnitude) <= .farthest
  }

  private mutating func moveTimes(to newNow: Double) {
    let newTick = Ticks(seconds: newNow)
    let shift = newTick - presentTick
    motion.shift(by: isActive ? shift : newTick - motion.anchor.time)
    runStart.time = isActive ? runStart.time + shift : motion.anchor.time
    if lockState != .unlocked { line.time += shift }
    // A time that has passed limits nothing any more.
    earliestStart = earliestStart > presentTick ? earliestStart + shift : -.never
    for index in 0..<waiting.count {
      guard case .time(let time) = waiting[index].moment else { continue }
      // A time given before the first advance is not shifted.
      waiting[index].moment = .time(max(newNow, isOnTimeline ? time + (newNow - now) : time))
    }
    (presentTime, presentRounding, isOnTimeline) = (newNow, 0, true)
    makePlan(at: newTick)
  }
}

// MARK: - The way forward

extension RepeatController {
  /// Passes what happens next, if it happens up to `time`; its events wait in `pending`.
  @inline(never)
  mutating func passNext(through time: Ticks) -> Bool {
    if plan.crossingTime == .never, motion.direction != 0 {
      plan.crossingTime = motion.time(ofCrossing: lastCrossing + 1, crossings)
    }
    guard min(plan.horizon, plan.crossingTime) <= time else { return false }
    if plan.crossingTime < plan.horizon {
      passCrossings(through: min(time, plan.horizon - 1))
    } else {
      passHorizon()
    }
    return true
  }

  /// Carries out all changes of motion up to `time`; for a silent copy.
  mutating func pass(through time: Ticks) {
    while plan.horizon <= time { passHorizon() }
  }

  /// Carries out the next change: the arrival at the target, the end of a wait, and the next part of
  /// the motion; if there is none of these, the due command that was given first.
  @inline(never)
  mutating func passHorizon() {
    let time = plan.horizon
    if motion.waitEnd == time { return passWait() }
    let (position, arrives) = positionAtHorizon()
    let ending = arrives ? runEnding(at: position) : nil
    keepCrossings(upTo: position, at: time, leavingOutLast: ending != nil)
    movePresent(to: time)
    let present = Anchor(time: time, position: position)
    anchorIfAhead(at: present)
    if arrives { meet(position) }
    let isPartEnd = motion.partEndTime == time
    if isPartEnd {
      motion.enterNextPart(at: present)
      land(at: time)
    }
    if let ending {
      endRun(ending, at: present, WideInt(direction))
    } else if arrives, position.isBoundary, hasPendingRateChange {
      motion.reanchor(at: present)
      takeWaitingRate()
    }
    finishChange(at: present)
    if !waiting.isEmpty, !arrives, !isPartEnd { carryOutFirstDueCommand(at: present) }
    if waiting.isEmpty || firstDueCommand(at: time) == nil { metPosition = .never }
    makePlan(at: time)
  }

  /// Passes the end of the motion's wait: before a run, or in a delay in which the motion changed.
  private mutating func passWait() {
    let present = Anchor(time: motion.waitEnd, position: motion.anchor.position)
    movePresent(to: present.time)
    let cycle = present.position.cycle - (motion.waitDirection < 0 ? 1 : 0)
    let isStart = motion.waitDirection == 0
    motion.passWait()
    followDirection(at: present)
    // The rest became a wait because the motion changed in it, so its end is no crossing of the motion.
    if crossings.isRestEnd(lastCrossing + 1), !isStart { lastCrossing += 1 }
    emit(.delayEnded, cycle: isStart ? crossings.cycle(of: lastCrossing) : cycle)
    // The turn of a boundary is reported even if the rate has become 0 there.
    if settings.autoreverses, !isStart {
      reportTurn(inCycle: cycle)
    } else {
      reportTurn(at: present)
    }
    finishChange(at: present)
    makePlan(at: present.time)
  }

  /// The exact position at the horizon, and whether the motion arrives at the target there.
  @inline(__always)
  private func positionAtHorizon() -> (position: Position, arrives: Bool) {
    let time = plan.horizon
    if plan.arrivesAtHorizon { return (plan.target, true) }
    if metPosition != .never, presentTick == time {
      return (motion.exactPosition(at: time) ?? metPosition, false)
    }
    let position = snappedToPlan(landing(at: time) ?? motion.position(at: time))
    return (position, plan.target == position)
  }

  /// Moves the anchor to a position at the horizon that a rounding error puts ahead of the motion;
  /// otherwise, the motion would reach that position a second time.
  private mutating func anchorIfAhead(at present: Anchor) {
    guard !plan.arrivesAtHorizon, motion.direction != 0,
      (present.position - motion.position(at: present.time)).sign == motion.direction
    else { return }
    motion.reanchor(at: present)
  }

  /// How the run ends if the motion arrives at a position; `nil` if the run continues.
  private func runEnding(at position: Position) -> RepeatEvent.Kind? {
    if position == (direction > 0 ? upperEnd : lowerEnd) { return .finished }
    return state == .stopping && position.isBoundary ? .stoppedAtCycleEnd : nil
  }

  // MARK: The plan

  /// Prepares the parts of the plan that follow from the settings.
  mutating func preparePlan() {
    (plan.goesBack, plan.curve) = (settings.autoreverses, settings.pace.name)
    plan.rateLimit = settings.cycleRateLimit
  }

  /// Finds the next change of motion after the present moment.
  mutating func makePlan(at time: Ticks) {
    // Swift copies a property of `self` before each call; this is one copy for all.
    let motion = motion
    (plan.target, plan.crossingTime, plan.arrivesAtHorizon) = (.never, .never, false)
    (plan.quietEnd, plan.steadyEnd) = (-.infinity, -.infinity)
    plan.horizon = min(motion.partEndTime, motion.waitEnd)
    if motion.direction != 0 {
      let position = motion.position(at: time)
      plan.target = nextTarget(beyond: position, motion.direction)
      if !waiting.isEmpty { planCommands(beyond: position, motion.direction) }
      let arrival = motion.arrival(at: plan.target)
      if arrival <= plan.horizon, arrival != .never {
        (plan.horizon, plan.arrivesAtHorizon) = (arrival, true)
      }
    }
    if !waiting.isEmpty { planCommands(at: time) }
    // A one-way repeat that runs backwards shows the end of a cycle at the boundary.
    let isSteady =
      state.isMoving && motion.isSteady && (settings.autoreverses || motion.direction > 0)
    if isSteady, isOnTimeline, settings.hasNamedPace {
      plan.steadyEnd = Self.seconds(before: plan.horizon)
    }
  }

  /// The nearest position at which the motion changes: an end of the run, or the boundary for which a
  /// rate or a stop waits.
  @inline(__always)
  private func nextTarget(beyond position: Position, _ direction: WideInt) -> Position {
    let end = direction > 0 ? upperEnd : lowerEnd
    guard state == .stopping || hasPendingRateChange else { return end }
    let boundary = position.next(direction)
    return (end - boundary).sign == direction ? boundary : end
  }

  // These two methods are mutating, because Swift would copy the repeat for others.

  /// Makes the position of a command the target, if it is nearer.
  @inline(never)
  private mutating func planCommands(beyond position: Position, _ direction: WideInt) {
    for index in 0..<waiting.count {
      let next = waiting[index].target(beyond: position, direction)
      if next != .never, (plan.target - next).sign == direction { plan.target = next }
    }
  }

  /// Makes the time of a command the horizon, if it is earlier.
  @inline(never)
  private mutating func planCommands(at time: Ticks) {
    for index in 0..<waiting.count {
      let due = waiting[index].dueTime(at: time)
      if due < plan.horizon { (plan.horizon, plan.arrivesAtHorizon) = (due, false) }
    }
  }

  /// The tick in seconds, limited to the first `Double` above the latest time.
  ///
  /// Later times then take the slow path, which rejects them.
  static func seconds(before tick: Ticks) -> Double {
    tick > .latest ? RepeatLimits.latestTime.nextUp : tick.seconds
  }

  // MARK: Commands that wait

  /// Records that the motion has reached a position, at which commands may be due.
  private mutating func meet(_ position: Position) {
    metPosition = position
    for index in 0..<waiting.count {
      var command = waiting[index]
      guard command.isFor(position) else { continue }
      if command.skipsPosition { command.skipsPosition = false } else { command.isDue = true }
      waiting[index] = command
    }
  }

  /// The index of the due command that was given first.
  private func firstDueCommand(at time: Ticks) -> Int? {
    for index in 0..<waiting.count where waiting[index].dueTime(at: time) <= time { return index }
    return nil
  }

  private mutating func carryOutFirstDueCommand(at present: Anchor) {
    guard let index = firstDueCommand(at: present.time) else { return }
    let command = waiting[index].command
    waiting.remove(at: index)
    let position = motion.exactPosition(at: present.time) ?? present.position
    apply(command, at: position, present.time)
  }

  /// Carries out everything that is due at the present moment; the events wait for an advance.
  mutating func carryOutDue() {
    let time = presentTick
    while !plan.hasLostEvent, passNext(through: time) {}
  }
}
