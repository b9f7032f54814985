// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Moves the present time on, and hands out what happened in (``now``, `time`], in order of time.
  ///
  /// The first call sets the start of the timeline, unless ``init(_:now:)`` did: no time passes in it.
  ///
  /// Events of commands given since the last call come first. Every boundary is reported exactly once,
  /// at the first frame at or after it, however frames fall and in either direction.
  /// - Parameter time: Seconds; not before ``now``; at most ``RepeatLimits/latestTime``. The same time
  ///   again does nothing.
  /// - Precondition: `time` is in that range, and no more than ``RepeatLimits/mostChanges`` lie before
  ///   it; ``advance(validating:)`` throws instead. To go back, restore a copy made then.
  /// - Complexity: O(1) in the length of the interval, and one step for each command and change of
  ///   course in it; one for each cycle under a ramp with a repeat delay, and one for each event where
  ///   ``EventFlood/all`` are wanted.
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
  ///   ``RepeatError/timeHasPassed(time:now:)`` before ``now``, ``RepeatError/tooFar(time:now:)`` beyond
  ///   ``RepeatLimits/mostChanges``; nothing is changed then.
  @discardableResult
  public mutating func advance(validating time: Double) throws(RepeatError) -> [RepeatEvent] {
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

  /// How many changes of motion one call may pass.
  package var mostChanges: Int { RepeatLimits.mostChanges + 4 * schedule.count }

  /// Says what is wrong with a time to advance to, if anything is.
  package func validateAdvance(to time: Double) throws(RepeatError) {
    try RepeatLimits.validate(time: time)
    guard time >= now else { throw .timeHasPassed(time: time, now: now) }
  }

  /// Moves the present time on, and leaves what happened in ``events``.
  /// - Parameter steps: How many changes of motion it may pass.
  /// - Returns: Whether those were enough; else it is of no further use, and a copy must replace it.
  @discardableResult
  package mutating func move(to time: Double, steps: Int) -> Bool {
    if !isOnTimeline { beginTimeline(at: time) }
    let frame = DoubleDouble(time)
    guard pass(through: frame, steps: steps) else { return false }
    report(upTo: motion.place(at: frame), at: frame)
    now = time
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
  /// Reports the boundaries and turns between the last one reported and `place`.
  mutating func report(upTo place: Place, at time: DoubleDouble, leavingOutLast: Bool = false) {
    let travel = motion.direction
    guard state != .idle, travel != 0 else { return }
    let perCycle = settings.marksPerCycle
    var last =
      travel > 0
      ? place.position.lastMark(perCycle: perCycle) : place.position.nextMark(perCycle: perCycle)
    if leavingOutLast, PrecisePosition(mark: last, marksPerCycle: perCycle) == place.position {
      last -= travel
    }
    let first = marks.last + travel
    guard (last - first) * travel >= 0 else { return }
    marks.last = last
    emit(marksFrom: first, to: last, travel: travel, times: .ofArrival(by: time))
  }

  /// Reports marks on the way of a jump, all at its time.
  ///
  /// A jump back onto a mark from which the motion goes on upwards has not passed it.
  mutating func reportJump(
    from: PrecisePosition, to: PrecisePosition, at time: DoubleDouble, leavingOutLast: Bool
  ) {
    let perCycle = settings.marksPerCycle
    let travel = to < from ? -1 : 1
    let first =
      travel > 0 ? from.lastMark(perCycle: perCycle) + 1 : from.nextMark(perCycle: perCycle) - 1
    var last = travel > 0 ? to.lastMark(perCycle: perCycle) : to.nextMark(perCycle: perCycle)
    let isOnMark = PrecisePosition(mark: last, marksPerCycle: perCycle) == to
    if isOnMark, leavingOutLast || (travel < 0 && marks.travel > 0) { last -= travel }
    guard (last - first) * travel >= 0 else { return }
    emit(marksFrom: first, to: last, travel: travel, times: .all(time))
  }

  /// When marks are passed.
  private enum MarkTimes {
    /// When the motion gets there; it has by this time.
    case ofArrival(by: DoubleDouble)
    /// All at this time.
    case all(DoubleDouble)
  }

  @inline(never)
  private func time(of mark: Int, _ times: MarkTimes) -> Double {
    switch times {
    case .all(let time): return time.roundedUp
    case .ofArrival(let time):
      // Rounding may put the arrival beyond a frame that has seen it.
      let position = PrecisePosition(mark: mark, marksPerCycle: settings.marksPerCycle)
      return min(motion.arrival(at: position) ?? time, time).roundedUp
    }
  }

  /// Turns marks into events, as many as the flood policy wants.
  private mutating func emit(
    marksFrom first: Int, to last: Int, travel: Int, times: MarkTimes
  ) {
    let perCycle = settings.marksPerCycle
    marks.heading = heading(at: last, travel: travel)
    guard isReporting else { return }
    let number = (last - first) * travel + 1
    if settings.flood == .all || number == 1 {
      for mark in stride(from: first, through: last, by: travel) {
        // Where there is room for no more, the others are counted, not visited.
        if events.count >= eventLimit {
          return drop(marksFrom: mark, number: (last - mark) * travel + 1)
        }
        emit(mark, travel: travel, boundaries: 1, turns: 1, time: time(of: mark, times))
      }
      return
    }
    guard perCycle == 2 else {
      return emit(last, travel: travel, boundaries: number, turns: 0, time: time(of: last, times))
    }
    let boundaries = boundaries(amongMarksFrom: first, number: number)
    let lastIsBoundary = last.isMultiple(of: 2)
    if settings.flood == .counted, !lastIsBoundary {
      emitBoundary(
        last - travel, travel: travel, count: boundaries, time: time(of: last - travel, times))
    }
    emit(last, travel: travel, boundaries: boundaries, turns: number, time: time(of: last, times))
  }

  /// Every mark is a turn where there are two per cycle, every even one a boundary as well.
  private func boundaries(amongMarksFrom first: Int, number: Int) -> Int {
    guard settings.marksPerCycle == 2 else { return number }
    return first.isMultiple(of: 2) ? (number + 1) / 2 : number / 2
  }

  private mutating func drop(marksFrom first: Int, number: Int) {
    let turns = settings.marksPerCycle == 2 ? number : 0
    // Beyond Int.max there is nothing to tell any more.
    let (sum, overflows) = droppedEvents.addingReportingOverflow(
      boundaries(amongMarksFrom: first, number: number) + turns)
    droppedEvents = overflows ? .max : sum
  }

  /// Keeps an event for the next to ask, or counts it where there is no more room.
  @inline(never)
  mutating func keep(_ event: RepeatEvent) {
    if events.count < eventLimit {
      events.append(event)
    } else if droppedEvents < .max {
      droppedEvents += 1
    }
  }

  /// The events of one mark: a boundary is a turn as well where the value goes there and back.
  private mutating func emit(
    _ mark: Int, travel: Int, boundaries: Int, turns: Int, time: Double
  ) {
    let perCycle = settings.marksPerCycle
    if mark.isMultiple(of: perCycle) {
      emitBoundary(mark, travel: travel, count: boundaries, time: time)
    }
    guard perCycle == 2 else { return }
    keep(
      RepeatEvent(
        kind: .direction(heading(at: mark, travel: travel)), cycle: cycle(at: mark, travel: travel),
        count: turns, time: time))
  }

  @inline(never)
  private mutating func emitBoundary(_ mark: Int, travel: Int, count: Int, time: Double) {
    keep(
      RepeatEvent(kind: .cycle, cycle: cycle(at: mark, travel: travel), count: count, time: time))
  }

  /// The cycle that is entered at a mark.
  private func cycle(at mark: Int, travel: Int) -> Int {
    let perCycle = settings.marksPerCycle
    let cycle = mark.flooredQuotient(by: perCycle)
    return travel < 0 && mark.isMultiple(of: perCycle) ? cycle - 1 : cycle
  }

  /// Which way the value moves after a mark: away from the state that it has reached.
  private func heading(at mark: Int, travel: Int) -> RepeatDirection {
    guard settings.autoreverses else { return travel > 0 ? .towardAlternate : .towardDefault }
    return mark.isMultiple(of: 2) ? .towardAlternate : .towardDefault
  }

  /// Which way the value moves from `position`.
  func heading(from position: PrecisePosition, travel: Int) -> RepeatDirection {
    let perCycle = settings.marksPerCycle
    let last =
      travel > 0 ? position.lastMark(perCycle: perCycle) : position.nextMark(perCycle: perCycle)
    return heading(at: last, travel: travel)
  }

  /// Tells that the value has turned because the rate's sign has changed.
  mutating func noticeTurn(at time: DoubleDouble, place: Place) {
    let travel = motion.direction
    guard state != .idle, travel != 0, travel != marks.travel else { return }
    let position = motion.origin == time ? motion.anchor.position : place.position
    restartMarks(from: position, travel: travel)
    let before = marks.heading
    marks.heading = heading(from: position, travel: travel)
    guard isReporting, marks.heading != before else { return }
    keep(
      RepeatEvent(
        kind: .direction(marks.heading), cycle: position.cycle, count: 1, time: time.roundedUp))
  }

  /// Marks up to `position` count as reported: it was jumped to, or the direction has changed there.
  mutating func restartMarks(from position: PrecisePosition, travel: Int) {
    let perCycle = settings.marksPerCycle
    marks.travel = travel
    marks.last =
      travel > 0 ? position.lastMark(perCycle: perCycle) : position.nextMark(perCycle: perCycle)
  }
}
