// SPDX-License-Identifier: Apache-2.0

import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// Many rates in one call, against a call for each.
@Suite struct BankManyRatesTests {
  /// Rates of every kind: ordinary, high, round, tiny, none.
  private func rate(_ random: inout SeededRandom) -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: random.double(in: -953...953)
    case 1: Double(Int.random(in: -2000...2000, using: &random)) / 1000
    case 2:
      random.double(in: -1...1)
        * Double(sign: .plus, exponent: -Int.random(in: 0...120, using: &random), significand: 1)
    case 3: random.chance(0.5) ? 953 : -953
    case 4 where random.chance(0.1): 0
    default: random.double(in: -3...3)
    }
  }

  @Test(
    arguments: KernelSet.available,
    [(3, 3), (40, 40), (1000, 10), (1000, 333), (20_000, 200), (20_000, 3)])
  func `one call with many rates does bit for bit what a call for each does`(
    set: KernelSet, size: (repeats: Int, changes: Int)
  ) throws {
    let seed: UInt64 = 91
    var random = SeededRandom(seed: seed)
    var together = RepeatBank.on(set)
    var ids = try together.fill(size.repeats, upTo: 3, at: 0, &random)
    var apart = try RepeatBank.filled(size.repeats, upTo: 3, on: set, seed: seed)
    var time = 0.0
    for step in 0..<30 {
      time += random.chance(0.1) ? random.double(in: 0...1e8) : random.double(in: 0...0.05)
      // In some steps all repeats that get a rate are moving, in others some stand still.
      if step % 10 == 4 {
        try together.pause(ids[0], at: time)
        try apart.pause(ids[0], at: time)
      } else if step % 10 == 8 {
        try together.resume(ids[0], at: time)
        try apart.resume(ids[0], at: time)
      }
      ids.shuffle(using: &random)
      var named = Array(ids.prefix(size.changes))
      // Of one that is named twice, the last rate holds.
      if step % 10 == 2 { named[2] = named[1] }
      let rates = named.map { _ in rate(&random) }
      try together.setRates(rates, of: named, at: time)
      for (id, hertz) in zip(named, rates) {
        try apart.setRate(.hertz(hertz), of: id, at: time, policy: .phaseMatched)
      }
      let saved = [together.snapshot(), apart.snapshot()]
      #expect(saved[0] == saved[1], "seed \(seed), step \(step)")
      let values = (try together.values(at: time), try apart.values(at: time))
      #expect(values.0 == values.1, "seed \(seed), step \(step)")
    }
  }

  /// What may have happened to a repeat before it gets a rate with others.
  private static let histories:
    [(name: String, apply: @Sendable (inout RepeatBank, RepeatID) throws -> Void)] =
      [
        ("nothing", { _, _ in }),
        ("pause", { try $0.pause($1, at: 1) }),
        (
          "pause and resume",
          { (bank, id) in
            try bank.pause(id, at: 1)
            try bank.resume(id, at: 1.1)
          }
        ),
        ("stop", { try $0.stop($1, .freeze, at: 1) }),
        ("reverse", { try $0.reverse($1, at: 1) }),
        ("ramp", { try $0.ramp(to: .hertz(2), over: 5, of: $1, at: 1) }),
        ("hold", { try $0.setRate(.hertz(0), of: $1, at: 1, policy: .phaseMatched) }),
        ("hold with others", { try $0.setRates([0], of: [$1], at: 1) }),
        (
          "hold backwards",
          { (bank, id) in
            try bank.setRates([-2], of: [id], at: 1)
            try bank.setRates([0], of: [id], at: 1.1)
          }
        ),
        ("duration", { try $0.setCycleDuration(3, of: $1, at: 1, policy: .phaseMatched) }),
        (
          "field",
          { (bank, id) in
            try bank.pause(id, at: 0.5)
            try bank.evaluate(at: 1, following: [Float](repeating: 0.7, count: bank.endIndex))
          }
        ),
        (
          "snapshot",
          { (bank, id) in
            try bank.pause(id, at: 1)
            let (curve, set) = (bank.curve, bank.kernels)
            bank = try RepeatBank.restored(from: bank.snapshot(), curve: curve)
            bank.kernels = set
          }
        ),
      ]

  @Test(arguments: KernelSet.available, Self.histories.indices)
  func `whatever happened to a repeat, it gets its rate among many as by itself`(
    set: KernelSet, history: Int
  ) throws {
    let (name, apply) = Self.histories[history]
    // The last one is too small for a bank: there it is 0.
    for newRate in [2, -2, 0, 1e-19] {
      var together = RepeatBank.on(set)
      var apart = RepeatBank.on(set)
      var ids: [RepeatID] = []
      for number in 0..<40 {
        ids.append(try together.add(.hertz(0.5 + 0.01 * Double(number)), at: 0))
        try apart.add(.hertz(0.5 + 0.01 * Double(number)), at: 0)
      }
      try apply(&together, ids[17])
      try apply(&apart, ids[17])
      var rates = ids.indices.map { 0.3 + 0.1 * Double($0) }
      rates[17] = newRate
      try together.setRates(rates, of: ids, at: 1.7)
      for (id, hertz) in zip(ids, rates) {
        try apart.setRate(.hertz(hertz), of: id, at: 1.7, policy: .phaseMatched)
      }
      let saved = [together.snapshot(), apart.snapshot()]
      #expect(saved[0] == saved[1], "\(name), then \(newRate) Hz")
      let values = (try together.values(at: 3.1), try apart.values(at: 3.1))
      #expect(values.0 == values.1, "\(name), then \(newRate) Hz")
    }
  }

  @Test(arguments: KernelSet.available)
  func `the name of a repeat that is gone is wrong among many, whoever has its slot now`(
    set: KernelSet
  ) throws {
    var bank = RepeatBank.on(set)
    var ids: [RepeatID] = []
    for _ in 0..<5000 { ids.append(try bank.add(.hertz(0.5), at: 0)) }
    let gone = ids[4990]
    try bank.remove(gone)
    let rates = [Double](repeating: 0.75, count: ids.count)
    #expect(throws: BankError.staleID(gone)) { try bank.setRates(rates, of: ids, at: 1) }
    ids[4990] = try bank.add(.hertz(0.5), at: 0)
    try bank.setRates(rates, of: ids, at: 1)
    ids[4990] = gone
    #expect(throws: BankError.staleID(gone)) { try bank.setRates(rates, of: ids, at: 1) }
    #expect(try bank.hertz(of: ids[4999], at: 1) == 0.75)
  }

  @Test func `one wrong entry anywhere is named, and no rate is changed`() throws {
    var bank = RepeatBank()
    var ids: [RepeatID] = []
    for _ in 0..<50 { ids.append(try bank.add(.hertz(0.5), at: 0)) }
    let gone = try bank.add(.hertz(1), at: 0)
    try bank.remove(gone)
    let rates = [Double](repeating: 0.75, count: 50)
    let before = bank.snapshot()
    // Also one whose count of uses is too large to be kept.
    let forged = RepeatID(rawValue: ids[7].rawValue ^ 1 << 60)
    for entry in [0, 7, 31, 32, 49] {
      for name in [gone, forged, RepeatID(rawValue: 1 << 40), RepeatID(rawValue: .max)] {
        var named = ids
        named[entry] = name
        #expect(throws: BankError.staleID(name)) { try bank.setRates(rates, of: named, at: 1) }
        #expect(throws: BankError.staleID(name)) { try bank.value(of: name, at: 1) }
      }
      for hertz in [953.1, -.infinity, 1e300] {
        var wrong = rates
        wrong[entry] = hertz
        #expect(throws: BankError.invalidRate(hertz)) { try bank.setRates(wrong, of: ids, at: 1) }
      }
    }
    try bank.setRates([], of: [], at: 1)
    let after = bank.snapshot()
    #expect(after == before)
  }
}
