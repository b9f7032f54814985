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
    guard !hasPendingRateChange, motion.curve.isConstant else { return nil }
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

  /// The highest magnitude of a rate that it has or will have, in cycles per second.
  package var highestRate: Double {
    let rates = [motion.curve.startRate, motion.curve.endRate, schedule.boundaryRate ?? .zero]
    return rates.reduce(0) { max($0, $1.magnitude.high) }
  }

  /// Advances without handing out what happened.
  package mutating func advanceSilently(to time: Double) {
    let frame = DoubleDouble(time)
    pass(through: frame)
    report(upTo: motion.state(at: frame), at: frame)
    now = time
  }

  /// Applies a command whose numbers have been checked; a seek stays in its cycle.
  /// - Parameters:
  ///   - policy: For a command that is a rate.
  ///   - time: Seconds; not before ``now``.
  package mutating func apply(_ command: RepeatCommand, _ policy: RatePolicy, at time: Double) {
    advanceSilently(to: time)
    var command = command
    if case .rate = command { performValid(.policy(policy)) }
    if case .seek(let target, let isSilent) = command {
      let cycle = motion.state(at: DoubleDouble(now)).position.cycle
      command = .seek(to: CyclePosition(cycle: cycle, phase: target.phase), isSilent: isSilent)
    }
    performValid(command)
  }
}
