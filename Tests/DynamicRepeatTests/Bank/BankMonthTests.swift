// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// Thirty days of changing rates, against a controller, and against arithmetic on integers.
@Suite struct BankMonthTests {
  /// Cycles by which a repeat may be off after the month.
  static let bound = 1e-12
  static let month = 30 * 86_400.0

  @Test func `a month of changes is as exact as a controller's`() throws {
    let seed: UInt64 = 81
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    var pairs: [(id: RepeatID, controller: RepeatController)] = []
    for _ in 0..<20 {
      var settings = RepeatSettings()
      settings.rate = .hertz(random.double(in: -2...2))
      settings.policy = .phaseMatched
      var controller = try RepeatController(settings)
      controller.start()
      pairs.append((try bank.add(settings.rate, at: 0), controller))
    }
    let changes = 20_000
    var worst = 0.0
    for change in 1...changes {
      let time = (Double(change) + random.double(in: -0.4...0.4)) * Self.month / Double(changes)
      let index = Int.random(in: pairs.indices, using: &random)
      pairs[index].controller.advance(to: time)
      let expected = pairs[index].controller.sample(at: time).position.phase
      let off = (try bank.position(of: pairs[index].id, at: time) - expected).magnitude
      worst = max(worst, min(off, 1 - off))
      let rate: RepeatRate =
        random.chance(0.5)
        ? .cycleDuration(random.double(in: 0.3...3)) : .hertz(random.double(in: -3...3))
      try pairs[index].controller.perform(.rate(rate))
      try bank.setRate(rate, of: pairs[index].id, at: time)
    }
    #expect(worst <= Self.bound, "seed \(seed)")
    print("bank, 30 days, \(changes) changes: off by at most \(worst) cycle")
  }
}
