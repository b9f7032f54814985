// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// Adding, removing, IDs, invalid input, and conversion from and to controllers.
@Suite struct MemberTests {
  @Test func `a freed slot is used by the next repeat, with another ID`() throws {
    var bank = RepeatBank()
    let ids = try (0..<10).map { _ in try bank.add(.hertz(1), at: 0) }
    try bank.remove(ids[7])
    try bank.remove(ids[3])
    #expect(bank.count == 8 && bank.endIndex == 10)
    let first = try bank.add(.hertz(1), at: 0)
    let second = try bank.add(.hertz(1), at: 0)
    #expect(first.index == 3 && second.index == 7)
    let areIn = [bank.contains(ids[3]), bank.contains(ids[7]), bank.contains(first)]
    #expect(areIn == [false, false, true])
    #expect(throws: BankError.staleID(ids[3])) { try bank.remove(ids[3]) }
    #expect(throws: BankError.staleID(ids[7])) { try bank.value(of: ids[7], at: 0) }
    #expect(throws: BankError.staleID(ids[7])) { try bank.setRates([1], of: [ids[7]], at: 0) }
  }

  @Test func `a slot that has used its last generation stays free`() throws {
    var bank = RepeatBank()
    var seen = Set<RepeatID>()
    for _ in 0..<140_000 {
      let id = try bank.add(.hertz(1), at: 0)
      seen.insert(id)
      try bank.remove(id)
    }
    #expect(seen.count == 140_000 && bank.endIndex == 2 && bank.count == 0)
  }

  @Test func `random adding and removing keeps every phase`() throws {
    var random = SeededRandom(seed: 31)
    var bank = RepeatBank()
    var models: [RepeatID: ExactPhase] = [:]
    var time = 0.0
    for step in 0..<20_000 {
      time += random.double(in: 0...0.01)
      if models.count > 50, random.chance(0.5), let gone = models.keys.randomElement(using: &random)
      {
        try bank.remove(gone)
        models[gone] = nil
      } else {
        let (phase, hertz) = (random.double(in: 0...0.99), random.double(in: -2...2))
        let id = try bank.add(.hertz(hertz), phase: phase, at: time)
        models[id] = ExactPhase(phase: phase, hertz: hertz, at: time)
      }
      if step.isMultiple(of: 500) { bank.evaluate(at: time) }
    }
    #expect(bank.count == models.count && bank.ids.count == models.count)
    for (id, model) in models {
      var model = model
      model.move(to: time)
      #expect(try distance(bank.phase(of: id, at: time), model.phase) < 1e-15)
    }
    try bank.remove(in: 0..<bank.endIndex)
    #expect(bank.count == 0 && bank.values(at: time).allSatisfy { $0 == 0 })
  }

  @Test func `invalid input throws and changes nothing`() throws {
    var bank = RepeatBank(capacity: 2)
    let id = try bank.add(.hertz(1), at: 5)
    let state = bank.savedState
    #expect(throws: BankError.invalidRate(954)) { try bank.add(.hertz(954), at: 5) }
    #expect(throws: BankError.invalidCycleDuration(0)) { try bank.add(.cycleDuration(0), at: 5) }
    #expect(throws: BankError.invalidPhase(1)) { try bank.add(.hertz(1), phase: 1, at: 5) }
    #expect(throws: BankError.timeHasPassed(time: 4, now: 5)) { try bank.add(.hertz(1), at: 4) }
    #expect(throws: BankError.invalidTime(1e10)) { try bank.pause(id, at: 1e10) }
    #expect(throws: BankError.invalidInterval(-1)) {
      try bank.ramp(to: .hertz(1), over: -1, of: id, at: 5)
    }
    #expect(throws: BankError.needsController) { try bank.perform(.repeatCount(3), on: id, at: 5) }
    #expect(throws: BankError.rangeOutside(0..<2, count: 1)) {
      try bank.perform(.pause, in: 0..<2, at: 5)
    }
    #expect(throws: BankError.invalidRate(-1000)) { try bank.setRates([-1000], of: [id], at: 5) }
    #expect(bank.savedState == state)
    try bank.add(.hertz(1), at: 5)
    #expect(throws: BankError.full(capacity: 2)) { try bank.add(.hertz(1), at: 5) }
  }

  @Test func `a list of rates has the effect of single calls`() throws {
    var random = SeededRandom(seed: 77)
    var list = RepeatBank()
    var calls = RepeatBank()
    for _ in 0..<500 {
      let phase = random.double(in: 0...0.9)
      try list.add(.hertz(0.5), phase: phase, at: 0)
      try calls.add(.hertz(0.5), phase: phase, at: 0)
    }
    let ids = list.ids
    for slot in stride(from: 0, to: 500, by: 7) {
      for command in [RepeatCommand.pause, .stop(.atCycleEnd), .reverse] {
        let time = Double(slot) * 1e-3
        if slot % 3 == 0, command == .pause { continue }
        try list.perform(command, on: ids[slot], at: time)
        try calls.perform(command, on: ids[slot], at: time)
      }
    }
    for step in 1...50 {
      let names = (0..<100).map { _ in ids[Int.random(in: 0..<500, using: &random)] }
      let hertz = names.map { _ in random.double(in: -3...3) }
      let time = 1 + Double(step) * 0.013
      try list.setRates(hertz, of: names, at: time)
      for (rate, id) in zip(hertz, names) {
        try calls.setRate(.hertz(rate), of: id, at: time, policy: .phaseMatched)
      }
      #expect(list.savedState == calls.savedState)
    }
  }

  @Test(arguments: [41, 42, 43] as [UInt64])
  func `a repeat continues as a controller, and that controller as a repeat`(seed: UInt64) throws {
    var compared = try ComparedBank(count: 30, mode: .autoreverse, seed: seed)
    for _ in 0..<200 { try compared.step() }
    for (id, controller) in compared.pairs {
      var copy = try compared.bank.controller(of: id, at: compared.time)
      var original = controller
      _ = original.advance(to: compared.time)
      #expect(copy.state == original.state)
      for ahead in [0, 0.3, 2.5, 1e5] {
        let time = compared.time + ahead
        if original.sample(at: time).state == .idle { continue }
        let (a, b) = (
          copy.sample(at: time).position.phase, original.sample(at: time).position.phase
        )
        #expect(distance(a, b) < (ahead == 0 ? 0x1p-50 : 1e-12), "seed \(seed)")
      }
      _ = copy.advance(to: compared.time + 0.1)
      do {
        let back = try compared.bank.add(copy)
        let time = compared.time + 1e5
        #expect(
          try distance(
            compared.bank.phase(of: back, at: time), copy.sample(at: time).position.phase)
            < 1e-12)
        compared.time = compared.bank.now
      } catch BankError.needsController {
        #expect(copy.state != .running || copy.isRamping)
      } catch BankError.timeHasPassed {
        continue
      }
    }
  }
}
