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

  @Test func `two states that differ are not equal`() throws {
    var a = try RepeatController.started(1)
    let b = a
    a.advance(to: 0.5)
    #expect(a != b)
  }
}
