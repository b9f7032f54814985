// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A position at which something must happen.
struct PlannedStop: Hashable, Sendable {
  let position: PrecisePosition
  let time: DoubleDouble
  /// Why the run is over there, if it is.
  let reason: StopReason?
}

// MARK: - Where it is

extension RepeatController {
  /// The end of the run, or the cycle's boundary where something waits for it, whichever is nearer.
  func plannedStop(from position: PrecisePosition) -> PlannedStop? {
    let direction = motion.direction
    guard state != .idle, direction != 0 else { return nil }
    let boundary = needsBoundary ? position.nextBoundary(direction: direction) : nil
    let end =
      run.end(towards: direction) ?? lastPosition(inReachOf: position, direction: direction)
    if let end {
      let isNearer = boundary.map { direction > 0 ? end <= $0 : end >= $0 } ?? true
      if isNearer { return planned(end, .finished) }
    }
    return boundary.flatMap { planned($0, state == .stopping ? .cycleEnd : nil) }
  }

  private func planned(_ position: PrecisePosition, _ reason: StopReason?) -> PlannedStop? {
    guard let time = motion.arrival(at: position) else { return nil }
    return PlannedStop(position: position, time: time, reason: reason)
  }

  /// Whether something waits for the next boundary.
  private var needsBoundary: Bool {
    state == .stopping || schedule.boundaryRate != nil || motion.stopsAtBoundaries
      || schedule.goals.waitsForBoundary
  }

  /// The last position that there is, unless the motion cannot get there before the latest time.
  private func lastPosition(inReachOf position: PrecisePosition, direction: WideInt)
    -> PrecisePosition?
  {
    let fastest = max(
      motion.curve.startRate.high.magnitude, motion.curve.endRate.high.magnitude)
    // One cycle in a million more than the numbers say: an estimate is enough.
    let reach = fastest * (RepeatLimits.latestTime - motion.origin.high) * 1.000_001 + 2
    let distance = CyclePosition.limit - Double(direction * position.cycle)
    return distance > reach ? nil : .last(towards: direction)
  }
}

extension PrecisePosition {
  /// The last position: ±``CyclePosition/limit`` cycles.
  static func last(towards direction: WideInt) -> PrecisePosition {
    let limit = WideInt(CyclePosition.limit)
    return PrecisePosition(cycle: direction < 0 ? -limit : limit, fraction: .zero)
  }
}

// MARK: - What happens there

extension RepeatController {
  /// What has to happen where the motion has arrived.
  mutating func arrive(at stop: PlannedStop, time: DoubleDouble) {
    let direction = motion.direction
    let motionState = MotionState(position: stop.position)
    if let reason = stop.reason {
      return endRun(reason, at: time, in: motionState, cycleHasEnded: true)
    }
    motion.anchor(at: time, in: motionState)
    motion.anchor.delayLeft = DoubleDouble(settings.repeatDelay)
    motion.anchor.showsCycleEnd = motion.anchor.isWaiting && direction > 0
    applyBoundaryRate()
    if schedule.goals.waitsForBoundary { pursueWaitingGoal(at: time, in: motion.anchor) }
  }

  /// Lets what waits for a boundary take effect where the motion has come to a standstill.
  ///
  /// From here it reaches no boundary: at the end of a ramp to 0, in a hold. First comes the rate
  /// that waits, as at a boundary. If that sets nothing in motion either, a stop that waits ends
  /// the run. A pause is no standstill: time goes on when it ends.
  mutating func settleStandstill(at time: DoubleDouble, in motionState: MotionState) {
    guard state == .running || state == .stopping, isAtStandstill else { return }
    if schedule.goals.waitsForBoundary {
      // No boundary comes by itself.
      return pursueWaitingGoal(at: time, in: motionState)
    }
    if schedule.boundaryRate != nil {
      motion.anchor(at: time, in: motionState)
      applyBoundaryRate()
    }
    guard state == .stopping, isAtStandstill else { return }
    if motionState.isBetweenCycles {
      endRun(.cycleEnd, at: time, in: motionState, cycleHasEnded: true)
    } else {
      endRun(.immediately, at: time, in: motionState)
    }
  }

  private var isAtStandstill: Bool {
    // A plan that stands still for a while goes on.
    !motion.isStill && motion.curve.isConstant && motion.curve.endRate == .zero
      && (schedule.goals.isEmpty || schedule.goals.change == nil)
  }
}

#if !hasFeature(Embedded)
  extension PlannedStop: Codable {}
#endif
