// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

@testable import StrategyComparison

/// Each model against what its source says, in small numbers worked out by hand.
@Suite struct ModelTests {
  func rate(_ duration: Double) -> SignedRate { SignedRate(.cycleDuration(duration), direction: 1) }
  let hold = SignedRate(.hertz(0), direction: 1)
  let back = SignedRate(.hertz(-1), direction: 1)

  func change(
    _ model: inout some FrameModel, to rate: SignedRate, at time: Double, isTaken: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let wasTaken = model.change(to: rate, at: time)
    #expect(wasTaken == isTaken, sourceLocation: location)
  }

  @Test func `a changed duration of Web Animations divides the same current time`() {
    var model = WebDurationModel(at: rate(2))
    model.move(to: 1.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    change(&model, to: rate(0.5), at: 1.5)
    #expect(model.position == FramePosition(cycle: 3, phase: 0))
    // Paused for a second, it goes on where it was.
    change(&model, to: hold, at: 1.5)
    model.move(to: 2.5)
    #expect(model.position == FramePosition(cycle: 3, phase: 0))
    change(&model, to: rate(0.5), at: 2.5)
    model.move(to: 2.75)
    #expect(model.position == FramePosition(cycle: 3, phase: 0.5))
    change(&model, to: back, at: 2.75, isTaken: false)
  }

  @Test func `an updated playback rate keeps the current time, backwards and held too`() {
    var model = WebPlaybackRateModel(at: rate(2))
    model.move(to: 1.5)
    change(&model, to: rate(0.5), at: 1.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    model.move(to: 1.75)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    change(&model, to: hold, at: 1.75)
    model.move(to: 9)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    change(&model, to: back, at: 9)
    model.move(to: 9.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
  }

  @Test func `Android's fraction counts legs in Float, of whole milliseconds`() {
    var model = AndroidAnimatorModel(at: rate(0.333))
    // Half of 333 ms is 166.5 ms, which becomes 167.
    model.move(to: 0.5015)
    #expect(model.position == FramePosition(Double(Float(501) / Float(167)) / 2))
    change(&model, to: rate(1), at: 0.5015)
    #expect(model.position == FramePosition(Double(Float(501) / Float(500)) / 2))
    change(&model, to: back, at: 1, isTaken: false)
    change(&model, to: hold, at: 1)
    model.move(to: 5)
    #expect(model.position == FramePosition(cycle: 1, phase: 0))
    // After a month its time moves by a quarter of a second.
    var old = AndroidAnimatorModel(at: rate(2))
    old.move(to: 2_592_000)
    let before = old.position
    old.move(to: 2_592_000.1)
    #expect(old.position == before)
    // A callback a frame, and none on the way back.
    #expect(old.reported(from: .zero, to: FramePosition(3.5)) == 1)
    #expect(old.reported(from: FramePosition(3.5), to: .zero) == 0)
  }

  @Test func `a Float clock does not move within an eighth of a second after 12 days`() {
    var model = FloatClockModel(at: rate(1))
    let days = 12.2 * 86_400
    model.move(to: days)
    let before = model.position
    model.move(to: days + 0.05)
    #expect(model.position == before)
    // A rate change keeps the phase.
    change(&model, to: rate(0.3), at: days + 0.05)
    #expect(model.position == before)
  }

  @Test func `sums take each frame at its rate, and a rate change holds from the next frame on`() {
    var model = SumModel<Float>(at: rate(1))
    model.move(to: 0.75)
    _ = model.change(to: rate(0.5), at: 0.75)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    model.move(to: 1)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    _ = model.change(to: back, at: 1)
    model.move(to: 1.5)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    var tenths = SumModel<Float>(at: rate(1))
    var phase: Float = 0
    for frame in 1...9 {
      tenths.move(to: Double(frame) / 10)
      phase += Float(Double(frame) / 10 - Double(frame - 1) / 10)
    }
    #expect(tenths.position.phase == Double(phase))
  }

  @Test func `a tween's loop begins at the frame, and a shorter duration ends it at once`() {
    var model = TweenLoopModel(at: rate(1))
    model.move(to: 0.75)
    #expect(model.position == FramePosition(cycle: 0, phase: 0.75))
    model.move(to: 1.25)
    #expect(model.position == FramePosition(cycle: 1, phase: 0))
    model.move(to: 1.75)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.5))
    change(&model, to: rate(2), at: 1.75)
    #expect(model.position == FramePosition(cycle: 1, phase: 0.25))
    change(&model, to: rate(0.25), at: 1.75)
    #expect(model.position == FramePosition(cycle: 2, phase: 0))
    change(&model, to: back, at: 1.75, isTaken: false)
  }

  @Test func `every strategy holds its position at rate 0, from the start too`() throws {
    for strategy in ComparisonStrategy.allCases {
      var run = StrategyRun(strategy, at: .hertz(0))
      let first = run.frame(at: 1)
      #expect(first.cycle == 0 && first.phase == 0 && first.hertz == 0, "\(strategy)")
      run.apply(RateChange(time: 1.5, cycleDuration: 2))
      run.frame(at: 1.5)
      let moved = run.frame(at: 2)
      // The naive way reads all 2 s at the new rate; half of the ramp's way is lost.
      let expected =
        strategy == .naive ? (1, 0.0) : (0, strategy == .phaseRamp ? 0.125 : 0.25)
      #expect(moved.cycle == expected.0 && moved.phase == expected.1, "\(strategy)")
    }
  }

  @Test func `while the rate stays, no model is off by more than its numbers' precision`() throws {
    let schedule = try RateSchedule.of(0.5, [], length: 20)
    for strategy in ComparisonStrategy.allCases where strategy.rule == .atOnce {
      guard strategy != .tweenLoop else { continue }
      let off = schedule.figures(strategy).value(.cyclesGained).magnitude
      #expect(off < 1e-4, "\(strategy): \(off)")
    }
  }
}
