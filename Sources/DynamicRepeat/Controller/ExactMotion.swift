// SPDX-License-Identifier: Apache-2.0

/// The state of a repeat in a `RepeatBank`.
///
/// The bank's rates are in 2^-62 Hz. They are integers, because a rate from a duration or a ramp may
/// have no exact `Double` in hertz, and a motion at a rounded rate would drift.
package struct ExactMotion {
  package var state: RepeatState
  /// The motion; of an idle repeat, its position.
  package var motion: Motion
  /// The rate after a ramp; of an idle repeat, the rate of the next run.
  package var rate: Int128
  /// The rate that waits for the end of the cycle, if any.
  package var waitingRate: Int128?
  /// Whether the last motion was backwards; of an idle one-way repeat at phase 0, whether it shows the
  /// cycle's end.
  package var isBackwards: Bool
  /// Whether the direction is opposite to that of the requested rate.
  package var isTurned: Bool

  /// A steady motion.
  package init(
    _ state: RepeatState, phase: UInt64, rate: Int128, at time: Int128, isBackwards: Bool,
    isTurned: Bool
  ) {
    (self.state, self.rate) = (state, rate)
    (self.isBackwards, self.isTurned) = (isBackwards, isTurned)
    let anchor = Anchor(time: Ticks(units: time), position: Position(units: Int128(phase)))
    motion = Motion(
      anchor: anchor, rate: state == .idle ? 0 : Rate(units: rate << 34), rest: 0)
    if state.isPaused { motion.pause(at: anchor) }
  }

  fileprivate init(_ repeating: RepeatController) {
    (state, motion) = (repeating.state, repeating.motion)
    rate = Self.coarse(state == .idle ? repeating.requestInEffect : motion.finalRate)
    waitingRate = repeating.hasPendingRateChange ? Self.coarse(repeating.waitingRate) : nil
    isBackwards =
      state == .idle ? repeating.idleAppearance == .cycleEnd : repeating.direction < 0
    isTurned = repeating.isReversed
  }

  /// Rounds away from 0, so that no cycle takes longer than requested.
  package static func coarse(_ rate: Rate) -> Int128 {
    (rate.units + (rate > 0 ? 1 << 34 - 1 : 0)) >> 34
  }
}

extension RepeatController {
  /// The exact state at ``now``.
  ///
  /// - Precondition: The setter requires a repeat that was not started.
  package var exactMotion: ExactMotion {
    get { ExactMotion(self) }
    set {
      (state, motion, isReversed) = (newValue.state, newValue.motion, newValue.isTurned)
      hasPendingRateChange = newValue.waitingRate != nil
      waitingRate = Rate(units: (newValue.waitingRate ?? 0) << 34)
      let time = presentTick
      let present = Anchor(time: time, position: motion.position(at: time))
      restartCrossings(at: present, newValue.isBackwards ? -1 : 1)
      if state == .idle {
        idlePosition = present.position
        idleAppearance =
          !idlePosition.isBoundary ? .position : newValue.isBackwards ? .cycleEnd : .defaultState
      } else {
        isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing)
        countRun(at: present)
      }
      makePlan(at: time)
    }
  }

  /// The time of the next change of motion; `never` if there is none.
  package var nextMotionChange: Ticks { plan.horizon }
}
