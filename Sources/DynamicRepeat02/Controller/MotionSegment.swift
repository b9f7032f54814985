// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// What a running controller will show until its motion next changes, as a value of its own.
///
/// For whoever looks at millions of frames between two changes: every answer is the controller's
/// own, bit for bit, without moving its present time.
package struct MotionSegment: Sendable {
  private let motion: Motion

  /// Seconds: the first time at which the motion may be another; infinite where no change is
  /// planned.
  package let end: Double

  /// Whether no rate change waits, and no ramp is under way: the rate in effect is the requested
  /// one.
  package let isAsRequested: Bool

  fileprivate init(_ controller: RepeatController) {
    motion = controller.motion
    end = controller.horizon?.roundedUp ?? .infinity
    isAsRequested = !controller.hasPendingRateChange && controller.motion.curve.isConstant
  }

  /// Seconds: when the motion began, as the first `Double` at which it had.
  package var start: Double { motion.origin.roundedUp }

  /// Where it began, to the last bit: a boundary is phase 0, whatever its time is rounded to.
  package var startPosition: CyclePosition { CyclePosition(motion.anchor.position) }

  /// Whether the rate is on its way from one value to another.
  package var isSliding: Bool { !motion.curve.isConstant }

  /// Whole cycles and phase at `time`, which must lie before ``end``.
  package func position(at time: Double) -> CyclePosition {
    CyclePosition(motion.state(at: DoubleDouble(time)).position)
  }

  /// Cycles per second in effect at `time`, which must lie before ``end``.
  package func hertz(at time: Double) -> Double {
    motion.isStill ? 0 : motion.rate(at: DoubleDouble(time)).high
  }
}

extension RepeatController {
  /// The motion from ``now`` on.
  /// - Precondition: a run is under way, without a repeat delay.
  package var segment: MotionSegment {
    precondition(isActive && settings.repeatDelay == 0, "only a run without delays has a segment")
    return MotionSegment(self)
  }
}
