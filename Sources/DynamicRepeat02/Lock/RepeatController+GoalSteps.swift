// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// Along the way to a goal, and in step with a leader.

extension RepeatController {
  /// Where exactly the goal is reached, if `time` ends its plan.
  @inline(never)
  func goalState(at time: DoubleDouble, near state: MotionState) -> MotionState? {
    guard let active = schedule.goals.active, active.change == time,
      active.plan.nextPiece(after: active.stage.piece) == nil
    else { return nil }
    let position: PrecisePosition
    switch active.goal {
    case .lock(let lock):
      if lock.style == .wholeCycles {
        guard active.stage == .hold else { return nil }
        position = state.position.moved(toFraction: .zero)
      } else if active.stage == .locked || isInStep(active, at: time) {
        position = lock.position(at: time, near: state.position)
      } else {
        position = state.position.moved(toFraction: lock.lastLine(at: time))
      }
    case .arrive(let arrival):
      switch arrival.point {
      case .phase(let phase): position = state.position.moved(toFraction: DoubleDouble(phase))
      case .position(let target): position = PrecisePosition(target)
      // No point of its own: where the plan leads, but for its last roundings.
      case .cycles: position = state.position.settled
      }
    case .unlock: return nil
    }
    return position.isAtBoundary
      ? motion.state(arrivedAt: position) : MotionState(position: position)
  }

  /// Whether the plan that ends at `time` has led into step, not to where a ramp of the leader will
  /// end.
  private func isInStep(_ active: ActiveGoal, at time: DoubleDouble) -> Bool {
    guard let end = active.end else { return true }
    // Each move of the timeline rounds both, by up to 1e-20 s.
    return (end - time).high <= 1e-18
  }

  /// Goes on to the next part of the plan.
  @inline(never)
  mutating func stepGoal(at time: DoubleDouble, in state: MotionState) {
    guard let active = schedule.goals.active, active.change == time else { return }
    guard active.stage == .onLine || active.stage == .locked else {
      return enter(
        active.plan.nextPiece(after: active.stage.piece), of: active, at: time, in: state)
    }
    guard case .lock(let lock) = active.goal else { return }
    if active.stage == .onLine {
      lockOn(lock, at: time, in: state)
    } else if lock.style == .wholeCycles {
      // The leader's ramp begins: from the next boundary on to where it will end.
      schedule.goals.active = ActiveGoal(goal: active.goal, stage: .boundary)
    } else {
      follow(lock, at: time, in: state)
    }
  }

  /// Enters a piece of the plan, or the first after it that takes time; `nil`: the plan is over.
  @inline(never)
  mutating func enter(
    _ piece: RatePlan.Piece?, of active: ActiveGoal, at time: DoubleDouble, in state: MotionState
  ) {
    var active = active
    let first = piece.flatMap {
      active.plan.duration(of: $0).sign > 0 ? $0 : active.plan.nextPiece(after: $0)
    }
    if let first {
      active.stage = ActiveGoal.Stage(first)
      active.change = time + active.plan.duration(of: first)
      schedule.goals.active = active
      return setMotion(active.plan.curve(of: first), at: time, in: state)
    }
    guard case .lock(let lock) = active.goal else {
      schedule.goals.removeActive()
      return setMotion(RateCurve(constant: active.plan.endRate), at: time, in: state)
    }
    if isInStep(active, at: time) {
      schedule.goals.active = active
      lockOn(lock, at: time, in: state)
    } else {
      active.stage = .onLine
      active.change = lock.leader.rampEnd(after: time)
      schedule.goals.active = active
      setMotion(RateCurve(constant: active.plan.endRate), at: time, in: state)
    }
  }

  /// Follows the leader from here on, and says so.
  mutating func lockOn(_ lock: RepeatLock, at time: DoubleDouble, in state: MotionState) {
    schedule.goals.active?.stage = .locked
    schedule.goals.active?.change = nil
    if lock.style == .wholeCycles {
      // Already at a boundary, or on the way from one: the plan has the rate outside of delays.
      if let plan = schedule.goals.active?.plan {
        setMotion(RateCurve(constant: plan.endRate), at: time, in: state)
      }
      schedule.goals.active?.change = lock.leader.rampStart(after: time)
    } else {
      follow(lock, at: time, in: state)
    }
    emit(.locked, at: time, cycle: motion.anchor.position.cycle)
  }

  /// From the leader's own position, along its own curve.
  @inline(never)
  private mutating func follow(_ lock: RepeatLock, at time: DoubleDouble, in state: MotionState) {
    var state = state
    state.position = lock.position(at: time, near: state.position)
    let curve = lock.ratio.times(lock.leader.curve)
    let curveTime = lock.leader.curveTime(at: time)
    let rampStart = lock.leader.rampStart(after: time)
    schedule.goals.active?.change = rampStart
    if rampStart != nil {
      setMotion(RateCurve(constant: curve.startRate), at: time, in: state)
    } else if lock.leader.rampEnd(after: time) == nil {
      setMotion(RateCurve(constant: curve.endRate), at: time, in: state)
    } else {
      setMotion(curve, at: time, in: state)
      motion.curveStart = max(.zero, curveTime)
    }
  }
}

extension RatePlan {
  /// The next piece that takes time.
  func nextPiece(after piece: Piece?) -> Piece? {
    var next = piece?.next
    while let candidate = next, duration(of: candidate).sign <= 0 { next = candidate.next }
    return next
  }
}

extension PrecisePosition {
  /// The nearest position with this fraction, in 0..<1.
  func moved(toFraction fraction: DoubleDouble) -> PrecisePosition {
    let laps = (self.fraction - fraction).high.rounded()
    return PrecisePosition(cycle: cycle + WideInt(laps), fraction: fraction)
  }
}
