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

  // MARK: The present moment

  /// The exact present moment: the tick of the event that was returned last, or of the time that the
  /// last advance was given.
  @inline(__always)
  var presentTick: Ticks { Ticks(seconds: presentTime) - Ticks(units: Int128(presentRounding)) }

  /// Moves the present moment to a tick.
  ///
  /// A time closer to 0 than 2^-12 s can lie between two ticks. Its tick is rounded down, so a tick
  /// that is due then may lie before `presentTime`, which does not go back.
  @inline(never)
  mutating func movePresent(to tick: Ticks) {
    var seconds = tick.nearestSeconds
    var rounded = Ticks(seconds: seconds)
    if rounded < tick {
      seconds = seconds.nextUp
      rounded = Ticks(seconds: seconds)
    }
    if seconds < presentTime { (seconds, rounded) = (presentTime, Ticks(seconds: presentTime)) }
    (presentTime, presentRounding) = (seconds, Int64(truncatingIfNeeded: (rounded - tick).units))
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
