// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport
import Testing

struct FixedStepTests {
  /// 50 steps per second in frames of 60 Hz.
  @Test func `steps and fraction add up to the time passed`() {
    var fixed = FixedStep(FrameRate(hertz: 50))
    var steps = 0
    for frame in 1...6000 {
      steps += fixed.steps(delta: 1.0 / 60, refreshPeriod: 1.0 / 60)
      let time = (Double(steps) + fixed.fraction) / 50
      #expect(abs(time - Double(frame) / 60) < 1e-6)
      #expect(fixed.fraction >= 0 && fixed.fraction < 1)
    }
    #expect(abs(steps - 5000) <= 1)
    #expect(fixed.dropped == 0 && fixed.made == steps)
  }

  /// The deltas have the noise of a locked display.
  ///
  /// Without the tolerance of a sixteenth of a step, every fifth frame would have zero or two steps.
  @Test func `a display with the steps' rate gets exactly one step per frame`() {
    var random = SeededRandom(seed: 1)
    var fixed = FixedStep(.sixty)
    var (time, ideal) = (0.0, 0.0)
    for _ in 0..<2000 {
      ideal += 1.0 / 60
      let next = ideal + Double.random(in: -0.0004...0.0004, using: &random)
      #expect(fixed.steps(delta: next - time, refreshPeriod: 1.0 / 60) == 1)
      time = next
    }
  }

  @Test func `steps beyond the maximum are dropped and counted`() {
    var fixed = FixedStep(FrameRate(hertz: 100), mostSteps: 5)
    let first = fixed.steps(delta: 0.5, refreshPeriod: 1.0 / 60)
    #expect(first == 5)
    #expect(fixed.dropped == 45)
    let second = fixed.steps(delta: 0.0101, refreshPeriod: 1.0 / 60)
    #expect(second == 1)
    #expect(fixed.dropped == 45 && fixed.made == 6)
  }

  @Test func `a step counted half a nanosecond too early is not taken back`() {
    var fixed = FixedStep(.sixty)
    let three = fixed.steps(delta: 0.049_999_999_5, refreshPeriod: 0)
    let none = fixed.steps(delta: 0, refreshPeriod: 0)
    #expect(three == 3 && none == 0 && fixed.made == 3 && fixed.fraction == 0)
  }
}
