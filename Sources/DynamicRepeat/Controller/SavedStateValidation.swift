// SPDX-License-Identifier: Apache-2.0

// Relations between the fields of a saved state. Forged bytes can have a valid checksum. Every
// state that is accepted must give values in range, return from every call, and be possible to save
// again.

extension RepeatController {
  /// Throws unless a repeat can be in this state.
  func validateState() throws(SavedStateError) {
    guard hasNumbersInRange, hasPossibleRun, hasPossibleAppearance, hasPossibleLock else {
      throw .invalidNumber
    }
    for index in 0..<waiting.count {
      let (command, moment) = (waiting[index].command, waiting[index].moment)
      guard isValid({ () throws(RepeatError) in try command.validate() }),
        isValid({ () throws(RepeatError) in try moment.validate() })
      else { throw .invalidNumber }
      // A command for a time is carried out at that time; only a command for a position can wait
      // when due.
      if case .time(let time) = moment, time < presentTime || waiting[index].isDue {
        throw .invalidNumber
      }
    }
  }

  /// Throws if the run is beyond its ends, or if a change of motion or a crossing was due before
  /// the present time, because an advance would have handled it.
  ///
  /// At the present time itself, some may be left: an advance reports only as many as there is room
  /// for.
  func validatePlan() throws(SavedStateError) {
    guard horizon.seconds >= presentTime else { throw .invalidNumber }
    guard isActive else { return }
    let position = motion.position(at: min(Ticks(presentTime, bits: 64), horizon))
    guard lowerEnd <= position || lowerEnd.meets(position),
      position <= upperEnd || upperEnd.meets(position), lastCrossing.magnitude <= 1 << 62
    else { throw .invalidNumber }
    let direction = WideInt(crossingDirection)
    let lead = (lastCrossing - crossings.last(at: position.settled, direction)) * direction
    guard lead <= 1 else { throw .invalidNumber }
    guard motion.direction != 0 else { return }
    let crossing = motion.arrival(at: crossings.position(of: lastCrossing + direction))
    guard crossing.seconds >= presentTime else { throw .invalidNumber }
  }

  private var hasNumbersInRange: Bool {
    let farthest = Position(RepeatLimits.lastCycle) << 65
    let positions = [startPosition, lowerEnd, upperEnd, idlePosition, motion.anchor, line.position]
    return isValid { () throws(RepeatError) in try settings.validate() }
      && presentTime.magnitude <= RepeatLimits.latestTime
      && positions.allSatisfy { $0.magnitude <= farthest.magnitude }
      && hasTimesInRange
      && waitingRate.magnitude <= Rate.highestInEffect.magnitude
      && line.rate.magnitude <= Rate.highestInEffect.magnitude
      && lastDirection != 0 && crossingDirection != 0 && requestSign != 0
      && motion.isValid
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

  /// Whether a lock reaches its line, within the rounding of its segments.
  private var hasPossibleLock: Bool {
    guard lockState != .unlocked else { return true }
    // A rate command ends a lock, so no rate change can wait during one.
    guard state.isMoving, !hasPendingRateChange, settings.repeatDelay == 0,
      motion.finalRate == line.rate
    else { return false }
    var ahead = motion
    while !ahead.isSteady {
      let time = ahead.pieceEnd
      ahead.enterNextPart(at: time, in: ahead.position(at: time))
    }
    return (ahead.anchor - line.position(at: ahead.origin)).magnitude <= 1 << 24
  }

  private func isValid(_ check: () throws(RepeatError) -> Void) -> Bool {
    do throws(RepeatError) { try check() } catch { return false }
    return true
  }
}
