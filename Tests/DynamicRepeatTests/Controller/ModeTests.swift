// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// The two policies for a rate change, and how they differ.
@Suite struct ModeTests {
  static let policies: [RatePolicy] = [
    .restartPerCycle, .phaseMatched, .phaseMatched(ramp: 0.5),
    .phaseMatched(ramp: 0.5, shape: .smooth),
  ]

  @Test func `while the duration is constant the modes agree to the last bit`() throws {
    for duration in [2, 0.35, 0.1, 1.0 / 3, 0.7] {
      var all = try Self.policies.map { try RepeatController.started(duration, $0) }
      for time in frames(hertz: 60, through: 30) {
        var seen: Set<RepeatSample> = []
        var reported: Set<[Happening]> = []
        for index in all.indices {
          // Said again in each frame, as games do.
          try all[index].setCycleDuration(duration)
          reported.insert(all[index].run(through: [time]))
          seen.insert(all[index].sample(at: time))
        }
        #expect(seen.count == 1)
        #expect(reported.count == 1)
      }
    }
  }

  @Test func `a phase-matched change does not move the value at all`() throws {
    let seed: UInt64 = 6
    var random = SeededRandom(seed: seed)
    for policy in Self.policies[1...3] {
      var repeating = try RepeatController.started(1, policy) { $0.timing = .easeInEaseOut }
      for _ in 0..<3000 {
        repeating.advance(to: repeating.now + random.double(in: 0...0.5))
        let before = repeating.sample(at: repeating.now)
        try repeating.setRate(hertz: random.double(in: -8...8))
        let after = repeating.sample(at: repeating.now)
        #expect(before.progress == after.progress, "seed \(seed)")
        #expect(before.position == after.position, "seed \(seed)")
      }
    }
  }

  @Test(arguments: RampShape.allCases)
  func `a ramp keeps the slope too, and ends at the requested rate`(shape: RampShape) throws {
    var repeating = try RepeatController.started(2, .phaseMatched(ramp: 1, shape: shape))
    repeating.advance(to: 0.5)
    try repeating.setCycleDuration(0.5)
    #expect(repeating.sample(at: 0.5).hertz == 0.5)
    #expect(repeating.sample(at: 1).hertz == 1.25)
    #expect(repeating.sample(at: 1.5).hertz == 2)
    // A quarter of a cycle before, then on average 1.25 Hz for a second.
    #expect(repeating.sample(at: 1.5).position == CyclePosition(1.5))
    // Said again during the ramp, the rate change does not begin a new one.
    repeating.advance(to: 1)
    try repeating.setCycleDuration(0.5)
    #expect(repeating.sample(at: 1.5).hertz == 2)
  }

  @Test func `a requested duration in effect comes back bit for bit`() throws {
    let seed: UInt64 = 13
    var random = SeededRandom(seed: seed)
    var repeating = try RepeatController.started(1, .phaseMatched)
    for _ in 0..<10_000 {
      let duration = random.double(in: 1e-6...10)
      try repeating.setCycleDuration(duration)
      #expect(repeating.sample(at: 0).cycleDuration == duration, "seed \(seed)")
    }
    repeating.hold()
    #expect(repeating.sample(at: 0).cycleDuration == .infinity)
  }

  @Test func `rate zero holds and a negative rate runs backwards through the same curve`() throws {
    var repeating = try RepeatController.started(1, .phaseMatched) { $0.timing = .easeInEaseOut }
    repeating.advance(to: 0.4)
    let there = repeating.sample(at: 0.3).progress
    try repeating.setRate(hertz: 0)
    #expect(repeating.sample(at: 2).progress == repeating.sample(at: 0.4).progress)
    repeating.advance(to: 2)
    try repeating.setRate(hertz: -1)
    #expect((repeating.sample(at: 2.1).progress - there).magnitude < 1e-15)
    let after = repeating.sample(at: 2.875).position
    #expect((after.cycles(since: CyclePosition(-0.475))).magnitude < 1e-15)
  }
}
