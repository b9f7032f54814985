// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// A slot compared with a controller that gets the same commands.
@Suite struct CommandTests {
  @Test(arguments: Array(1...12) as [UInt64])
  func `a slot equals a controller with the same commands`(seed: UInt64) throws {
    let mode: BankMode = seed.isMultiple(of: 2) ? .sawtooth : .autoreverse
    let start = seed.isMultiple(of: 3) ? -50 : Double(seed) * 1000
    var compared = try ComparedBank(count: 20, mode: mode, seed: seed, start: start)
    for step in 0..<1500 {
      try compared.step()
      for ahead in [0, 0.7] {
        let (difference, statesAreEqual) = try compared.exactDifference(at: compared.time + ahead)
        #expect(difference < 1e-12, "seed \(seed), step \(step), ahead \(ahead)")
        #expect(statesAreEqual, "seed \(seed), step \(step), ahead \(ahead)")
        if difference >= 1e-12 || !statesAreEqual { return }
      }
    }
  }

  @Test func `a slot equals a controller in 10,000 short histories, also at whole phases`() throws {
    var wholePhases = 0
    // With 33,606, a ramp turns exactly at the boundary for which a rate waits.
    for seed in Array(1...10_000) + [33_606] as [UInt64] {
      let mode: BankMode = seed.isMultiple(of: 4) ? .autoreverse : .sawtooth
      var compared = try ComparedBank(count: 2, mode: mode, seed: seed, isExact: true)
      for step in 0..<12 {
        try compared.step()
        for ahead in [0, 0.5] {
          let time = compared.time + ahead
          let (difference, statesAreEqual) = try compared.exactDifference(at: time)
          let values = try compared.valueDifference(at: time)
          wholePhases += values.wholePhases
          let isEqual = difference < 1e-12 && statesAreEqual && values.worst < 1e-9
          #expect(
            isEqual, "seed \(seed), step \(step), ahead \(ahead): \(difference), \(values.worst)")
          if !isEqual { return }
        }
      }
    }
    #expect(wholePhases > 50_000, "\(wholePhases) values at whole phases")
  }

  @Test(arguments: Array(1...30) as [UInt64])
  func `fields, commands and restored states in turn act as on a controller`(seed: UInt64) throws {
    let mode: BankMode = seed.isMultiple(of: 2) ? .sawtooth : .autoreverse
    var compared = try ComparedBank(count: 8, mode: mode, seed: seed)
    for step in 0..<100 {
      let sets = KernelSet.available
      compared.bank.kernels = sets[step % sets.count]
      if compared.random.chance(0.4) { try compared.field() } else { try compared.step() }
      if compared.random.chance(0.1) {
        let state = compared.bank.savedState
        compared.bank = try RepeatBank.restored(from: state, curve: compared.bank.curve)
        #expect(compared.bank.savedState == state, "seed \(seed), step \(step)")
      }
      let (difference, statesAreEqual) = try compared.exactDifference(at: compared.time)
      #expect(difference < 1e-12 && statesAreEqual, "seed \(seed), step \(step): \(difference)")
      if difference >= 1e-12 || !statesAreEqual { return }
    }
  }
}
