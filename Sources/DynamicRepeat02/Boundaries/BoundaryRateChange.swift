// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// Restart per cycle: a rate change waits for the next boundary, and a later one replaces it.

extension RepeatController {
  /// Changes the rate as the policy says: at once, over a ramp, or at the next boundary.
  mutating func changeRate(
    to target: DoubleDouble, at time: DoubleDouble, in motionState: MotionState
  ) {
    schedule.cancelBoundaryRate()
    // What is in effect already changes nothing, however often a game says it.
    if motion.curve.isConstant, motion.curve.endRate == target { return }
    switch policy {
    case .restartPerCycle:
      if hasCycleToEnd(in: motionState) {
        schedule.waitForBoundary(with: target)
      } else {
        setMotion(RateCurve(constant: target), at: time, in: motionState)
      }
    case .phaseMatched(let duration, let shape):
      // A ramp that leads there no later goes on.
      let remaining = DoubleDouble(motion.curve.rampDuration) - motion.curveTime(at: time)
      if duration > 0, motion.curve.endRate == target, remaining <= DoubleDouble(duration) {
        return
      }
      ramp(to: target, over: duration, shape: shape, at: time, in: motionState)
    }
  }

  /// Whether a cycle is under way whose end a rate change can wait for.
  private func hasCycleToEnd(in motionState: MotionState) -> Bool {
    state != .idle && !motionState.isBetweenCycles
      && motion.curve != RateCurve(constant: .zero)
  }

  /// Puts the rate in effect that has waited for the boundary, if one has.
  ///
  /// The motion must be anchored there.
  mutating func applyBoundaryRate() {
    guard let rate = schedule.takeBoundaryRate() else { return }
    motion.follow(RateCurve(constant: rate))
  }
}

extension RepeatSchedule {
  /// Lets `rate`, in cycles per second, wait for the next boundary, in place of one that waits.
  mutating func waitForBoundary(with rate: DoubleDouble) { boundaryRate = rate }

  mutating func cancelBoundaryRate() { boundaryRate = nil }

  /// Turns the rate that waits, as the motion is turned.
  mutating func reverseBoundaryRate() { boundaryRate = boundaryRate.map { -$0 } }

  /// The rate that waits, which waits no longer.
  mutating func takeBoundaryRate() -> DoubleDouble? {
    defer { boundaryRate = nil }
    return boundaryRate
  }
}
