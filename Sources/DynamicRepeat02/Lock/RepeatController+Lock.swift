// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Gets in step with a leader, as soon as the bounds allow or by a deadline, without a jump.
  ///
  /// Once locked, the repeat follows the leader's motion, a ramp under way included, and reports
  /// ``RepeatEvent/Kind/locked``. The bounds and their slope hold while it catches up: in step, its
  /// rate is the leader's times the ratio, however steep the leader's ramp is. A gap below 1e-18
  /// cycle is none. While the leader's tempo is ramping, the repeat is led to where the ramp ends,
  /// unless a deadline is given, and is locked when it has ended; what is in step already follows
  /// the ramp.
  ///
  /// A rate, duration, ramp, hold or reversal ends the lock; another goal takes its place silently.
  /// A pause keeps it, and the way is planned anew when it ends, as after a seek. While idle, it
  /// waits for the run to start.
  /// - Parameters: as for ``RepeatLock/init(to:ratio:offset:within:style:by:)``.
  /// - Throws: ``RepeatError/lock(_:)``, which names the number and the nearest thing possible; what
  ///   the repeat was doing goes on then.
  public mutating func lock(
    to leader: RepeatLeader, ratio: CycleRatio = .one, offset: Double = 0,
    within bounds: LockBounds, style: LockStyle = .phase, by deadline: Double? = nil
  ) throws(RepeatError) {
    try perform(
      .lock(
        to: leader, ratio: ratio, offset: offset, within: bounds, style: style, by: deadline))
  }

  /// Arrives at a phase or position at a time, at a rate that holds from then on.
  ///
  /// "n cycles in s seconds" is `arrive(at: .cycles(n), time: now + s, …)`.
  /// - Parameters: as for ``RepeatArrival/init(at:time:then:within:)``.
  /// - Throws: ``RepeatError/lock(_:)`` with the nearest time at which it could be done; what the
  ///   repeat was doing goes on then.
  public mutating func arrive(
    at point: ArrivalPoint, time: Double, then rate: RepeatRate? = nil, within bounds: LockBounds
  ) throws(RepeatError) {
    try perform(.arrive(at: point, time: time, then: rate, within: bounds))
  }

  /// Ends a lock or the way to one: see ``RateGoal/unlock``.
  public mutating func unlock() {
    let time = DoubleDouble(now)
    dropGoal(.released, at: time, cycle: motion.state(at: time).position.cycle)
    settleChange(at: time, in: motion.state(at: time))
    plan(at: time)
    pass(through: time)
  }

  /// Pursues a goal from the present time on.
  /// - Throws: the ``RepeatError`` that says what is wrong with it; nothing is changed then.
  public mutating func perform(_ goal: RateGoal) throws(RepeatError) {
    try goal.validate()
    let time = DoubleDouble(now)
    do throws(LockError) {
      try pursue(goal, at: time, in: motion.state(at: time))
    } catch {
      throw .lock(error)
    }
    settleChange(at: time, in: motion.state(at: time))
    plan(at: time)
    pass(through: time)
  }

  /// Keeps a goal for a moment to come, as for commands; ``cancel(_:)`` takes it back.
  ///
  /// Whether there is a way is known when the moment has come; if there is none, the motion goes on
  /// as it was, any lock ends, and the repeat reports ``RepeatEvent/Kind/unlocked(_:)`` with
  /// ``UnlockReason/impossible``.
  /// - Throws: the ``RepeatError`` that names a wrong number or a time that has passed.
  @discardableResult
  public mutating func schedule(_ goal: RateGoal, at moment: RepeatMoment)
    throws(RepeatError) -> ScheduledCommandID
  {
    try goal.validate()
    return try schedule(at: moment) { (schedule, moment) in schedule.add(goal, at: moment) }
  }

  /// How far the lock has come; ``LockState/unlocked`` also on the way to an arrival.
  public var lockState: LockState {
    guard let active = schedule.goals.active, case .lock = active.goal else { return .unlocked }
    return switch active.stage {
    case .waiting, .boundary: .waiting
    case .rampIn, .hold, .rampOut, .onLine: .catchingUp
    case .locked: .locked
    }
  }

  /// Whether a lock or arrival is pursued.
  package var hasGoal: Bool { schedule.goals.hasActive }

  /// When the lock or arrival is or was reached, in seconds; `nil` where there is none, or it waits.
  public var lockTime: Double? { schedule.goals.active?.end?.high }

  /// The present motion as a value for others to follow; it does not follow later changes.
  ///
  /// A delay between cycles counts as a part of the cycle: the leader has the same boundaries. `nil`
  /// while a ramp is under way in a repeat with such delays: there is no line with these boundaries.
  /// `nil` also for a run that waits for the first ``advance(to:)``, which gives it its time.
  public var leader: RepeatLeader? {
    let time = DoubleDouble(now)
    let state = motion.state(at: time)
    guard self.state != .idle, !motion.isStill else {
      return RepeatLeader(
        origin: time, anchor: state.position, curve: RateCurve(constant: .zero))
    }
    guard isOnTimeline else { return nil }
    guard motion.repeatDelay > 0 else {
      return RepeatLeader(
        origin: motion.origin, anchor: motion.anchor.position, curve: motion.curve,
        curveStart: motion.curveStart)
    }
    guard motion.curve.isConstant else { return nil }
    let rate = motion.curve.endRate
    guard rate.sign != 0 else {
      return RepeatLeader(origin: time, anchor: state.position, curve: motion.curve)
    }
    // From the next boundary back: a whole cycle takes its run and its delay.
    let boundary = state.position.nextBoundary(direction: rate.sign)
    guard let arrival = motion.arrival(at: boundary) else { return nil }
    let period = DoubleDouble.one / rate.magnitude + motion.repeatDelay
    let line = DoubleDouble.one / period
    return RepeatLeader(
      origin: arrival, anchor: boundary,
      curve: RateCurve(constant: rate.sign > 0 ? line : -line))
  }
}
