// SPDX-License-Identifier: Apache-2.0

/// The motion of a running repeat up to its next change, as a separate value: the strategy
/// comparison evaluates it for millions of frames between two changes.
package struct MotionSegment: Sendable {
  private let motion: Motion
  /// The first time, in seconds, at which the motion may differ; infinite if no change is planned.
  package let end: Double
  /// Whether the rate in effect is the requested one: no rate change waits, and no ramp is under
  /// way.
  package let isAsRequested: Bool

  fileprivate init(_ controller: RepeatController) {
    motion = controller.motion
    end = controller.horizon == .never ? .infinity : controller.horizon.seconds
    isAsRequested = !controller.hasPendingRateChange && controller.motion.isSteady
  }

  /// The first time, in seconds, at which the segment's motion was in effect.
  package var start: Double { motion.origin.seconds }
  /// The position at ``start``.
  package var startPosition: CyclePosition {
    CyclePosition(uncheckedCycle: motion.anchor.cycle, phase: motion.anchor.phase)
  }
  /// Whether a ramp is under way.
  package var isSliding: Bool { !motion.isSteady }

  /// Whole cycles and phase at `time`, which must be before ``end``.
  package func position(at time: Double) -> CyclePosition {
    let position = motion.position(at: Ticks(time, bits: 64))
    return CyclePosition(uncheckedCycle: position.cycle, phase: position.phase)
  }

  /// Cycles per second in effect at `time`, which must be before ``end``.
  package func hertz(at time: Double) -> Double {
    motion.isPaused ? 0 : motion.rate(at: Ticks(time, bits: 64)).double(bits: 96)
  }
}

extension RepeatController {
  /// The motion from ``now`` on.
  /// - Precondition: A run is under way, and the settings have no repeat delay.
  package var segment: MotionSegment {
    precondition(isActive && settings.repeatDelay == 0, "only a run without delays has a segment")
    return MotionSegment(self)
  }
}
