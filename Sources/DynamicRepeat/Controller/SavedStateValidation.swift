// SPDX-License-Identifier: Apache-2.0

// These checks compare the fields of a saved state with each other, because forged bytes can have a
// valid checksum. In every accepted state, values are in range, every call returns, and the state
// can be saved again.

extension RepeatController {
  func validateState() throws(RepeatError) {
    try settings.validate()
    try check(time: presentTime)
    guard hasNumbersInRange, hasPossibleRun, hasPossibleAppearance, hasPossibleLock else {
      throw .invalidSavedState
    }
    for index in 0..<waiting.count {
      try waiting[index].command.validate()
      try waiting[index].moment.validate()
      // A command for a time is carried out at that time. Only a command for a position can be due
      // and still wait.
      if case .time(let time) = waiting[index].moment, time < presentTime || waiting[index].isDue {
        throw .invalidSavedState
      }
    }
    for index in 0..<pending.count {
      let event = pending[index]
      guard max(event.first.magnitude, event.last.magnitude) < 1 << 62,
        (-1...1).contains(event.jumpDirection),
        (event.last - event.first) * WideInt(event.jumpDirection) >= 0
      else { throw .invalidSavedState }
    }
  }

  /// Throws if the run is beyond its ends, or if a change of motion or a crossing is overdue.
  ///
  /// An advance handles all changes and crossings before the present time. Those at the present
  /// time itself may remain, because an advance reports only as many events as there is room for.
  func validatePlan() throws(RepeatError) {
    guard horizon.seconds >= presentTime else { throw .invalidSavedState }
    guard isActive else { return }
    let position = motion.position(at: min(Ticks(presentTime, bits: 64), horizon))
    guard lowerEnd <= position || lowerEnd.meets(position),
      position <= upperEnd || upperEnd.meets(position), lastCrossing.magnitude <= 1 << 62
    else { throw .invalidSavedState }
    let direction = WideInt(crossingDirection)
    let lead = (lastCrossing - crossings.last(at: position.settled, direction)) * direction
    guard lead <= 1 else { throw .invalidSavedState }
    guard motion.direction != 0 else { return }
    let crossing = motion.arrival(at: crossings.position(of: lastCrossing + direction))
    guard crossing.seconds >= presentTime else { throw .invalidSavedState }
  }

  private var hasNumbersInRange: Bool {
    let farthest = Position(RepeatLimits.lastCycle) << 65
    let positions = [startPosition, lowerEnd, upperEnd, idlePosition, motion.anchor, line.position]
    return positions.allSatisfy { $0.magnitude <= farthest.magnitude } && hasTimesInRange
      && [waitingRate, line.rate].allSatisfy { $0.magnitude <= Rate.highestInEffect.magnitude }
      && [lastDirection, crossingDirection, requestSign].allSatisfy { $0.magnitude == 1 }
      && motion.isValid(at: Ticks(presentTime, bits: 64))
  }

  private var hasPossibleRun: Bool {
    let now = Ticks(presentTime, bits: 64)
    guard motion.origin <= now, motion.isPaused == state.isPaused,
      motion.delay <= Ticks(settings.repeatDelay, bits: 64)
    else { return false }
    // Before the first advance, all commands take effect at the start of the timeline.
    let isAtStart = presentTime == -RepeatLimits.latestTime && motion.origin == now
    guard isOnTimeline || (isAtStart && startTime == now) else { return false }
    guard isActive else { return motion.isAtRest && motion.delay == 0 && !hasPendingRateChange }
    return motion.direction == 0 || motion.direction == WideInt(crossingDirection)
  }

  /// Whether the idle value is that of a start, an end or the phase at which the run was frozen.
  private var hasPossibleAppearance: Bool {
    let frozen = settings.appearance(atPhase: idlePosition.phase)
    return [(0, 0), (1, settings.pace(1)), frozen].contains { $0 == (idleFraction, idleProgress) }
  }

  /// Whether the last piece of the motion is on the lock's line, within the rounding of all pieces.
  private var hasPossibleLock: Bool {
    guard lockState != .unlocked else { return true }
    // A rate command ends a lock, so no rate change can wait during a lock.
    guard state.isMoving, !hasPendingRateChange, settings.repeatDelay == 0,
      motion.finalRate == line.rate
    else { return false }
    var ahead = motion
    while !ahead.hasFinalRate {
      let time = ahead.pieceEnd
      ahead.enterNextPart(at: time, in: ahead.position(at: time))
    }
    return line.time <= ahead.origin
      && (ahead.anchor - line.position(at: ahead.origin)).magnitude <= 1 << 24
  }
}
