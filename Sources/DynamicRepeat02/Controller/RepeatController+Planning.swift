// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Computes the next time at which the motion changes.
  ///
  /// Called after every change.
  mutating func plan(at time: DoubleDouble) {
    quietSpan = .unknown
    let position = motion.state(at: time).position
    nextStop = plannedStop(from: position)
    horizon = earlier(motion.pieceEnd, nextStop?.time)
    if !schedule.goals.isEmpty { horizon = earlier(horizon, schedule.goals.change) }
    if !schedule.isEmpty {
      horizon = earlier(horizon, schedule.plan(at: time, on: motion, from: position))
    }
    steadyEnd = isSteady ? min(horizon?.high ?? .infinity, steadyReach) : -.infinity
  }

  /// The time at which ``SteadyMotion`` ends where the motion does not change: up to there, from the
  /// start of the run, |rate| (|time| + |origin|) is below 2^36.
  private var steadyReach: Double {
    let rate = motion.curve.endRate.high.magnitude
    let reach = min(0x1p35 / rate, RepeatLimits.latestTime.nextUp)
    let isWithin = max(motion.origin.high.magnitude, run.startTime.high.magnitude) <= reach
    return isWithin ? reach : -.infinity
  }

  /// Whether the position is a rate times a time: not idle, still, on a ramp, or with delays.
  private var isSteady: Bool {
    isOnTimeline && state != .idle && !motion.isStill && motion.curve.isConstant
      && motion.repeatDelay == 0
  }

  private func earlier(_ a: DoubleDouble?, _ b: DoubleDouble?) -> DoubleDouble? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Applies everything planned up to `frame`, in order of time.
  ///
  /// Each is a step. Only a ramp with a repeat delay has more of them than commands: one per cycle.
  /// - Returns: Whether `steps` were enough.
  @discardableResult
  mutating func pass(through frame: DoubleDouble, steps: Int = .max) -> Bool {
    var left = steps
    while let point = horizon, point <= frame {
      guard left > 0 else { return false }
      left -= 1
      pass(point)
    }
    return true
  }

  /// Looks ahead: applies everything planned up to `time`, and reports nothing.
  package mutating func lookAhead(to time: Double, steps: Int) -> Bool {
    pass(through: DoubleDouble(time), steps: steps)
  }

  /// Applies the first of what is planned for exactly `time`: what the motion brings, then
  /// commands.
  ///
  /// One at a time, with a new plan after each, as where commands are given at once: what the first
  /// command brings about at this time comes before the second.
  private mutating func pass(_ time: DoubleDouble) {
    let stepsGoal = !schedule.goals.isEmpty && schedule.goals.change == time
    let goalState = stepsGoal ? changeGoal(.ends, at: time, in: motion.state(at: time)) : nil
    // What waits where the goal is reached is due with it, though its time may be rounded in
    // another way.
    let stop = nextStop.flatMap {
      $0.time == time || $0.position == goalState?.position ? $0 : nil
    }
    let endsPiece = motion.pieceEnd == time && !stepsGoal
    // Where a position fell due, the state is at that position, not at what rounding makes of its
    // time.
    let target = schedule.reachTarget(dueAt: time, or: goalState?.position)
    let motionState =
      (stop?.position ?? target).map { motion.state(arrivedAt: $0) }
      ?? goalState ?? motion.state(at: time)

    report(upTo: motionState, at: time, leavingOutLast: stop?.reason != nil)
    if endsPiece { motion.enterNextPiece(in: motionState) }
    if let stop { arrive(at: stop, time: time) }
    if stepsGoal {
      changeGoal(.steps, at: time, in: motion.origin == time ? motion.anchor : motionState)
    }
    if endsPiece || stop != nil || stepsGoal {
      settleChange(at: time, in: motionState)
    } else if let due = schedule.popFirst(dueAt: time) {
      // Whatever changed the motion has anchored it at this very time.
      let motionState = motion.origin == time ? motion.anchor : motionState
      if let command = due.command {
        apply(command, at: time, in: motionState)
      } else if let handler = schedule.goals.handler, let goal = schedule.goals.take(due.id) {
        _ = handler(&self, .begins(goal), time, motionState)
      }
    }
    if target != nil, motion.origin != time { motion.anchor(at: time, in: motionState) }
    plan(at: time)
  }
}
