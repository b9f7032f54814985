// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@testable import DynamicRepeat

/// The short way through frames in which nothing happens.
@Suite struct QuietSpanTests {
  @Test func `quiet frames leave a repeat as frames that are computed in full`() throws {
    var quietFrames = 0
    for seed in UInt64(0)..<600 {
      let (script, description) = try SplitTests.randomScript(seed: seed)
      var (quiet, full) = (script, script)
      var random = SeededRandom(seed: seed)
      let step = random.chance(0.5) ? 1.0 / 60 : random.double(in: 1e-6...0.3)
      for frame in 1...400 {
        // Next to the end of a span, on both sides of it, is where a bound would be wrong.
        let time =
          random.chance(0.1) && quiet.quietSpan.end.isFinite
          ? max(quiet.now, quiet.quietSpan.end.nextDown) : quiet.now + step
        if time < quiet.quietSpan.end { quietFrames += 1 }
        full.quietSpan = .unknown
        let events = quiet.advance(to: time)
        #expect(events == full.advance(to: time), "seed \(seed), frame \(frame): \(description)")
        #expect(quiet == full, "seed \(seed), frame \(frame): \(description)")
        if quiet != full { return }
      }
    }
    #expect(quietFrames > 100_000, "of 240,000")
  }

  @Test(arguments: [-1, 1], [1, 2])
  func `a span ends before the next crossing, wherever it begins`(_ sign: Int, _ perCycle: Int)
    throws
  {
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      var controller = try RepeatController.started { $0.autoreverses = perCycle == 2 }
      let rate = random.double(in: 1e-3...1e3) * Double(sign)
      try controller.perform(.policy(.phaseMatched))
      try controller.setRate(hertz: rate)
      let near = Double(Int.random(in: 0...3, using: &random)) / 4
      let size = random.chance(0.5) ? 1e-16 : random.chance(0.5) ? 1e-9 : 0.1
      let offset = random.double(in: -1...1) * size
      let phase = min(max(near + offset, 0), (1.0).nextDown)
      controller.seek(to: CyclePosition(cycle: 7, phase: phase))
      let start = random.double(in: 0...1e6)
      try controller.moveTimeline(to: start)
      controller.advance(to: start.nextUp)
      let end = controller.quietSpan.end
      guard end > controller.now else { continue }
      let crossing = PrecisePosition(
        crossing: controller.crossings.last + sign, crossingsPerCycle: perCycle)
      let arrival = try #require(controller.motion.arrival(at: crossing))
      #expect(DoubleDouble(end) < arrival, "rate \(rate), phase \(phase), from \(start)")
    }
  }
}
