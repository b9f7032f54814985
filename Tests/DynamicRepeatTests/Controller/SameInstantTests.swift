// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// Commands given at once, and the same ones scheduled for that time.
@Suite struct SameInstantTests {
  @Test(arguments: 0..<20)
  func `commands given at once do what they do when scheduled for that time`(block: UInt64) throws {
    for seed in (block * 500)..<(block * 500 + 500) {
      var random = SeededRandom(seed: seed &+ 40_000)
      var settings = SplitTests.settings(&random)
      settings.rate = SplitTests.rate(&random)
      if random.chance(0.6) { settings.repeatCount = .cycles(random.double(in: 0.2...3)) }
      var given = try RepeatController(settings, now: 0)
      if random.chance(0.5) { given.start() }
      var kept = given
      var events: [Happening] = []
      var script = "\(settings)"
      for time in random.chance(0.5) ? [0, 0.5, 1, 2.25] : random.split(through: 2.25) {
        events += given.run(through: [time])
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let command = SplitTests.command(&random)
          script += "\n\(time): \(command)"
          try given.perform(command)
          try kept.schedule(command, at: .time(time))
        }
        #expect(given.sample(at: time) == kept.sample(at: time), "seed \(seed)\n\(script)")
      }
      events += given.run(through: [6])
      #expect(kept.run(through: [6]) == events, "seed \(seed)\n\(script)")
      #expect(given.sample(at: 6) == kept.sample(at: 6), "seed \(seed)\n\(script)")
    }
  }
}
