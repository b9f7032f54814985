// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// A bank's rows for a shader; only changed rows are updated.
@Suite struct BankShaderRowTests {
  @Test(arguments: [BankMode.autoreverse, .sawtooth], 0..<8)
  func `each row gives the phase of its repeat, and only the rows reported as changed are written`(
    mode: BankMode, seed: UInt64
  ) throws {
    var compared = try ComparedBank(count: 100, mode: mode, seed: seed, start: -3)
    var rows: [ShaderRow] = []
    for _ in 0..<200 {
      try compared.step()
      let before = rows
      let changed = try compared.bank.updateShaderRows(&rows, at: compared.time)
      #expect(changed.allSatisfy { $0.lowerBound % 16 == 0 && $0.upperBound <= rows.count })
      for slot in before.indices where !changed.contains(where: { $0.contains(slot) }) {
        #expect(rows[slot] == before[slot])
      }
      for (id, _) in compared.pairs {
        let tick = ShaderRow.tick(at: compared.time)
        let phase = try compared.bank.phase(of: id, at: compared.time)
        let hertz = try compared.bank.hertz(of: id, at: compared.time)
        // The tick may be up to 2^-26 s after the time, and so may the tick of a pending change.
        let bound = 0x1p-20 + 0x1p-26 * (hertz.magnitude + 6)
        let shown = Double(rows[id.index].phase(at: tick)) * 0x1p-64
        #expect(distance(shown, phase) <= bound, "seed \(seed), \(compared.time) s")
      }
    }
  }

  @Test func `a frame without changes writes nothing, and a command writes its slot's block of 16`()
    throws
  {
    var bank = RepeatBank()
    var random = SeededRandom(seed: 1)
    let ids = try bank.fill(3000, at: 0, &random)
    var rows: [ShaderRow] = []
    #expect(try bank.updateShaderRows(&rows, at: 0) == [0..<3000])
    #expect(try bank.updateShaderRows(&rows, at: 60) == [])
    try bank.setRates([1, 2, 3], of: [ids[5], ids[20], ids[2999]], at: 60)
    #expect(try bank.updateShaderRows(&rows, at: 60) == [0..<32, 2992..<3000])
    try bank.setRate(.hertz(0.5), of: ids[1030], at: 61, policy: .restartPerCycle)
    #expect(try bank.updateShaderRows(&rows, at: 61) == [1024..<1040])
    #expect(rows[1030].nextRate == 1 << 37 && rows[1030].phase(at: rows[1030].time) >> 40 == 0)
    try bank.remove(ids[40])
    #expect(try bank.updateShaderRows(&rows, at: 61) == [32..<48] && rows[40].rate == 0)
    try bank.evaluate(at: 61.5, following: Array(repeating: 1, count: 3000))
    #expect(try bank.updateShaderRows(&rows, at: 61.5) == [0..<3000])
    #expect(try bank.updateShaderRows(&rows, at: 62 + ShaderRow.span) == [0..<3000])
    #expect(throws: BankError.timeHasPassed(time: 0, now: 62 + ShaderRow.span)) {
      try bank.updateShaderRows(&rows, at: 0)
    }
  }

  @Test func `after a waiting change to a slower rate, a row has the phase of its repeat`()
    throws
  {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      var bank = RepeatBank(mode: .sawtooth)
      let rate = random.double(in: 300...900)
      let id = try bank.add(.hertz(rate), phase: random.double(in: 0...0.9), at: 0)
      try bank.setRate(.hertz(rate - 20), of: id, at: 0, policy: .restartPerCycle)
      var rows: [ShaderRow] = []
      _ = try bank.updateShaderRows(&rows, at: 0)
      let tick = rows[0].time + 1
      let (phase, seconds) = (Double(rows[0].phase(at: tick)) * 0x1p-64, Double(tick) * 0x1p-26)
      #expect(try distance(phase, bank.phase(of: id, at: seconds)) <= 0x1p-20 + 0x1p-26 * 20)
    }
  }

  @Test func `a repeat's row in a bank equals its controller's row`() throws {
    var bank = RepeatBank()
    let id = try bank.add(.hertz(0.25), phase: 0.5, at: 1)
    try bank.setRate(.hertz(2), of: id, at: 1, policy: .restartPerCycle)
    var rows: [ShaderRow] = []
    _ = try bank.updateShaderRows(&rows, at: 1)
    #expect(try rows == [bank.controller(of: id, at: 1).shaderRow(at: 1).row])
    try bank.ramp(to: .hertz(1), over: 4, of: id, at: 1.5)
    _ = try bank.updateShaderRows(&rows, at: 2)
    #expect(try bank.updateShaderRows(&rows, at: 2.5) == [0..<1])
    try bank.moveTimeline(to: 0)
    #expect(try bank.updateShaderRows(&rows, at: 0) == [0..<1])
  }
}
