// SPDX-License-Identifier: Apache-2.0

/// The motion of a running repeat, in units of a `RepeatBank`: 2^-64 cycle, 2^-62 Hz and 2^-64 s.
///
/// The numbers are integers, because a rate from a duration or a ramp may have no exact `Double` in
/// hertz, and a motion at a rounded rate would drift.
package struct ExactMotion {
  package var phase: UInt64 = 0
  package var rate: Int128 = 0
  /// The rate after the ramp; without a ramp, the present rate.
  package var finalRate: Int128 = 0
  /// The ramp's remaining time; 0 without a ramp.
  package var rampTime: Int128 = 0
  /// The rate that waits for the end of the cycle, if any, and whether a stop waits for that end.
  package var waitingRate: Int128?
  package var isStopping = false
  /// Whether the last motion was backwards.
  ///
  /// If a cycle duration is requested after a hold, the motion continues in this direction, because
  /// a duration has no sign.
  package var isBackwards = false
  /// Whether the direction is opposite to that of the requested rate.
  package var isTurned = false

  package init() {}
}

extension RepeatController {
  /// The motion at ``now``; rates are rounded away from 0, so that no cycle takes longer than
  /// requested.
  ///
  /// - Precondition: A run is under way. The setter also requires a steady motion without a delay.
  package var exactMotion: ExactMotion {
    get {
      let time = presentTick
      var exact = ExactMotion()
      exact.phase = UInt64(truncatingIfNeeded: motion.position(at: time).units)
      exact.rate = Self.coarse(motion.rate(at: time))
      exact.finalRate = Self.coarse(motion.finalRate)
      exact.rampTime = motion.ticksToFinalRate(from: time).units
      exact.waitingRate = hasPendingRateChange ? Self.coarse(waitingRate) : nil
      exact.isStopping = state.isStopping
      exact.isBackwards = direction < 0
      exact.isTurned = isReversed
      return exact
    }
    set {
      let present = Anchor(time: presentTick, position: Position(units: Int128(newValue.phase)))
      motion = Motion(anchor: present, rate: 0, rest: 0)
      motion.setRamp(
        from: Rate(units: newValue.rate << 34), to: Rate(units: newValue.finalRate << 34),
        over: Ticks(units: newValue.rampTime))
      hasPendingRateChange = newValue.waitingRate != nil
      waitingRate = Rate(units: (newValue.waitingRate ?? 0) << 34)
      state = newValue.isStopping ? .stopping : .running
      (direction, isReversed) = (newValue.isBackwards ? -1 : 1, newValue.isTurned)
      seekRun(to: present.position, isSilent: true, at: present)
      makePlan(at: present.time)
    }
  }

  private static func coarse(_ rate: Rate) -> Int128 {
    (rate.units + (rate > 0 ? 1 << 34 - 1 : 0)) >> 34
  }
}
