// SPDX-License-Identifier: Apache-2.0

extension RepeatController {
  /// Advances to `time` and returns the events on the way, in order of time.
  /// - Parameter time: Seconds, at least ``now`` and at most 1e12.
  /// - Precondition: `time` is in that range.
  @discardableResult
  @inlinable @inline(__always)
  public mutating func advance(to time: Double) -> [RepeatEvent] {
    advanceQuietly(to: time) ? [] : advanceWithEvents(time)
  }

  /// Advances to `time` if no event and no change of motion is due until that time.
  /// - Returns: Whether the repeat has advanced.
  @inlinable @inline(__always)
  package mutating func advanceQuietly(to time: Double) -> Bool {
    guard time < quietEnd, time >= presentTime else { return false }
    presentTime = time
    return true
  }

  @usableFromInline @inline(never)
  mutating func advanceWithEvents(_ time: Double) -> [RepeatEvent] {
    var events: [RepeatEvent] = []
    advance(to: time) { event in
      // The crossing of a cycle boundary can have two events: a new cycle and a turn.
      if events.isEmpty { events.reserveCapacity(2) }
      events.append(event)
    }
    return events
  }

  /// Advances to `time` and passes each event to `handle`, in order of time.
  public mutating func advance(to time: Double, _ handle: (RepeatEvent) -> Void) {
    advance(to: time, capacity: .max, handle)
  }

  /// Advances to `time` and passes at most `capacity` events to `handle`.
  ///
  /// If more events are left, the advance ends at the time of the last event passed, so that no
  /// event is lost.
  /// - Parameter capacity: At least 2, because a cycle boundary can have two events.
  /// - Returns: Whether `time` was reached; if not, process the events and call again.
  @discardableResult @inline(never)
  package mutating func advance(to time: Double, capacity: Int, _ handle: (RepeatEvent) -> Void)
    -> Bool
  {
    precondition(
      time >= now && time <= RepeatLimits.latestTime,
      "a time must be at least the repeat's present time, \(now) s, and at most 1e12 s, but is \(time)"
    )
    precondition(capacity >= 2, "a capacity must be at least 2, but is \(capacity)")
    if !isOnTimeline { moveTimes(to: time) }
    let frame = Ticks(time, bits: 64)
    let start = now
    func deliver(_ event: RepeatEvent) {
      var event = event
      // A `start` closer to 0 than 2^-12 s can lie between two ticks. Its tick is rounded down, so
      // an event at `start` could get an earlier time.
      event.time = max(event.time, start)
      event.lateness = time - event.time
      handle(event)
    }
    room = capacity
    defer { room = .max }
    takePendingEvents(at: start, deliver)
    while horizon <= frame, handsOut { passHorizon(keepsEvents: false, deliver) }
    guard horizon > frame, pending.isEmpty,
      reportCrossings(upTo: motion.position(at: frame), at: frame, deliver)
    else {
      stopShort()
      return false
    }
    presentTime = time
    planQuietSpan()
    return true
  }

  package mutating func advanceSilently(to time: Double) {
    silence()
    advance(to: time, capacity: .max) { _ in }
    isReporting = true
  }

  /// Drops the waiting events, and all later events until `isReporting` is set.
  mutating func silence() {
    isReporting = false
    pending.removeAll()
  }

  /// Ends an advance at the last event that it could pass on, because the others exceed the
  /// capacity.
  private mutating func stopShort() {
    (quietEnd, steadyEnd) = (-.infinity, -.infinity)
    let tick = Ticks(now, bits: 64)
    try? changeAtomically { repeating in repeating.carryOutAll(at: tick) }
  }

  /// Carries out everything due at `tick`, and keeps the events of the crossings up to `tick`.
  ///
  /// Far from 0, several crossings can fall on the same `Double` time.
  private mutating func carryOutAll(at tick: Ticks) {
    carryOutDue(at: tick)
    if horizon > tick, !pending.isFull {
      reportCrossings(upTo: motion.position(at: tick), at: tick, keepsEvents: true) { _ in }
    }
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
      repeating.carryOutAll(at: Ticks(newNow, bits: 64))
    }
  }

  /// Whether the motion's times are within ±2e12 s, which is also the limit for saved states.
  var hasTimesInRange: Bool {
    let farthest = Ticks(RepeatLimits.latestTime, bits: 65).magnitude
    return [startTime, motion.origin, line.time].allSatisfy { $0.magnitude <= farthest }
  }

  private mutating func moveTimes(to newNow: Double) {
    let shift = Ticks(newNow, bits: 64) - Ticks(now, bits: 64)
    motion.shift(by: isActive ? shift : Ticks(newNow, bits: 64) - motion.origin)
    startTime = isActive ? startTime + shift : motion.origin
    if lockState != .unlocked { line.time += shift }
    for index in 0..<waiting.count {
      guard case .time(let time) = waiting[index].moment else { continue }
      // A time given before the first advance is not shifted.
      waiting[index].moment = .time(max(newNow, isOnTimeline ? time + (newNow - now) : time))
    }
    (presentTime, isOnTimeline) = (newNow, true)
    plan(at: Ticks(newNow, bits: 64))
  }

  /// Carries out all changes of motion and commands up to `time`, in order, without events.
  mutating func pass(through time: Ticks) {
    while horizon <= time { passHorizon(keepsEvents: false) { _ in } }
  }

  /// Whether the present advance can still pass on both events of a crossing.
  private var handsOut: Bool { room >= 2 && pending.isEmpty }

  /// Carries out the next change: first the motion's arrival at `target`, then the due commands in
  /// the order in which they were given.
  ///
  /// Commands set `keepsEvents`, and the events then wait for the next advance.
  /// - Returns: `false` if the events of earlier crossings found no room; the change remains due.
  @discardableResult @inline(never)
  mutating func passHorizon(keepsEvents: Bool, _ report: (RepeatEvent) -> Void) -> Bool {
    let time = horizon
    let direction = motion.direction
    let due = targetTime == time ? nil : positionOfDue(at: time)
    let reached = targetTime == time ? target : due ?? motion.position(at: time)
    let arrives = due == nil && target.meets(reached)
    let position = arrives ? target : due ?? reached.settled
    let end = direction > 0 ? upperEnd : lowerEnd
    let finishes = arrives && position == end
    let stops = finishes || (arrives && state == .stopping && position.isBoundary)
    guard
      reportCrossings(
        upTo: position, at: time, leavingOutLast: stops, keepsEvents: keepsEvents, report)
    else { return false }
    if arrives { markDue(at: position) }
    // Rounding can put `position` ahead of the motion. Without a new anchor, the motion would reach
    // that position a second time.
    if (position - reached).sign * direction > 0 { motion.reanchor(at: time, in: position) }
    if motion.pieceEnd == time {
      rememberDirection()
      motion.enterNextPart(at: time, in: position)
      land(at: time)
    }
    if stops {
      endRun(finishes ? .finished : .stoppedAtCycleEnd, in: position, direction)
    } else if arrives, position.isBoundary {
      beginCycle(at: time, in: position, direction)
    }
    settle(at: time, in: position)
    if !keepsEvents { takePendingEvents(at: time.seconds, report) }
    while keepsEvents || !isReporting || handsOut, let command = takeDueCommand(at: time) {
      apply(command, at: time, in: motion.exactPosition(at: time) ?? position)
      if !keepsEvents { takePendingEvents(at: time.seconds, report) }
    }
    plan(at: time)
    presentTime = max(now, time.seconds)
    return true
  }

  /// The exact position of a command that is due, but still waits because an earlier advance had no
  /// room for events.
  ///
  /// With this position the motion is the same, to the last bit, as with more room.
  private func positionOfDue(at time: Ticks) -> Position? {
    let (position, direction) = (motion.position(at: time), motion.direction)
    guard direction != 0, motion.exactPosition(at: time) == nil else { return nil }
    for index in 0..<waiting.count where waiting[index].isDue {
      let due = waiting[index].target(beyond: position + Position(direction), -direction)
      // A motion at the highest rate covers less than this in one tick.
      if (due - position).magnitude < 1 << 20 { return due }
    }
    return nil
  }

  /// Begins the repeat delay, and applies a waiting rate.
  private mutating func beginCycle(at time: Ticks, in position: Position, _ direction: WideInt) {
    let delay = Ticks(settings.repeatDelay, bits: 64)
    guard hasPendingRateChange || delay > 0 else { return }
    let overshoot = motion.position(at: time) - position
    motion.reanchor(at: time, in: position)
    if delay > 0 {
      motion.wait(delay, overshoot: overshoot)
      showsCycleEnd = direction > 0
    }
    if hasPendingRateChange { takeWaitingRate() }
  }

  // MARK: The plan

  /// Finds the next change of motion after `time`.
  mutating func plan(at time: Ticks) {
    (target, targetTime, horizon, crossingTime) = (.never, .never, .never, .never)
    (quietEnd, steadyEnd) = (-.infinity, -.infinity)
    let direction = motion.direction
    horizon = motion.pieceEnd
    if direction != 0 {
      let position = motion.position(at: time)
      func consider(_ next: Position) {
        if next != .never, target == .never || (target - next).sign == direction { target = next }
      }
      consider(direction > 0 ? upperEnd : lowerEnd)
      if state == .stopping || hasPendingRateChange || settings.repeatDelay > 0 {
        consider(position.next(direction))
      }
      for index in 0..<waiting.count {
        consider(waiting[index].target(beyond: position, direction))
      }
      targetTime = motion.arrival(at: target)
      horizon = min(targetTime, horizon)
    }
    for index in 0..<waiting.count { horizon = min(horizon, waiting[index].dueTime(at: time)) }
    let isSteady = state.isMoving && motion.hasFinalRate && motion.delay == 0
    if isSteady, isOnTimeline, settings.hasNamedPace { steadyEnd = seconds(before: horizon) }
  }

  /// Finds the time before which there is no boundary, no turn and no change of motion.
  private mutating func planQuietSpan() {
    let direction = motion.direction
    if crossingTime == .never, direction != 0 {
      planCrossing(lastCrossing + direction)
    }
    quietEnd = seconds(before: min(horizon, crossingTime))
  }

  /// The tick in seconds, limited to the first `Double` above the latest time.
  ///
  /// Later times then take the slow path, which rejects them.
  private func seconds(before tick: Ticks) -> Double {
    min(tick.seconds, RepeatLimits.latestTime.nextUp)
  }

  // MARK: Commands that wait

  private mutating func markDue(at position: Position) {
    for index in 0..<waiting.count
    where waiting[index].isFor(position) {
      waiting[index].isDue = true
    }
  }

  /// Removes and returns the due command that was given first.
  private mutating func takeDueCommand(at time: Ticks) -> RepeatCommand? {
    for index in 0..<waiting.count where waiting[index].dueTime(at: time) <= time {
      let command = waiting[index].command
      waiting.remove(at: index)
      return command
    }
    return nil
  }
}
