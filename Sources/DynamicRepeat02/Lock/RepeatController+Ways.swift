// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// From where the repeat is to where it has to be.

extension RepeatController {
  /// The bounds without what would flash too often.
  @inline(never)
  private func bounds(_ bounds: LockBounds, for rate: Double) throws(LockError) -> LockBounds {
    guard let limit = settings.maxFlashRate else { return bounds }
    let (least, most) = (max(bounds.leastRate, -limit), min(bounds.mostRate, limit))
    guard least <= most else { throw .rateOutOfBounds(rate, least: -limit, most: limit) }
    return try LockBounds(
      validatingLeastRate: least, mostRate: most, slope: bounds.slope, shape: bounds.shape)
  }

  /// Throws where the leader's last rate cannot be held: known before there is a way.
  @inline(never)
  func checkEndRate(of lock: RepeatLock) throws(LockError) {
    let rate = lock.endRate
    let bounds = try bounds(lock.bounds, for: rate.high)
    if lock.style == .wholeCycles {
      _ = try RatePlan.wholeCycles(
        gap: .zero, leaderRate: rate, repeatDelay: settings.repeatDelay, within: bounds)
    } else if settings.repeatDelay > 0 {
      throw .delayNeedsWholeCycles(settings.repeatDelay)
    } else if rate.high < bounds.leastRate || rate.high > bounds.mostRate {
      throw .rateOutOfBounds(rate.high, least: bounds.leastRate, most: bounds.mostRate)
    }
  }

  mutating func catchUp(
    with lock: RepeatLock, at time: DoubleDouble, in state: MotionState
  ) throws(LockError) {
    var active = ActiveGoal(goal: .lock(lock))
    let bounds = try bounds(lock.bounds, for: lock.endRate.high)
    let rate = motion.rate(at: time)
    if let deadline = lock.deadline {
      active.plan = try plan(
        for: lock, by: DoubleDouble(deadline), at: time, in: state, rate: rate, within: bounds)
      active.end = time + active.plan.preciseDuration
      return take(up: active, at: time, in: state)
    }
    let present = lock.rate(at: time)
    let holdsPresent = present.high >= bounds.leastRate && present.high <= bounds.mostRate
    if holdsPresent,
      lock.isInStep(state.position, rate: rate, at: time, isSteep: bounds.slope == .infinity)
    {
      active.end = time
      schedule.cancelBoundaryRate()
      schedule.goals.active = active
      return lockOn(lock, at: time, in: state)
    }
    (active.plan, active.end) = try soonest(
      for: lock, at: time, in: state, rate: rate, within: bounds)
    take(up: active, at: time, in: state)
  }

  /// The soonest way, and when it has led into step.
  @inline(never)
  private func soonest(
    for lock: RepeatLock, at time: DoubleDouble, in state: MotionState, rate: DoubleDouble,
    within bounds: LockBounds
  ) throws(LockError) -> (RatePlan, end: DoubleDouble) {
    // A ramp that lies ahead does not matter to who is in step before it begins.
    if let rampStart = lock.leader.rampStart(after: time),
      let plan = try? RatePlan.soonest(
        gap: lock.phase(at: time) - state.position.fraction, leaderRate: lock.rate(at: time),
        rate: rate, within: bounds),
      time + plan.preciseDuration <= rampStart
    {
      return (plan, time + plan.preciseDuration)
    }
    let plan = try RatePlan.soonest(
      gap: lock.lastLine(at: time) - state.position.fraction, leaderRate: lock.endRate, rate: rate,
      within: bounds)
    let arrival = time + plan.preciseDuration
    return (plan, lock.leader.rampEnd(after: arrival) ?? arrival)
  }

  /// Whether there are ways that take a given time: a program without any is smaller.
  private static var hasTimedWays: Bool {
    #if DYNAMIC_REPEAT_WITHOUT_ARRIVALS
      false
    #else
      true
    #endif
  }

  /// The gentlest way that takes the whole time, or the soonest where a single cruise rate cannot.
  private func plan(
    for lock: RepeatLock, by end: DoubleDouble, at time: DoubleDouble, in state: MotionState,
    rate: DoubleDouble, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    guard Self.hasTimedWays else { throw .invalidTime(end.high) }
    let (soonest, ready) = try soonest(for: lock, at: time, in: state, rate: rate, within: bounds)
    let endRate = lock.rate(at: end)
    if end > time {
      do throws(LockError) {
        return try RatePlan.arriving(
          atPhase: lock.phase(at: end) - state.position.fraction, in: end - time, rate: rate,
          endRate: endRate, around: endRate.high, within: bounds)
      } catch {
        guard case .outOfReach = error else { throw error }
        // A rounding beside the soonest time is as good as that time.
        let isReady = ready == time + soonest.preciseDuration
        if isReady, ready.high <= end.high.nextUp { return soonest }
      }
    }
    throw .tooSoon(deadline: end.high, soonest: ready.roundedUp.nextUp)
  }

  func plan(
    for arrival: RepeatArrival, at time: DoubleDouble, in state: MotionState
  ) throws(LockError) -> RatePlan {
    guard Self.hasTimedWays else { throw .invalidTime(arrival.time ?? time.high) }
    let rate = motion.rate(at: time)
    let kept = rate.sign != 0 ? rate.sign : motion.lastDirection
    let endRate = settings.inEffect(arrival.rate ?? requestedRate, direction: kept)
    let bounds = try bounds(arrival.bounds, for: endRate.high)
    let ahead: DoubleDouble
    switch arrival.point {
    case .phase(let phase): ahead = DoubleDouble(phase) - state.position.fraction
    case .position(let position):
      ahead = PrecisePosition(position).distance(from: state.position)
    case .cycles(let cycles): ahead = DoubleDouble(cycles)
    }
    guard let end = arrival.time else {
      return try RatePlan.keepingRate(toPhase: ahead, rate: rate, endRate: endRate, within: bounds)
    }
    let seconds = DoubleDouble(end) - time
    guard seconds.sign > 0 else { throw .invalidTime(end) }
    do throws(LockError) {
      if case .phase = arrival.point {
        return try RatePlan.arriving(
          atPhase: ahead, in: seconds, rate: rate, endRate: endRate, around: nil, within: bounds)
      }
      return try RatePlan.arriving(
        after: ahead, in: seconds, rate: rate, endRate: endRate, within: bounds)
    } catch {
      throw error.onTimeline(from: time, at: end, position: state.position)
    }
  }

  mutating func waitForBoundary(
    with lock: RepeatLock, at time: DoubleDouble, in state: MotionState
  ) throws(LockError) {
    if state.isBetweenCycles {
      try runWholeCycles(lock, at: time, in: state)
    } else {
      if motion.curve.isConstant, motion.curve.endRate == .zero {
        // No boundary would ever come: to it at the leader's rate.
        let rate = try RatePlan.wholeCycles(
          gap: .zero, leaderRate: lock.endRate, repeatDelay: settings.repeatDelay,
          within: try bounds(lock.bounds, for: lock.endRate.high)
        ).endRate
        setMotion(RateCurve(constant: rate), at: time, in: state)
      }
      schedule.goals.active = ActiveGoal(goal: .lock(lock), stage: .boundary)
    }
    schedule.cancelBoundaryRate()
  }

  /// Whole cycles from the boundary where the motion is, or was before the present delay began.
  @inline(never)
  mutating func runWholeCycles(
    _ lock: RepeatLock, at time: DoubleDouble, in state: MotionState
  ) throws(LockError) {
    let start = time - (DoubleDouble(settings.repeatDelay) - state.delayLeft)
    var active = ActiveGoal(goal: .lock(lock))
    var isLast = lock.leadsToLastLine(at: start)
    active.plan = try wholeCycles(for: lock, isLast: isLast, from: start, in: state)
    if let rampStart = lock.leader.rampStart(after: start),
      start + active.plan.preciseDuration > rampStart
    {
      isLast = true
      active.plan = try wholeCycles(for: lock, isLast: true, from: start, in: state)
    }
    let arrival = start + active.plan.preciseDuration
    active.end = isLast ? lock.leader.rampEnd(after: arrival) ?? arrival : arrival
    guard active.plan.holdTime.sign > 0 else {
      schedule.goals.active = active
      return enter(nil, of: active, at: time, in: state)
    }
    active.stage = .hold
    active.change = arrival
    schedule.goals.active = active
    setMotion(active.plan.curve(of: .hold), at: time, in: state)
  }

  /// Whole cycles onto the leader's present line, or the one where its ramp has ended.
  @inline(never)
  private func wholeCycles(
    for lock: RepeatLock, isLast: Bool, from start: DoubleDouble, in state: MotionState
  ) throws(LockError) -> RatePlan {
    let target = isLast ? lock.lastLine(at: start) : lock.phase(at: start)
    let rate = isLast ? lock.endRate : lock.rate(at: start)
    return try RatePlan.wholeCycles(
      gap: target - state.position.fraction, leaderRate: rate, repeatDelay: settings.repeatDelay,
      within: try bounds(lock.bounds, for: rate.high))
  }
}
