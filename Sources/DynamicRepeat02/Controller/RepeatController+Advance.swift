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
  @inlinable @inline(__always)
  package mutating func advanceQuietly(to time: Double) -> Bool {
    // Both are false for a NaN, and before the timeline has a start.
    guard time < quietSpan.end, time >= now else { return false }
    presentTime = time
    return true
  }

  /// Ends the quiet where events are left that wait or were dropped.
  ///
  /// With it after each ``move(to:steps:)`` and its events, ``advanceQuietly(to:)`` only succeeds where
  /// there are none.
  package mutating func endQuietWithEvents() {
    if !events.isEmpty || droppedEvents != 0 { quietSpan = .unknown }
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
    let steady = SteadyMotion(self).position(at: time).map {
      MotionState(
        position: PrecisePosition(CyclePosition(uncheckedCycle: $0.cycle, phase: $0.phase)))
    }
    let motionState = steady ?? motion.state(at: frame)
    report(upTo: motionState, at: frame)
    now = time
    quietSpan = QuietSpan(
      from: time, before: horizon, at: motionState.position, direction: motion.direction,
      fastest: max(
        motion.curve.startRate.high.magnitude, motion.curve.endRate.high.magnitude),
      lastCrossing: crossings.last, perCycle: crossingScheme.perCycle)
    return true
  }

  /// The events of commands given since the last call of ``advance(to:)``, without moving the time.
  ///
  /// None while the timeline has no start: their time is that of the first ``advance(to:)``.
  public mutating func takeEvents() -> [RepeatEvent] {
    guard isOnTimeline, !events.isEmpty else { return [] }
    let taken = events.map { event in
      var event = event
      event.lateness = lateness(of: event)
      return event
    }
    events.removeAll(keepingCapacity: true)
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
    events.removeFirst(number)
    return number
  }
}
