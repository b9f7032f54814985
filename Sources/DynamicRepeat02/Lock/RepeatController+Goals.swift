// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// MARK: - From outside of this folder

/// What happens to the goal that is pursued.
enum GoalChange {
  /// It, or another that was scheduled, is pursued from now on.
  case begins(RateGoal)
  /// Its plan may end at this time: asks where exactly it leads.
  case ends
  /// The next part of its plan begins.
  case steps
}

/// The one way from a controller to the code of goals, kept beside each goal.
///
/// Nothing else outside of this folder names that code, so that a linker leaves it out of programs
/// that neither lock nor restore a saved state.
typealias GoalHandler =
  @Sendable (
    inout RepeatController, GoalChange, _ time: DoubleDouble, _ state: MotionState
  ) -> MotionState?

extension RepeatController {
  /// Lets the code of goals see what happens to the one that is pursued, if there is one.
  @inline(never) @discardableResult
  mutating func changeGoal(_ change: GoalChange, at time: DoubleDouble, in motionState: MotionState)
    -> MotionState?
  {
    guard let handler = schedule.goals.handler else { return nil }
    return handler(&self, change, time, motionState)
  }

  /// Pursues the goal that has waited for the motion to go on, or for a boundary, if one has.
  @inline(never)
  mutating func pursueWaitingGoal(at time: DoubleDouble, in motionState: MotionState) {
    guard let goal = schedule.goals.pursued else { return }
    changeGoal(.begins(goal), at: time, in: motionState)
  }

  /// Pursues no goal any more; the motion goes on along the present piece.
  @inline(never)
  mutating func dropGoal(_ reason: UnlockReason, at time: DoubleDouble, cycle: WideInt) {
    guard let goal = schedule.goals.pursued else { return }
    schedule.goals.removeActive()
    // An arrival is no lock: whoever ends it knows.
    if case .lock = goal { emit(.unlocked(reason), at: time, cycle: cycle) }
  }
}

extension GoalTable {
  /// The handler of every goal.
  static func handle(
    _ controller: inout RepeatController, _ change: GoalChange, at time: DoubleDouble,
    in state: MotionState
  ) -> MotionState? {
    switch change {
    case .begins(let goal):
      controller.pursueOrReport(goal, at: time, in: state)
      controller.settleChange(at: time, in: state)
    case .ends: return controller.goalState(at: time, near: state)
    case .steps: controller.stepGoal(at: time, in: state)
    }
    return nil
  }
}

// MARK: - Taking up

extension RepeatController {
  /// Pursues a goal from `time` on, where the repeat is in `motionState`; what was pursued is
  /// replaced.
  ///
  /// While idle, paused, or before the timeline has a start, it waits.
  /// - Throws: why there is no way; nothing is changed then.
  mutating func pursue(_ goal: RateGoal, at time: DoubleDouble, in motionState: MotionState)
    throws(LockError)
  {
    var active = ActiveGoal(goal: goal)
    switch goal {
    case .unlock:
      return dropGoal(.released, at: time, cycle: motionState.position.cycle)
    case .lock(let lock):
      try checkEndRate(of: lock)
      guard isMoving else { break }
      return try lock.style == .phase
        ? catchUp(with: lock, at: time, in: motionState)
        : waitForBoundary(with: lock, at: time, in: motionState)
    case .arrive(let arrival):
      guard settings.repeatDelay == 0 else { throw .delayNeedsWholeCycles(settings.repeatDelay) }
      guard isMoving else { break }
      active.plan = try plan(for: arrival, at: time, in: motionState)
      active.end = time + active.plan.preciseDuration
      return take(up: active, at: time, in: motionState)
    }
    // A rate change that waits keeps waiting: the goal begins when the motion goes on.
    schedule.goals.active = active
  }

  /// The same, but an event says where there is no way.
  @inline(never)
  mutating func pursueOrReport(
    _ goal: RateGoal, at time: DoubleDouble, in motionState: MotionState
  ) {
    do throws(LockError) {
      try pursue(goal, at: time, in: motionState)
    } catch {
      schedule.goals.removeActive()
      emit(.unlocked(.impossible), at: time, cycle: motionState.position.cycle)
    }
  }

  /// Whether time passes for the motion.
  private var isMoving: Bool { isOnTimeline && (state == .running || state == .stopping) }

  @inline(never)
  mutating func take(up active: ActiveGoal, at time: DoubleDouble, in state: MotionState) {
    schedule.cancelBoundaryRate()
    schedule.goals.active = active
    enter(.rampIn, of: active, at: time, in: state)
  }
}
