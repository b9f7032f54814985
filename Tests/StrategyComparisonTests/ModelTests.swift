// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import StrategyComparison

/// Each model compared with its source, in small numbers computed by hand.
@Suite struct ModelTests {
  func rate(_ duration: Double) -> SignedRate { SignedRate(.cycleDuration(duration), direction: 1) }
  let hold = SignedRate(.hertz(0), direction: 1)
  let back = SignedRate(.hertz(-1), direction: 1)

  @Test func `an updated playback rate keeps the current time, even backwards and at rate 0`() {
    var model = PlaybackRateModel(at: rate(2))
    model.move(to: 1.5)
    _ = model.change(to: rate(0.5), at: 1.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    model.move(to: 1.75)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    _ = model.change(to: hold, at: 1.75)
    model.move(to: 9)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    _ = model.change(to: back, at: 9)
    model.move(to: 9.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
  }

  @Test func `sums use each frame's rate, and a rate change applies from the next frame on`() {
    var model = SumModel(at: rate(1))
    model.move(to: 0.75)
    _ = model.change(to: rate(0.5), at: 0.75)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    model.move(to: 1)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    _ = model.change(to: back, at: 1)
    model.move(to: 1.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
  }

  @Test func `a tween's loop restarts at the frame, and a shorter duration ends that loop`() {
    var model = TweenLoopModel(at: rate(1))
    model.move(to: 0.75)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    model.move(to: 1.25)
    #expect(model.position == FramePosition(cycle: 1, phase: 0))
    model.move(to: 1.75)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.5))
    _ = model.change(to: rate(2), at: 1.75)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    _ = model.change(to: rate(0.25), at: 1.75)
    #expect(model.position == FramePosition(cycle: 2, phase: 0))
    let isTaken = model.change(to: back, at: 1.75)
    #expect(!isTaken)
  }

  @Test func `every strategy holds its position at rate 0, also from the start`() throws {
    for strategy in ComparisonStrategy.allCases {
      var run = StrategyRun(strategy, at: .hertz(0))
      let first = run.frame(at: 1)
      #expect(first.cycle == 0 && first.phase == 0 && first.hertz == 0, "\(strategy)")
      run.apply(RateChange(time: 1.5, cycleDuration: 2))
      run.frame(at: 1.5)
      let moved = run.frame(at: 2)
      // The naive strategy evaluates all 2 s at the new rate; the ramp loses half of its distance.
      let expected =
        strategy == .naive ? (1, 0.0) : (0, strategy == .phaseRamp ? 0.125 : 0.25)
      #expect(moved.cycle == expected.0 && moved.phase == expected.1, "\(strategy)")
    }
  }
}
