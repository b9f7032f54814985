// SPDX-License-Identifier: Apache-2.0

import FramePacing
import TestSupport
import Testing

struct FixedStepTests {
  /// 50 steps a second under frames of 60 Hz.
  @Test func `steps and fraction together are the time that was fed in`() {
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

  @Test(arguments: [59.5, 59.94, 60, 60.5])
  func `a display within one per cent gets exactly one step a frame, noise or not`(hertz: Double) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var fixed = FixedStep(.sixty)
    for _ in 0..<2000 {
      let delta = 1 / hertz + Double.random(in: -0.004...0.004, using: &random)
      #expect(fixed.steps(delta: delta, refreshPeriod: 1 / hertz) == 1, "seed \(seed)")
      #expect(fixed.fraction == 0)
    }
  }

  @Test func `a display that is further off does not lock`() {
    var fixed = FixedStep(.sixty)
    var steps = 0
    for _ in 0..<610 { steps += fixed.steps(delta: 1.0 / 61, refreshPeriod: 1.0 / 61) }
    #expect(abs(steps - 600) <= 1)
  }

  @Test func `steps beyond the most are dropped and counted, not made up for`() {
    var fixed = FixedStep(FrameRate(hertz: 100), mostSteps: 5)
    let first = fixed.steps(delta: 0.5, refreshPeriod: 1.0 / 60)
    #expect(first == 5)
    #expect(fixed.dropped == 45)
    let second = fixed.steps(delta: 0.0101, refreshPeriod: 1.0 / 60)
    #expect(second == 1)
    #expect(fixed.dropped == 45 && fixed.made == 6)
  }

  @Test func `two refreshes in one frame are two steps while locked`() {
    var fixed = FixedStep(.sixty)
    let steps = fixed.steps(delta: 2.0 / 59.94, refreshPeriod: 1 / 59.94)
    #expect(steps == 2)
  }

  @Test func `half a nanosecond that was counted too early takes no step back`() {
    var fixed = FixedStep(.sixty)
    let three = fixed.steps(delta: 0.049_999_999_5, refreshPeriod: 0)
    let none = fixed.steps(delta: 0, refreshPeriod: 0)
    #expect(three == 3 && none == 0 && fixed.made == 3 && fixed.fraction == 0)
  }

  @Test func `no time, no step`() {
    var fixed = FixedStep(FrameRate(hertz: 50))
    let steps = fixed.steps(delta: 0, refreshPeriod: 1.0 / 60)
    #expect(steps == 0 && fixed.fraction == 0)
  }
}
