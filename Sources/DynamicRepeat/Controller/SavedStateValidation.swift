// SPDX-License-Identifier: Apache-2.0

// These checks compare the fields of a saved state with each other, because forged bytes can have a
// valid checksum. In every accepted state, values are in range, every call returns, and the state
// can be saved again.

extension RepeatController {
  func validateState() throws(RepeatError) {
    try settings.validate()
    try check(time: presentTime)
    guard hasPossibleRun, hasPossibleLock, direction != 0 else { throw .invalidSavedState }
    for index in 0..<waiting.count {
      let command = waiting[index]
      try command.command.validate()
      try command.moment.validate()
      if case .time(let time) = command.moment {
        guard time >= presentTime, !command.isDue, !command.skipsPosition else {
          throw .invalidSavedState
        }
      }
    }
    for index in 0..<pending.count {
      let event = pending[index]
      let farthest = event.direction == 0 ? RepeatLimits.lastCycle * 2 : Self.crossingLimit
      guard max(event.first.magnitude, event.last.magnitude) <= farthest.magnitude,
        event.direction == 0 || haveEvents(event)
      else { throw .invalidSavedState }
    }
  }

  /// Whether crossings have the events that are to be handed out next.
  private func haveEvents(_ event: PendingEvent) -> Bool {
    guard event.first <= event.last, !event.kinds.isEmpty else { return false }
    let last = settings.reporting == .all ? event.first : event.last
    return crossings(WideInt(event.direction), hasRests: !event.isSeek && motion.rest > 0)
      .kinds(from: event.first, to: last).isSuperset(of: event.kinds)
  }

  /// A bound of the numbers of crossings: seven in each cycle.
  private static var crossingLimit: WideInt { 7 * (RepeatLimits.lastCycle + 10) }

  /// Throws if the run is beyond its ends, or if a change of motion or a crossing is overdue.
  ///
  /// An advance handles everything before the present moment. What is due at the present moment
  /// itself may remain.
  func validatePlan() throws(RepeatError) {
    let now = presentTick
    guard plan.horizon >= now else { throw .invalidSavedState }
    guard isActive else { return }
    let position = motion.position(at: now)
    let lead = lastCrossing.subtractingReportingOverflow(
      crossings.last(at: position.snapped, isResting: motion.isDelayed(at: now)))
    guard lowerEnd <= position || lowerEnd.meets(position),
      position <= upperEnd || upperEnd.meets(position),
      lastCrossing.magnitude <= Self.crossingLimit.magnitude, !lead.overflow,
      (-1...1).contains(lead.partialValue)
    else { throw .invalidSavedState }
    guard motion.direction != 0 else { return }
    guard motion.wait > 0 || motion.time(ofCrossing: lastCrossing + 1, crossings) >= now else {
      throw .invalidSavedState
    }
  }

  private var hasPossibleRun: Bool {
    let now = presentTick
    // The present time is the present moment, rounded up to a `Double`.
    guard presentRounding == 0 || now.seconds == presentTime,
      motion.rest == settings.rest, motion.isValid(at: now), motion.isPaused == state.isPaused
    else { return false }
    // Before the first advance, all commands take effect at the start of the timeline.
    let isAtStart = presentTime == -RepeatLimits.latestTime && motion.anchor.time == now
    guard isOnTimeline || (isAtStart && runStart.time == now && presentRounding == 0) else {
      return false
    }
    guard earliestStart == -.never || earliestStart.magnitude <= .farthest else { return false }
    guard isActive else { return motion.isAtRest && motion.wait == 0 && !hasPendingRateChange }
    return motion.direction == 0 || motion.wait > 0 || motion.direction == WideInt(direction)
  }

  /// Whether the plan of a lock or an arrival ends at the landing, within the rounding of all pieces.
  private var hasPossibleLock: Bool {
    guard lockState != .unlocked else { return true }
    // A rate command ends a lock, so no rate change can wait during a lock.
    guard state.isMoving, !hasPendingRateChange, motion.rest == 0, motion.wait == 0 else {
      return false
    }
    guard lockState != .locked else { return motion.hasFinalRate }
    var ahead = motion
    while !ahead.hasFinalRate {
      let end = ahead.partEndTime
      ahead.enterNextPart(at: Anchor(time: end, position: ahead.position(at: end)))
    }
    let end = ahead.anchor
    return line.time <= end.time
      && (end.position - positionOnLine(at: end.time)).magnitude <= Motion.largestOvershoot
  }
}
