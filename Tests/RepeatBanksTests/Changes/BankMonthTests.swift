// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
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
      let rate = RepeatRate.hertz(random.double(in: -2...2))
      pairs.append((try bank.add(rate, at: 0), try RepeatController.running(rate)))
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
      try bank.setRate(rate, of: pairs[index].id, at: time, policy: .phaseMatched)
    }
    #expect(worst <= Self.bound, "seed \(seed)")
    print("bank, 30 days, \(changes) changes: off by at most \(worst) cycle")
  }
  /// Rates are whole numbers of 2^-20 Hz and times of 2^-6 s, so phases are whole numbers of 2^-26
  /// cycle, and integers that wrap tell them exactly.
  @Test func `ten thousand repeats with a million changes are as integers say`() throws {
    let seed: UInt64 = 82
    let (count, steps, changesAStep) = (10_000, 10_000, 100)
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    var rates: [Int64] = []
    var phases: [Int64] = []
    var since = [Int64](repeating: 0, count: count)
    var ids: [RepeatID] = []
    for _ in 0..<count {
      rates.append(Int64.random(in: -(1 << 20)...1 << 20, using: &random))
      phases.append(Int64.random(in: 0..<1 << 26, using: &random))
      ids.append(
        try bank.add(
          .hertz(Double(rates[rates.count - 1]) * 0x1p-20),
          phase: Double(phases[phases.count - 1]) * 0x1p-26, at: 0))
    }
    var (worst, worstShown) = (0.0, 0.0)
    let end = Int64(Self.month) << 6
    for step in 1...steps {
      let tick = end / Int64(steps) * Int64(step) - Int64.random(in: 0..<1000, using: &random)
      let time = Double(tick) * 0x1p-6
      let first = step * changesAStep % count
      var hertz: [Double] = []
      for index in first..<first + changesAStep {
        phases[index] &+= rates[index] &* (tick - since[index])
        since[index] = tick
        rates[index] = Int64.random(in: -(1 << 20)...1 << 20, using: &random)
        hertz.append(Double(rates[index]) * 0x1p-20)
      }
      try bank.setRates(hertz, of: Array(ids[first..<first + changesAStep]), at: time)
      guard step.isMultiple(of: 500) else { continue }
      bank.evaluate(at: time)
      for index in 0..<count {
        let phase = (phases[index] &+ rates[index] &* (tick - since[index])) & (1 << 26 - 1)
        let off = (try bank.position(of: ids[index], at: time) - Double(phase) * 0x1p-26).magnitude
        worst = max(worst, min(off, 1 - off))
        let shown = Double(bank[index]) - (try bank.value(of: ids[index], at: time))
        worstShown = max(worstShown, shown.magnitude)
      }
    }
    #expect(worst <= Self.bound, "seed \(seed)")
    #expect(worstShown <= BankFrameTests.frameBound, "seed \(seed)")
    print("bank, 30 days, 10,000 repeats, a million changes: off by \(worst) cycle, \(worstShown)")
  }
}
