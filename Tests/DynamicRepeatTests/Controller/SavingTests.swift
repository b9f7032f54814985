// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import RepeatTiming
import TestSupport
import Testing

@Suite struct SavingTests {
  @Test func `a copy goes on like its original, and going back repeats what happened`() throws {
    for seed in 5000..<5050 as Range<UInt64> {
      var (repeating, script) = try SplitTests.randomScript(seed: seed)
      repeating.advance(to: 5)
      let saved = repeating
      let first = repeating.run(through: frames(hertz: 60, from: 5, through: 20))
      let there = repeating
      repeating = saved
      #expect(repeating.run(through: frames(hertz: 60, from: 5, through: 20)) == first, "\(script)")
      #expect(repeating == there)
      #expect(repeating.hashValue == there.hashValue)
    }
  }

  @Test func `a controller survives saving as JSON bit for bit`() throws {
    for seed in 6000..<6050 as Range<UInt64> {
      var (repeating, script) = try SplitTests.randomScript(seed: seed)
      repeating.advance(to: 5)
      let data = try JSONEncoder().encode(repeating)
      var restored = try JSONDecoder().decode(RepeatController.self, from: data)
      #expect(restored == repeating, "seed \(seed)\n\(script)")
      #expect(restored.run(through: [20]) == repeating.run(through: [20]), "seed \(seed)")
    }
  }

  @Test func `a damaged saved controller throws or goes on without a trap`() throws {
    let seed: UInt64 = 12
    var random = SeededRandom(seed: seed)
    let numbers = ["0", "-1", "1e300", "-7.5", "9223372036854775807", "true", "null", "\"x\""]
    var rejected = 0
    for round in 0..<400 as Range<UInt64> {
      let (repeating, _) = try SplitTests.randomScript(seed: round % 40)
      var text = String(decoding: try JSONEncoder().encode(repeating), as: UTF8.self)
      // One number of the saved state is replaced by another, or by what is no number.
      let ranges = text.ranges(of: /-?[0-9][0-9.e+-]*/)
      guard let range = ranges.randomElement(using: &random) else { continue }
      text.replaceSubrange(range, with: numbers.randomElement(using: &random) ?? "0")
      guard
        var restored = try? JSONDecoder().decode(RepeatController.self, from: Data(text.utf8))
      else {
        rejected += 1
        continue
      }
      guard restored.now < 20 else { continue }
      restored.advance(to: 20)
      #expect(restored.sample(at: 25).progress.isFinite, "seed \(seed), round \(round)")
    }
    #expect(rejected > 100)
  }

  @Test func `two states that differ are not equal`() throws {
    var a = try RepeatController.started(1)
    let b = a
    a.advance(to: 0.5)
    #expect(a != b)
  }
}
