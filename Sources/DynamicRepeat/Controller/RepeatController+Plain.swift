// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A repeat that a phase and a rate describe, as a bank keeps most of its repeats.
package struct PlainRepeat {
  /// What it does with its rate.
  package enum Activity {
    case running, paused, idle
  }

  /// Seconds on the timeline at which it is at `fraction`; also a boundary's, which is rarely a
  /// `Double`.
  package let time: DoubleDouble
  /// The fraction of a cycle, in 0..<1.
  package let fraction: DoubleDouble
  /// Cycles per second.
  package let rate: DoubleDouble
  /// -1 or 1: the rate's direction; at rate 0 that of the last motion, or while idle of the next
  /// run.
  package let direction: WideInt
  /// Whether that is not the direction of the requested rate.
  package let isTurned: Bool
  package let activity: Activity

  /// The description of a repeat at a time.
  package init(
    time: DoubleDouble, fraction: DoubleDouble, rate: DoubleDouble, direction: WideInt,
    isTurned: Bool,
    activity: Activity
  ) {
    self.time = time
    self.fraction = fraction
    self.rate = rate
    self.direction = direction
    self.isTurned = isTurned
    self.activity = activity
  }
}

extension RepeatCommand {
  /// Whether it does nothing to a repeat that runs.
  package var isForStillRepeats: Bool {
    switch self {
    case .start, .resume: true
    default: false
    }
  }
}

extension RepeatController {
  /// A controller that goes on where a plain repeat is, and reports nothing.
  ///
  /// With one leg, the only crossings are the ends of cycles.
  /// - Parameter now: Seconds; within ±``RepeatLimits/latestTime``.
  package init(continuing plain: PlainRepeat, now: Double) {
    var settings = RepeatSettings()
    settings.autoreverses = false
    settings.policy = .phaseMatched
    do {
      try self.init(settings, now: now)
    } catch {
      preconditionFailure(error.description)
    }
    isReporting = false
    let position = PrecisePosition(cycle: 0, fraction: plain.fraction)
    // Of the requested rate only its direction is kept, and only that counts.
    requestedRate = .hertz(Double(plain.isTurned ? -plain.direction : plain.direction))
    start()
    motion.curve = RateCurve(constant: plain.rate)
    motion.anchor(at: plain.time, in: MotionState(position: position))
    restartCrossings(from: position, direction: plain.direction)
    crossings.valueDirection = valueDirection(from: position, direction: plain.direction)
    motion.lastDirection = plain.direction
    switch plain.activity {
    case .running: break
    case .paused: pause()
    case .idle:
      stop(.freeze)
      if plain.isTurned { reverse() }
    }
    plan(at: plain.time)
  }

  /// The same as a plain repeat; `nil` where a phase and a rate do not describe it.
  package var plain: PlainRepeat? {
    guard !hasPendingRateChange, motion.curve.isConstant, schedule.goals.isEmpty || isOnLine else {
      return nil
    }
    let activity: PlainRepeat.Activity
    switch state {
    case .idle: activity = .idle
    case .running: activity = .running
    case .paused(isStopping: false): activity = .paused
    case .stopping, .paused(isStopping: true): return nil
    }
    let isIdle = activity == .idle
    let rate = motion.curve.endRate
    let requested = requestedRate.direction
    let last = isIdle ? requested * motion.lastDirection : motion.lastDirection
    let direction = rate.sign != 0 ? rate.sign : last
    return PlainRepeat(
      time: motion.origin,
      fraction: isIdle ? DoubleDouble(idleState.position.phase) : motion.anchor.position.fraction,
      rate: rate, direction: direction, isTurned: direction != requested, activity: activity)
  }

  /// Whether all that there is of a goal is a lock to a line that the motion is on.
  private var isOnLine: Bool {
    guard let active = schedule.goals.active else { return false }
    return active.stage == .locked && active.change == nil && schedule.goals.count == 1
  }

  /// The highest magnitude of a rate that it has or will have, in cycles per second.
  package var highestRate: Double {
    let rates = [motion.curve.startRate, motion.curve.endRate, schedule.boundaryRate ?? .zero]
    let goal = schedule.goals.isEmpty ? 0 : schedule.goals.highestRate
    return rates.reduce(goal) { max($0, $1.magnitude.high) }
  }

  /// Whether it runs forwards.
  package var isForward: Bool { crossings.direction > 0 }

  /// Advances without handing out what happened.
  package mutating func advanceSilently(to time: Double) {
    let frame = DoubleDouble(time)
    pass(through: frame)
    report(upTo: motion.state(at: frame), at: frame)
    now = time
  }

  /// Applies a command whose numbers have been checked; a seek stays in its cycle, and what changes the
  /// motion ends a lock.
  ///
  /// What it reports stays in ``events``.
  /// - Parameters:
  ///   - policy: For a command that is a rate.
  ///   - time: Seconds; not before ``now``.
  package mutating func apply(_ command: RepeatCommand, _ policy: RatePolicy, at time: Double) {
    advanceSilently(to: time)
    if !schedule.goals.isEmpty, !command.isForStillRepeats { unlock() }
    var command = command
    if case .rate = command { performValid(.policy(policy)) }
    if case .seek(let target, let isSilent) = command {
      let cycle = motion.state(at: DoubleDouble(now)).position.cycle
      command = .seek(to: CyclePosition(cycle: cycle, phase: target.phase), isSilent: isSilent)
    }
    performValid(command)
  }

  /// Locks it from `time` on; the rate to end with counts as requested, as in a bank's slots.
  /// - Throws: as ``perform(_:)-(RateGoal)``; nothing but the present time is changed then.
  package mutating func pursue(_ lock: RepeatLock, at time: Double) throws(RepeatError) {
    advanceSilently(to: time)
    try perform(.lock(lock))
    requestedRate = .hertz(lock.endRate.high)
  }

  /// Goes on at the rate that it has until `end`, and from there at `rate`, in step with what will
  /// be where it is then: what is left of a lock.
  /// - Precondition: its rate is constant, and `end` lies ahead.
  package mutating func keepRate(until end: DoubleDouble, thenFollowAt rate: DoubleDouble) {
    let (time, present) = (DoubleDouble(now), motion.curve.endRate)
    let leader = RepeatLeader(
      origin: end, anchor: motion.state(at: end).position, curve: RateCurve(constant: rate))
    let bounds = LockBounds(
      leastRate: min(present.high, rate.high), mostRate: max(present.high, rate.high))
    var active = ActiveGoal(goal: .lock(to: leader, within: bounds), stage: .hold)
    active.plan = RatePlan(
      startRate: present, cruiseRate: present, endRate: rate, holdTime: end - time)
    (active.change, active.end) = (end, end)
    schedule.goals.active = active
    requestedRate = .hertz(rate.high)
    plan(at: time)
  }

  /// Forgets the events that wait to be handed out.
  package mutating func removeEvents(keepingCapacity: Bool = false) {
    events.removeAll(keepingCapacity: keepingCapacity)
  }
}
