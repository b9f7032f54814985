// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@testable import DynamicRepeat

/// The short way to a position at a constant rate.
@Suite struct SteadyMotionTests {
  @Test func `the short way gives the bits of the long one`() throws {
    let seed: UInt64 = 71
    var random = SeededRandom(seed: seed)
    var answered = 0
    for round in 0..<2_000 {
      let controller = try Self.randomCourse(&random)
      for _ in 0..<50 {
        let time = controller.now + random.double(in: -1...1) * Self.size(&random)
        let full = controller.sampleInFull(at: time)
        guard let steady = SteadyMotion(controller).position(at: time) else { continue }
        answered += 1
        let position = CyclePosition(cycle: steady.cycle, phase: steady.phase)
        #expect(position == full.position, "seed \(seed), round \(round), time \(time)")
        #expect(controller.sampleSteadily(at: time) == full, "seed \(seed), round \(round)")
        #expect(controller.progress(at: time) == full.progress, "seed \(seed), round \(round)")
      }
    }
    #expect(answered > 30_000, "of 100,000 times, half of them before the start")
  }

  @Test func `the short way to the time of a crossing gives the bits of the long one`() throws {
    let seed: UInt64 = 72
    var random = SeededRandom(seed: seed)
    var answered = 0
    for round in 0..<2_000 {
      var controller = try Self.randomCourse(&random)
      if random.chance(0.5) {
        // A motion that begins where a cycle ends, which is rarely a `Double`.
        try controller.setPolicy(.restartPerCycle)
        try controller.setRate(hertz: random.double(in: -1...1) * min(Self.size(&random), 1e6))
        controller.advance(to: controller.horizon?.roundedUp ?? controller.now)
      }
      let direction = controller.motion.direction
      let first = controller.crossings.last
      for _ in 0..<20 where direction != 0 {
        let crossing = first + direction * Int(Self.size(&random).rounded(.up))
        let position = controller.crossingScheme.position(of: crossing)
        guard let full = controller.motion.arrival(at: position),
          let steady = SteadyMotion(controller).arrival(at: position)
        else { continue }
        answered += 1
        #expect(steady == full.roundedUp, "seed \(seed), round \(round), crossing \(crossing)")
      }
    }
    #expect(answered > 30_000, "of 40,000 crossings, some of them beyond the latest time")
  }

  @Test func `a crossing at a time that is a number of the clock is left to the long way`() throws {
    let controller = try RepeatController.started(0.25)
    for crossing in 1...1_000 {
      let position = controller.crossingScheme.position(of: crossing)
      #expect(SteadyMotion(controller).arrival(at: position) == nil)
      #expect(controller.motion.arrival(at: position)?.roundedUp == Double(crossing) / 8)
    }
  }

  @Test func `the short way leaves boundaries, turns and their neighbours to the long one`() throws
  {
    var controller = try RepeatController.started(0.1)
    controller.advance(to: 7.03)
    for crossing in 1...10_000 {
      let time = Double(crossing) * 0.05
      for near in [time.nextDown, time, time.nextUp] {
        let full = controller.sampleInFull(at: near)
        #expect(controller.sampleSteadily(at: near) == full, "at \(near)")
      }
    }
  }

  @Test(arguments: ["idle", "paused", "ramp", "delay", "not a number", "before the start"])
  func `there is no short way where the motion is not steady`(_ situation: String) throws {
    var controller = try RepeatController.started {
      if situation == "delay" { $0.repeatDelay = 0.1 }
    }
    controller.advance(to: 1.2)
    switch situation {
    case "idle": controller.stop(.immediately)
    case "paused": controller.pause()
    case "ramp": try controller.ramp(to: .hertz(3), over: 2)
    default: break
    }
    let time =
      switch situation {
      case "not a number": Double.nan
      case "before the start": -0.1
      default: 1.3
      }
    #expect(SteadyMotion(controller).position(at: time) == nil)
  }

  /// Running at a constant rate of any size, anchored anywhere.
  private static func randomCourse(_ random: inout SeededRandom) throws -> RepeatController {
    var controller = try RepeatController.started(size(&random).clamped(to: 1e-6...1e9)) {
      $0.autoreverses = random.chance(0.5)
      $0.timing = .easeIn
      $0.flood = .latest
    }
    controller.advance(to: size(&random))
    controller.seek(
      to: CyclePosition(
        cycle: Int(random.double(in: -1e9...1e9)), phase: random.double(in: 0...0.99)))
    try controller.setPolicy(.phaseMatched)
    try controller.setRate(hertz: random.double(in: -1...1) * min(size(&random), 1e6))
    return controller
  }

  /// Numbers of every size that a game may meet, and some beyond.
  private static func size(_ random: inout SeededRandom) -> Double {
    Double(sign: .plus, exponent: Int.random(in: -20...22, using: &random), significand: 1)
      * random.double(in: 1...2)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
