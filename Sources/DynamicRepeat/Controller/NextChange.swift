// SPDX-License-Identifier: Apache-2.0

// The next change of the displayed value, for programs that draw only when the picture changes.

extension RepeatController {
  /// The earliest time, from `time` on, at which the displayed value changes: `time` itself while
  /// the value moves, otherwise the time of the next change; infinite if there is none.
  /// - Parameter time: Seconds, at least ``now`` and at most 1e12.
  /// - Precondition: `time` is in that range.
  public func nextChange(after time: Double) -> Double {
    var ahead = self
    ahead.lookAhead(to: time)
    var tick = Ticks(time, bits: 64)
    while true {
      if ahead.motion.isDelayed(at: tick) {
        if ahead.motion.delayEnd <= ahead.horizon, ahead.motion.delayEnd < .never {
          return max(time, ahead.motion.delayEnd.seconds)
        }
      } else if ahead.motion.direction != 0 {
        return max(time, tick.seconds)
      }
      guard ahead.horizon != .never else { return .infinity }
      let before = ahead.steadySample(at: tick)
      tick = ahead.horizon
      ahead.pass(through: tick)
      if ahead.steadySample(at: tick) != before { return max(time, tick.seconds) }
    }
  }

  /// The earliest time after `time` at which ``isOn(at:duty:)`` changes; infinite if there is none.
  ///
  /// The on part of a cycle can be so short that no `Double` time falls into it. The search
  /// therefore ends after a thousand steps without a switch and returns the time of the last step;
  /// call again with that time.
  /// - Precondition: `time` is at least ``now`` and at most 1e12, `duty` in 0...1.
  public func nextSwitch(after time: Double, duty: Double = 0.5) -> Double {
    var ahead = self
    ahead.lookAhead(to: time)
    let wasOn = ahead.isOn(at: time, duty: duty)
    guard duty > 0 else { return .infinity }
    // A sample's phase is the position's phase, rounded down to a multiple of 2^-53. The sample's
    // phase is below `duty` if and only if the position's phase is below `dutyEnd`.
    let dutyEnd = Position((duty * 0x1p53).rounded(.up), bits: 11)
    var tick = Ticks(time, bits: 64)
    for _ in 0..<1_000 {
      // The next crossing of phase 0 or `duty`, the end of a delay, or the next change of motion.
      var next = ahead.horizon
      let direction = ahead.motion.direction
      if ahead.motion.isDelayed(at: tick) {
        next = min(next, ahead.motion.delayEnd)
      } else if direction != 0, duty < 1 {
        let position = ahead.motion.position(at: tick)
        // Each boundary, 0 or `duty`, belongs to the phases above it, so a backward motion switches
        // one unit beyond the boundary.
        let back: Position = direction < 0 ? 1 : 0
        let boundary = (position + back).next(direction) - back
        let off = (position + back).next(direction, offset: dutyEnd) - back
        next = min(next, ahead.motion.arrival(at: boundary), ahead.motion.arrival(at: off))
      }
      guard next <= Ticks(RepeatLimits.latestTime, bits: 64) else { return .infinity }
      tick = max(next, tick + 1)
      ahead.pass(through: tick)
      let seconds = tick.seconds
      if seconds > time, ahead.isOn(at: seconds, duty: duty) != wasOn { return seconds }
    }
    return max(time, tick.seconds)
  }

  /// Whether a run's phase is below `duty`, for lights that blink without fading; `false` while
  /// idle and in a delay.
  /// - Precondition: `time` is within ±1e12, `duty` in 0...1.
  public func isOn(at time: Double, duty: Double = 0.5) -> Bool {
    precondition((0...1).contains(duty), "a duty must be in 0...1, but is \(duty)")
    let sample = sample(at: time)
    return sample.state != .idle && !sample.isWaiting && sample.position.phase < duty
  }

  /// Carries out all changes up to `time`, without events; for a copy that only looks ahead.
  mutating func lookAhead(to time: Double) {
    precondition(
      time >= now && time <= RepeatLimits.latestTime,
      "a time must be at least the repeat's present time, \(now) s, and at most 1e12 s, but is \(time)"
    )
    silence()
    if !isOnTimeline { advance(to: time) { _ in } }
    pass(through: Ticks(time, bits: 64))
  }
}
