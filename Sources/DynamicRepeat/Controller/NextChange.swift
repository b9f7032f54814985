// SPDX-License-Identifier: Apache-2.0

// The next change of the displayed value, for programs that draw only when the picture changes.

extension RepeatController {
  /// The earliest time, from `time` on, at which the displayed value changes: `time` itself while
  /// the value moves, otherwise the time of the next change; infinite if there is none.
  ///
  /// With a pace of steps, the value counts as moving throughout a cycle.
  /// - Parameter time: Seconds, at least ``now`` and at most 1e12.
  /// - Precondition: `time` is in that range.
  public func nextChange(after time: Double) -> Double {
    var ahead = self
    ahead.lookAhead(to: time)
    var tick = Ticks(seconds: time)
    while true {
      if let end = ahead.motion.point(at: tick).standstillEnd {
        if end <= ahead.plan.horizon, end < .never { return max(time, end.seconds) }
      } else if ahead.motion.direction != 0 {
        return max(time, tick.seconds)
      }
      guard ahead.plan.horizon != .never else { return .infinity }
      let before = ahead.sampleOfMotion(at: tick)
      tick = ahead.plan.horizon
      ahead.pass(through: tick)
      if ahead.sampleOfMotion(at: tick) != before { return max(time, tick.seconds) }
    }
  }

  /// The earliest time after `time` at which ``isOn(at:duty:)`` changes; infinite if there is none.
  ///
  /// The on part of a cycle can be so short that no `Double` time falls into it. The search
  /// therefore ends after a thousand steps without a switch and returns the time of the last step;
  /// call again with that time.
  /// - Precondition: `time` is at least ``now`` and at most 1e12, `duty` in 0...1.
  public func nextSwitch(after time: Double, duty: Double = 0.5) -> Double {
    check(duty: duty)
    var ahead = self
    ahead.lookAhead(to: time)
    var tick = Ticks(seconds: time)
    let wasOn = ahead.isMotionOn(at: tick, duty)
    guard duty > 0 else { return .infinity }
    for _ in 0..<1_000 {
      // The next crossing of phase 0 or `duty`, the end of a delay, or the next change of motion.
      var next = ahead.plan.horizon
      let direction = ahead.motion.direction
      if let end = ahead.motion.point(at: tick).standstillEnd {
        next = min(next, end)
      } else if direction != 0, duty < 1 || ahead.motion.rest > 0 {
        let position = ahead.motion.position(at: tick)
        let (on, off) = (
          position.next(direction), position.next(direction, offset: Position(cycles: duty))
        )
        next = min(next, ahead.motion.arrival(at: on), ahead.motion.arrival(at: off))
      }
      guard next <= Ticks(seconds: RepeatLimits.latestTime) else { return .infinity }
      tick = max(next, tick + 1)
      ahead.pass(through: tick)
      let seconds = tick.seconds
      if seconds > time, ahead.isOn(at: seconds, duty: duty) != wasOn { return seconds }
    }
    return max(time, tick.seconds)
  }

  /// Whether a blinking light is on: for the fraction `duty` at the start of each cycle, and for a
  /// backward motion at the end of each cycle; `false` while idle and in a delay.
  ///
  /// The light switches exactly when the phase reaches 0 and `duty`, in both directions. It blinks
  /// without fading. A changed duty takes effect at once, so a change inside a cycle can light the
  /// light twice.
  /// - Precondition: `time` is within ±1e12, `duty` in 0...1.
  public func isOn(at time: Double, duty: Double = 0.5) -> Bool {
    check(duty: duty)
    checkSampleTime(time)
    let tick = sampleTick(time)
    return plan.horizon > tick
      ? isMotionOn(at: tick, duty) : lookedAhead(to: tick).isMotionOn(at: tick, duty)
  }

  /// Whether the light is on, if the motion does not change before `time`.
  private func isMotionOn(at time: Ticks, _ duty: Double) -> Bool {
    guard state != .idle, time >= runStart.time, !motion.isDelayed(at: time) else { return false }
    let (fraction, end) = (motion.position(at: time).fraction, Position(cycles: duty))
    if direction > 0 { return fraction < end }
    return (fraction == 0 ? .oneCycle : fraction) <= end
  }

  private func check(duty: Double) {
    precondition((0...1).contains(duty), "a duty must be in 0...1, but is \(duty)")
  }

  /// Carries out all changes up to `time`, without events; for a copy that only looks ahead.
  mutating func lookAhead(to time: Double) {
    precondition(
      time >= now && time <= RepeatLimits.latestTime,
      "a time must be at least the repeat's present time, \(now) s, and at most 1e12 s, but is \(time)"
    )
    silence()
    if !isOnTimeline { _ = eventOnTheWay(to: time) }
    pass(through: Ticks(seconds: time))
  }
}
