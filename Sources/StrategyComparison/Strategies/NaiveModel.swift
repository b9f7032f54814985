// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Multiplies the time since the start by the new rate: the value jumps at a rate change.
///
/// `position = rate * elapsed`, the result of setting the speed of a running animation. A rate
/// change takes effect at its exact time. The next frame reports the boundaries that the running
/// animation has passed, but not the boundaries inside a jump. At rate 0 the position is 0.
struct NaiveModel: StrategyModel {
  private var rate: SignedRate
  private var line: RepeatLine
  private var last = FramePosition.zero
  private var reported: WideInt = 0

  init(at rate: SignedRate) { (self.rate, line) = (rate, rate.line(from: 0)) }

  var isSliding: Bool { false }

  func hertz(at time: Double) -> Double { rate.hertz }

  @inline(__always)
  func position(at time: Double) -> FramePosition { FramePosition(line.position(at: time)) }

  mutating func apply(_ rate: SignedRate, ramp: Double?, at time: Double, _ meter: inout Meter) {
    move(to: time)
    meter.requested(rate, at: time, inEffect: hertz(at: time))
    let before = Movement(phase: last.phase, hertz: hertz(at: time))
    (self.rate, line) = (rate, rate.line(from: 0))
    last = position(at: time)
    meter.motionChanged(from: before, to: Movement(phase: last.phase, hertz: rate.hertz))
    meter.tookEffect(at: time)
  }

  @inline(__always)
  mutating func show(at time: Double, _ meter: inout Meter) -> DrawnFrame {
    move(to: time)
    defer { reported = 0 }
    return DrawnFrame(position: last, reported: reported)
  }

  /// Runs at one rate and counts the boundaries passed.
  @inline(__always)
  private mutating func move(to time: Double) {
    let position = position(at: time)
    if position.cycle != last.cycle || position.phase == 0 {
      reported += position.boundaries(since: last)
    }
    last = position
  }
}
