// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// Adding, removing, names, and invalid input.
@Suite struct BankMemberTests {
  @Test func `a freed slot goes to the next repeat, the lowest first, with another name`() throws {
    var bank = RepeatBank()
    var ids: [RepeatID] = []
    for _ in 0..<10 { ids.append(try bank.add(.hertz(1), at: 0)) }
    try bank.remove(ids[7])
    try bank.remove(ids[3])
    #expect(bank.count == 8 && bank.endIndex == 10)
    let first = try bank.add(.hertz(1), at: 0)
    let second = try bank.add(.hertz(1), at: 0)
    #expect(first.index == 3 && second.index == 7)
    #expect(first != ids[3] && second != ids[7])
    let isIn = [bank.contains(ids[3]), bank.contains(first)]
    #expect(isIn == [false, true])
    #expect(throws: BankError.staleID(ids[3])) { try bank.remove(ids[3]) }
    #expect(throws: BankError.staleID(ids[7])) { try bank.value(of: ids[7], at: 0) }
    #expect(throws: BankError.staleID(ids[7])) {
      try bank.setRate(.hertz(1), of: ids[7], at: 0, policy: .phaseMatched)
    }
  }

  @Test func `removal leaves a hole and the order of the others`() throws {
    var bank = RepeatBank()
    var ids: [RepeatID] = []
    for step in 0..<6000 {
      ids.append(try bank.add(.hertz(0), phase: Double(step % 100) / 200, at: 0))
    }
    try bank.remove(in: 100..<5000)
    var order: [Int] = []
    bank.forEachRepeat { order.append($0.index) }
    #expect(order == Array(0..<100) + Array(5000..<6000))
    let values = try bank.values(at: 2)
    #expect(values[100..<5000].allSatisfy { $0 == 0 })
    #expect(values[5099] > 0.9)
    try bank.remove(in: 5000..<6000)
    #expect(bank.endIndex == 100 && bank.count == 100)
    bank.removeAll()
    #expect(bank.endIndex == 0 && bank.count == 0)
    #expect(try bank.values(at: 3).isEmpty)
  }

  @Test func `names survive as a plain number`() throws {
    var bank = RepeatBank()
    let id = try bank.add(.hertz(1), at: 0)
    #expect(RepeatID(rawValue: id.rawValue) == id)
    for raw in [0, UInt64.max, id.rawValue + 1, id.rawValue ^ 1 << 40] {
      let isIn = bank.contains(RepeatID(rawValue: raw))
      #expect(!isIn)
    }
  }

  @Test func `growth keeps every repeat where it was`() throws {
    let seed: UInt64 = 31
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank(hasEnds: true)
    var expected: [Double] = []
    for index in 0..<70_000 {
      let phase = random.double(in: 0...0.99)
      expected.append(phase)
      let id = try bank.add(.hertz(0), phase: phase, from: 1, to: 2, at: 5)
      #expect(id.index == index)
      // Frames in between, so that values are kept in blocks that grow.
      if index.isMultiple(of: 9999) || index < 200 { bank.evaluate(at: 5) }
    }
    var checked = 0
    try bank.forEachRepeat { id in
      if abs(try bank.position(of: id, at: 9) - expected[id.index]) < 1e-15 { checked += 1 }
    }
    #expect(checked == 70_000, "seed \(seed)")
  }

  @Test(arguments: [0, 1, 64, 100, 4096, 5000, 65_536, 200_000])
  func `room made ahead holds as many as were said`(total: Int) throws {
    var bank = RepeatBank()
    bank.reserveCapacity(total)
    for _ in 0..<total { try bank.add(.hertz(1), phase: 0.25, at: 0) }
    #expect(bank.count == total)
    let values = try bank.values(at: 0)
    // The epochs of blocks differ, so their phases may be rounded in different ways.
    #expect(values.allSatisfy { ($0 - values.first!).magnitude < 1e-7 })
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 954, -954, 1e300])
  func `a rate that is out of range throws and changes nothing`(hertz: Double) throws {
    var bank = RepeatBank()
    let id = try bank.add(.hertz(0.5), at: 0)
    let before = try bank.position(of: id, at: 7)
    #expect(throws: BankError.self) {
      try bank.setRate(.hertz(hertz), of: id, at: 1, policy: .phaseMatched)
    }
    #expect(throws: BankError.self) {
      try bank.setRate(.hertz(hertz), in: 0..<1, at: 1, policy: .phaseMatched)
    }
    #expect(throws: BankError.self) { try bank.add(.hertz(hertz), at: 1) }
    #expect(throws: BankError.self) { try bank.ramp(to: .hertz(hertz), over: 1, of: id, at: 1) }
    #expect(throws: BankError.self) {
      try bank.setRates([0.1, hertz], of: [id, id], at: 1)
    }
    #expect(try bank.position(of: id, at: 7) == before)
    #expect(bank.count == 1)
  }

  @Test func `every other wrong number throws an error that names it`() throws {
    var bank = RepeatBank(capacity: 2)
    let id = try bank.add(.hertz(0.5), at: 0)
    #expect(throws: BankError.invalidCycleDuration(0)) {
      try bank.setCycleDuration(0, of: id, at: 0, policy: .phaseMatched)
    }
    #expect(throws: BankError.invalidPhase(1)) { try bank.seek(to: 1, of: id, at: 0) }
    #expect(throws: BankError.invalidPhase(-0.1)) { try bank.add(.hertz(1), phase: -0.1, at: 0) }
    #expect(throws: BankError.invalidTime(1e10)) { try bank.pause(id, at: 1e10) }
    #expect(throws: BankError.invalidInterval(-1)) {
      try bank.ramp(to: .hertz(1), over: -1, of: id, at: 0)
    }
    #expect(throws: BankError.rangeOutside(0..<2, count: 1)) { try bank.pause(in: 0..<2, at: 0) }
    #expect(throws: BankError.rangeOutside(-1..<1, count: 1)) { try bank.remove(in: -1..<1) }
    #expect(throws: BankError.hasNoEnds) { try bank.add(.hertz(1), from: 0, to: 2, at: 0) }
    #expect(throws: BankError.hasNoEnds) { try bank.setEnds(from: 0, to: 1, of: id) }
    #expect(throws: BankError.wrongCount(given: 1, needed: 0)) {
      try bank.setRates([1], of: [], at: 0)
    }
    try bank.add(.hertz(1), at: 0)
    #expect(throws: BankError.full(capacity: 2)) { try bank.add(.hertz(1), at: 0) }
    var wide = RepeatBank(hasEnds: true)
    #expect(throws: BankError.self) { try wide.add(.hertz(1), from: .nan, to: 1, at: 0) }
    #expect(throws: BankError.self) {
      try wide.add(.hertz(1), from: -.greatestFiniteMagnitude, to: .greatestFiniteMagnitude, at: 0)
    }
  }

  @Test func `a command before the last one of an individual repeat throws for all`()
    throws
  {
    var bank = RepeatBank()
    let first = try bank.add(.hertz(0.5), at: 0)
    let second = try bank.add(.hertz(0.5), at: 0)
    try bank.ramp(to: .hertz(1), over: 10, of: second, at: 5)
    #expect(throws: BankError.timeHasPassed(time: 4, now: 5)) { try bank.pause(in: 0..<2, at: 4) }
    let state = try bank.state(of: first)
    #expect(state == .running)
  }

  @Test func `commands to a range reach across blocks and pass over holes`() throws {
    var bank = RepeatBank()
    for _ in 0..<10_000 { try bank.add(.hertz(0.5), at: 0) }
    try bank.remove(in: 4090..<4100)
    try bank.setRate(.hertz(-0.25), in: 4000..<9000, at: 1, policy: .phaseMatched)
    for index in [0, 3999, 4000, 4089, 4100, 8999, 9000] {
      let found = bank.id(at: index)
      let id = try #require(found)
      let isChanged = (4000..<9000).contains(index)
      #expect(abs(try bank.hertz(of: id, at: 1) - (isChanged ? -0.25 : 0.5)) < 1e-15)
    }
    let holes = [bank.id(at: 4095), bank.id(at: -1), bank.id(at: 10_000)]
    #expect(holes == [nil, nil, nil])
  }
}
