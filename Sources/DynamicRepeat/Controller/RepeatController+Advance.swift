// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Moves the present time on, and hands out what happened in (``now``, `time`], in order of time.
  ///
  /// The first call sets the start of the timeline, unless ``init(_:now:)`` did: no time passes in
  /// it.
  ///
  /// Events of commands given since the last call come first. Every boundary is reported exactly
  /// once, at the first frame at or after it, however frames fall and in either direction.
  /// - Parameter time: Seconds; not before ``now``; at most ``RepeatLimits/latestTime``. The same
  ///   time again does nothing.
  /// - Precondition: `time` is in that range, and no more than ``RepeatLimits/mostChanges`` lie
  ///   before it; ``advance(validating:)`` throws instead. To go back, restore a copy made then.
  /// - Complexity: O(1) in the length of the interval, and one step for each command and change of
  ///   motion in it; one for each cycle under a ramp with a repeat delay, and one for each event
  ///   where ``EventFlood/all`` are wanted.
  @discardableResult
  public mutating func advance(to time: Double) -> [RepeatEvent] {
    do throws(RepeatError) {
      return try advance(validating: time)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// The same as ``advance(to:)``, for a time from outside the program.
  /// - Throws: ``RepeatError/invalidTime(_:)`` beyond ±``RepeatLimits/latestTime`` and for NaN,
  ///   ``RepeatError/timeHasPassed(time:now:)`` before ``now``, ``RepeatError/tooFar(time:now:)``
  ///   beyond ``RepeatLimits/mostChanges``; nothing is changed then.
  @discardableResult
  public mutating func advance(validating time: Double) throws(RepeatError) -> [RepeatEvent] {
    if advanceQuietly(to: time) { return events.isEmpty ? [] : takeEvents() }
    try validateAdvance(to: time)
    // Without delays between cycles there are no more changes than commands bring.
    guard settings.repeatDelay > 0 else {
      move(to: time, steps: .max)
      return takeEvents()
    }
    var moved = self
    guard moved.move(to: time, steps: mostChanges) else { throw .tooFar(time: time, now: now) }
    self = moved
    return takeEvents()
  }

  /// Moves the present time on to where nothing happens for sure.
  /// - Returns: Whether it did; else nothing is changed, and ``move(to:steps:)`` is the way.
  @inline(__always)
  package mutating func advanceQuietly(to time: Double) -> Bool {
    // Both are false for a NaN, and before the timeline has a start.
    guard time < quietSpan.end, time >= now else { return false }
    now = time
    return true
  }

  /// How many changes of motion one call may pass.
  package var mostChanges: Int {
    RepeatLimits.mostChanges + 4 * (schedule.count + 2 * schedule.goals.count)
  }

  /// Says what is wrong with a time to advance to, if anything is.
  package func validateAdvance(to time: Double) throws(RepeatError) {
    try RepeatLimits.validate(time: time)
    guard time >= now else { throw .timeHasPassed(time: time, now: now) }
  }

  /// Moves the present time on, and leaves what happened in ``events``.
  /// - Parameter steps: How many changes of motion it may pass.
  /// - Returns: Whether those were enough; else it is of no further use, and a copy must replace
  ///   it.
  @discardableResult
  package mutating func move(to time: Double, steps: Int) -> Bool {
    if !isOnTimeline { beginTimeline(at: time) }
    let frame = DoubleDouble(time)
    guard pass(through: frame, steps: steps) else { return false }
    let motionState = motion.state(at: frame)
    report(upTo: motionState, at: frame)
    now = time
    quietSpan = QuietSpan(of: self, in: motionState)
    return true
  }

  /// The events of commands given since the last call of ``advance(to:)``, without moving the time.
  ///
  /// None while the timeline has no start: their time is that of the first ``advance(to:)``.
  public mutating func takeEvents() -> [RepeatEvent] {
    guard isOnTimeline, !events.isEmpty else { return [] }
    var taken: [RepeatEvent] = []
    swap(&taken, &events)
    for index in taken.indices { taken[index].lateness = lateness(of: taken[index]) }
    return taken
  }

  private func lateness(of event: RepeatEvent) -> Double { max(0, now - event.time) }

  /// Hands the oldest events to `body`, at most `limit`, and keeps the others; allocates nothing.
  /// - Returns: How many there were.
  package mutating func takeEvents(limit: Int, _ body: (Int, RepeatEvent) -> Void) -> Int {
    let number = isOnTimeline ? min(limit, events.count) : 0
    for index in 0..<number {
      var event = events[index]
      event.lateness = lateness(of: event)
      body(index, event)
    }
    events.removeSubrange(0..<number)
    return number
  }
}

// MARK: - Reporting

extension RepeatController {
  /// Reports the boundaries and turns between the last one reported and `motionState`.
  mutating func report(
    upTo motionState: MotionState, at time: DoubleDouble, leavingOutLast: Bool = false
  ) {
    let direction = motion.direction
    guard state != .idle, direction != 0 else { return }
    let perCycle = settings.crossingsPerCycle
    var last =
      direction > 0
      ? motionState.position.lastCrossing(perCycle: perCycle)
      : motionState.position.nextCrossing(perCycle: perCycle)
    if leavingOutLast,
      PrecisePosition(crossing: last, crossingsPerCycle: perCycle) == motionState.position
    {
      last -= direction
    }
    let first = crossings.last + direction
    guard (last - first) * direction >= 0 else { return }
    crossings.last = last
    emit(crossingsFrom: first, to: last, direction: direction, times: .ofArrival(by: time))
  }

  /// Reports crossings on the way of a jump, all at its time.
  ///
  /// A jump back that ends on a crossing does not pass it if the motion then runs forwards.
  mutating func reportJump(
    from: PrecisePosition, to: PrecisePosition, at time: DoubleDouble, leavingOutLast: Bool
  ) {
    let perCycle = settings.crossingsPerCycle
    let direction: WideInt = to < from ? -1 : 1
    let first =
      direction > 0
      ? from.lastCrossing(perCycle: perCycle) + 1 : from.nextCrossing(perCycle: perCycle) - 1
    var last =
      direction > 0 ? to.lastCrossing(perCycle: perCycle) : to.nextCrossing(perCycle: perCycle)
    let isOnCrossing = PrecisePosition(crossing: last, crossingsPerCycle: perCycle) == to
    if isOnCrossing, leavingOutLast || (direction < 0 && crossings.direction > 0) {
      last -= direction
    }
    guard (last - first) * direction >= 0 else { return }
    emit(crossingsFrom: first, to: last, direction: direction, times: .all(time))
  }

  /// When crossings are passed.
  private enum CrossingTimes {
    /// When the motion gets there; it has by this time.
    case ofArrival(by: DoubleDouble)
    /// All at this time.
    case all(DoubleDouble)
  }

  @inline(never)
  private func time(of crossing: WideInt, _ times: CrossingTimes) -> Double {
    switch times {
    case .all(let time): return time.roundedUp
    case .ofArrival(let time):
      // Rounding may put the arrival beyond a frame that has seen it.
      let position = PrecisePosition(
        crossing: crossing, crossingsPerCycle: settings.crossingsPerCycle)
      return min(motion.arrival(at: position) ?? time, time).roundedUp
    }
  }

  /// Turns crossings into events, as many as the flood policy wants.
  private mutating func emit(
    crossingsFrom first: WideInt, to last: WideInt, direction: WideInt, times: CrossingTimes
  ) {
    let perCycle = settings.crossingsPerCycle
    crossings.valueDirection = valueDirection(at: last, direction: direction)
    guard isReporting else { return }
    let number = (last - first) * direction + 1
    if settings.flood == .all || number == 1 {
      for crossing in stride(from: first, through: last, by: Int(direction)) {
        // Where there is room for no more, the others are counted, not visited.
        if events.count >= eventLimit {
          return drop(crossingsFrom: crossing, number: (last - crossing) * direction + 1)
        }
        emit(
          crossing, direction: direction, boundaries: 1, turns: 1, time: time(of: crossing, times))
      }
      return
    }
    guard perCycle == 2 else {
      return emit(
        last, direction: direction, boundaries: number, turns: 0, time: time(of: last, times))
    }
    let boundaries = boundaries(amongCrossingsFrom: first, number: number)
    let lastIsBoundary = last.isMultiple(of: 2)
    if settings.flood == .counted, !lastIsBoundary {
      emitBoundary(
        last - direction, direction: direction, count: boundaries,
        time: time(of: last - direction, times))
    }
    emit(
      last, direction: direction, boundaries: boundaries, turns: number, time: time(of: last, times)
    )
  }

  /// Every crossing is a turn where there are two per cycle, every even one a boundary as well.
  private func boundaries(amongCrossingsFrom first: WideInt, number: WideInt) -> WideInt {
    guard settings.crossingsPerCycle == 2 else { return number }
    return first.isMultiple(of: 2) ? (number + 1) / 2 : number / 2
  }

  private mutating func drop(crossingsFrom first: WideInt, number: WideInt) {
    let turns = settings.crossingsPerCycle == 2 ? number : 0
    // Beyond the greatest number nothing more is counted.
    let (sum, overflows) = droppedEvents.addingReportingOverflow(
      boundaries(amongCrossingsFrom: first, number: number) + turns)
    droppedEvents = overflows ? .max : sum
  }

  /// Keeps an event for the next call that takes events, or counts it where there is no more room.
  @inline(never)
  mutating func keep(_ event: RepeatEvent) {
    if events.count < eventLimit {
      events.append(event)
    } else if droppedEvents < .max {
      droppedEvents += 1
    }
  }

  /// The events of one crossing: a boundary is a turn as well where the value goes there and back.
  private mutating func emit(
    _ crossing: WideInt, direction: WideInt, boundaries: WideInt, turns: WideInt, time: Double
  ) {
    let perCycle = settings.crossingsPerCycle
    if crossing.isMultiple(of: perCycle) {
      emitBoundary(crossing, direction: direction, count: boundaries, time: time)
    }
    guard perCycle == 2 else { return }
    keep(
      RepeatEvent(
        kind: .direction(valueDirection(at: crossing, direction: direction)),
        cycle: cycle(at: crossing, direction: direction),
        count: turns, time: time))
  }

  @inline(never)
  private mutating func emitBoundary(
    _ crossing: WideInt, direction: WideInt, count: WideInt, time: Double
  ) {
    keep(
      RepeatEvent(
        kind: .cycle, cycle: cycle(at: crossing, direction: direction), count: count, time: time))
  }

  /// The cycle that is entered at a crossing.
  private func cycle(at crossing: WideInt, direction: WideInt) -> WideInt {
    let perCycle = settings.crossingsPerCycle
    let cycle = crossing.flooredQuotient(by: perCycle)
    return direction < 0 && crossing.isMultiple(of: perCycle) ? cycle - 1 : cycle
  }

  /// Which way the value moves after a crossing: away from the state that it has reached.
  private func valueDirection(at crossing: WideInt, direction: WideInt) -> RepeatDirection {
    guard settings.autoreverses else { return direction > 0 ? .towardAlternate : .towardDefault }
    return crossing.isMultiple(of: 2) ? .towardAlternate : .towardDefault
  }

  /// Which way the value moves from `position`.
  func valueDirection(from position: PrecisePosition, direction: WideInt) -> RepeatDirection {
    let perCycle = settings.crossingsPerCycle
    let last =
      direction > 0
      ? position.lastCrossing(perCycle: perCycle) : position.nextCrossing(perCycle: perCycle)
    return valueDirection(at: last, direction: direction)
  }

  /// Reports that the value has turned because the rate's sign has changed.
  mutating func noticeTurn(at time: DoubleDouble, in motionState: MotionState) {
    let direction = motion.direction
    guard state != .idle, direction != 0, direction != crossings.direction else { return }
    let position = motion.origin == time ? motion.anchor.position : motionState.position
    restartCrossings(from: position, direction: direction)
    let before = crossings.valueDirection
    crossings.valueDirection = valueDirection(from: position, direction: direction)
    guard isReporting, crossings.valueDirection != before else { return }
    keep(
      RepeatEvent(
        kind: .direction(crossings.valueDirection), cycle: position.cycle, count: 1,
        time: time.roundedUp))
  }

  /// Crossings up to `position` count as reported: it was jumped to, or the direction has changed
  /// there.
  mutating func restartCrossings(from position: PrecisePosition, direction: WideInt) {
    let perCycle = settings.crossingsPerCycle
    crossings.direction = direction
    crossings.last =
      direction > 0
      ? position.lastCrossing(perCycle: perCycle) : position.nextCrossing(perCycle: perCycle)
  }
}
