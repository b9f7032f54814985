// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Begins the timeline at `time`, once: what was commanded before holds from then on.
  ///
  /// Until then ``now`` is ``RepeatLimits/beforeTimeline``, so that everything commanded has
  /// happened at that one time, and no time that something may be scheduled for lies before it.
  @inline(never)
  mutating func beginTimeline(at time: Double) {
    let start = DoubleDouble(time)
    isOnTimeline = true
    now = time
    motion.origin = start
    run.startTime = start
    events.changeTimes { _ in time }
    schedule.postpone(to: start)
    if !schedule.goals.isEmpty, state == .running || state == .stopping {
      pursueWaitingGoal(at: start, in: motion.anchor)
    }
    plan(at: start)
    pass(through: start)
  }

  /// The time that answers for `time`: before the timeline has a start, the start itself.
  @inline(__always)
  func timeOnTimeline(_ time: Double) -> Double { isOnTimeline ? time : now }
}

// MARK: - Another clock

extension RepeatController {
  /// Moves the whole timeline so that the present time is `newNow`: the repeat goes on from there
  /// as it would have from ``now``.
  ///
  /// For a saved state in a process whose clock has another start, and for a clock that was set.
  /// What shows at the present time stays, bit for bit; scheduled times and those of events that
  /// have not been taken move along, rounded to a `Double`. Before the first ``advance(to:)``, it
  /// sets the start.
  /// - Parameter newNow: Seconds; within ±``RepeatLimits/latestTime``, as must then be the start of
  ///   the run, every scheduled time, and the deadlines and times of locks and arrivals.
  /// - Throws: ``RepeatError/invalidTime(_:)`` with the time that would leave the range; nothing is
  ///   changed then.
  /// - Complexity: O(n) where n commands wait for times.
  public mutating func moveTimeline(to newNow: Double) throws(RepeatError) {
    try RepeatLimits.validate(time: newNow)
    guard isOnTimeline else { return beginTimeline(at: newNow) }
    // Exact, so that the present time is met exactly.
    let shift = DoubleDouble(newNow) - DoubleDouble(now)
    try validateMove(by: shift)
    let motionState = motion.state(at: DoubleDouble(now))
    now = newNow
    motion.origin = motion.origin + shift
    // The origin is rounded, which may show at high rates and far from 0.
    let moved = motion.state(at: DoubleDouble(newNow)).position
    if CyclePosition(moved) != CyclePosition(motionState.position) {
      motion.anchor(at: DoubleDouble(newNow), in: motionState)
    }
    run.startTime = run.startTime + shift
    events.changeTimes { min((DoubleDouble($0) + shift).roundedUp, newNow) }
    schedule.shiftTimes(by: shift)
    schedule.goals.shift(by: shift)
    plan(at: DoubleDouble(newNow))
  }

  /// Throws the time that would leave the range if all were moved by `seconds`.
  package func validateMove(by seconds: DoubleDouble) throws(RepeatError) {
    for time in [motion.origin, run.startTime, schedule.lastTime ?? run.startTime] {
      try RepeatLimits.validate(time: (time + seconds).high)
    }
    try schedule.goals.validate(shiftedBy: seconds)
  }

  /// Moves the whole timeline by `seconds`, as ``moveTimeline(to:)`` does: for a clock that wraps.
  ///
  /// Before the first ``advance(to:)``, which sets the start, it changes nothing.
  /// - Throws: ``RepeatError/invalidTime(_:)``; nothing is changed then.
  public mutating func shiftTimeline(by seconds: Double) throws(RepeatError) {
    guard seconds.isFinite else { throw .invalidTime(seconds) }
    if isOnTimeline { try moveTimeline(to: now + seconds) }
  }
}
