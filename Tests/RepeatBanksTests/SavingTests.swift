// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// Saved states, and moves of the timeline.
@Suite struct SavingTests {
  private static func runningBank(_ seed: UInt64, _ mode: BankMode) throws -> ComparedBank {
    var compared = try ComparedBank(count: 20, mode: mode, seed: seed)
    for _ in 0..<60 { try compared.step() }
    return compared
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a restored bank continues bit for bit`(seed: UInt64) throws {
    var compared = try Self.runningBank(seed, seed % 2 == 0 ? .sawtooth : .autoreverse)
    let curve = compared.bank.curve
    var other = try RepeatBank.restored(from: compared.bank.savedState, curve: curve)
    for step in 0..<40 {
      let time = compared.time + Double(step) * 0.17
      #expect(compared.bank.values(at: time) == other.values(at: time))
      let id = compared.pairs[step % 20].id
      try compared.bank.setRate(.hertz(0.3), of: id, at: time, policy: .restartPerCycle)
      try other.setRate(.hertz(0.3), of: id, at: time, policy: .restartPerCycle)
      let (a, b) = (try compared.bank.add(.hertz(1), at: time), try other.add(.hertz(1), at: time))
      #expect(a == b)
      if step % 3 == 0 {
        try compared.bank.remove(a)
        try other.remove(b)
      }
    }
    #expect(compared.bank.savedState == other.savedState)
  }

  @Test func `a restored bank that followed a field has the same phases, and saves the same bytes`()
    throws
  {
    var bank = RepeatBank()
    let rates = (0..<100).map { 0.1 * Float($0 - 30) }
    for rate in rates { try bank.add(.hertz(Double(rate)), at: 0) }
    for time in [0.3, 1.7] { try bank.evaluate(at: time, following: rates) }
    // At 1.8 s, the chunk's nearest epoch is 2 s; at the last call with rates, it was 1.5 s.
    bank.evaluate(at: 1.8)
    var other = try RepeatBank.restored(from: bank.savedState, curve: bank.curve)
    #expect(other.savedState == bank.savedState)
    for time in [1.8, 1.9, 2.6, 1e6] {
      for id in bank.ids {
        #expect(try other.phase(of: id, at: time) == bank.phase(of: id, at: time))
      }
    }
    bank.evaluate(at: 9.1)
    other.evaluate(at: 9.1)
    #expect(other.savedState == bank.savedState)
  }

  @Test func `every instruction set saves the same bytes after a thousand frames with a field`()
    throws
  {
    let states = try KernelSet.available.map { set in
      var random = SeededRandom(seed: 5)
      var bank = RepeatBank.on(set)
      try bank.fill(1500, upTo: 2, at: 0, &random)
      var time = 0.0
      for frame in 1...1000 {
        // The last frames are far apart, so that a repeat covers many cycles in one frame.
        time += frame > 980 ? 3.7 : random.double(in: 0...0.03)
        let hertz = (0..<1500).map { _ in Float(random.double(in: -3...3)) }
        try bank.evaluate(at: time, following: hertz)
      }
      return bank.savedState
    }
    #expect(states.allSatisfy { $0 == states[0] }, "\(KernelSet.available)")
  }

  @Test func `damaged bytes, and bytes for another curve or too many slots, throw`() throws {
    let compared = try Self.runningBank(9, .autoreverse)
    let (state, curve) = (compared.bank.savedState, compared.bank.curve)
    #expect(throws: BankStateError.notASavedState) {
      _ = try RepeatBank.restored(from: [], curve: curve).count
    }
    #expect(throws: BankStateError.otherCurve) {
      _ = try RepeatBank.restored(from: state, curve: BankCurve(.linear)).count
    }
    #expect(throws: BankStateError.tooMany(slots: compared.bank.endIndex, capacity: 3)) {
      _ = try RepeatBank.restored(from: state, curve: curve, capacity: 3).count
    }
    for length in stride(from: 8, to: state.count, by: 13) {
      #expect(throws: BankStateError.damaged) {
        _ = try RepeatBank.restored(from: Array(state[..<length]), curve: curve).count
      }
    }
    for byte in stride(from: 8, to: state.count, by: 7) {
      var damaged = state
      damaged[byte] ^= 0x10
      #expect(throws: BankStateError.self) {
        _ = try RepeatBank.restored(from: damaged, curve: curve).count
      }
    }
  }

  @Test(arguments: [221, 222] as [UInt64])
  func `a forged state throws, or gives a working bank`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let curve = BankCurve(.easeInEaseOut)
    var (rejected, restored) = (0, 0)
    for kind in 0..<10 {
      let bytes = try Self.runningBank(seed &+ UInt64(kind), .autoreverse).bank.savedState
      for _ in 0..<200 {
        var forged = bytes
        Self.forge(&forged, &random)
        do {
          var bank = try RepeatBank.restored(from: forged, curve: curve, capacity: 1 << 16)
          restored += 1
          for ahead in [0, 0.5, 100] {
            let values = bank.values(at: min(bank.now + ahead, 8e9))
            #expect(values.allSatisfy { (0...1).contains($0) }, "seed \(seed)")
          }
          if bank.now <= 8e9 { try bank.add(.hertz(1), at: bank.now) }
          let again = try RepeatBank.restored(from: bank.savedState, curve: curve)
          #expect(again.count == bank.count)
        } catch is BankStateError {
          rejected += 1
        }
      }
    }
    #expect(rejected > 200 && restored > 200, "\(rejected) rejected, \(restored) restored")
  }

  private static func forge(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      let offset = Int.random(in: 8..<bytes.count - 8, using: &random)
      let numbers: [UInt64] = [
        0, 1, .max, 1 << 17, 1 << 30, 1 << 40, 1 << 62, (1.0).bitPattern, 0x7FF8_0000_0000_0000,
        (9e9).bitPattern, 1 << 63, random.next(),
      ]
      let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
      let size = random.chance(0.4) ? 1 : min(8, bytes.count - 8 - offset)
      for byte in 0..<size {
        bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
      }
    }
    let check = bytes.dropLast(8).withUnsafeBytes { savedStateChecksum($0) }
    for byte in 0..<8 {
      bytes[bytes.count - 8 + byte] = UInt8(truncatingIfNeeded: check >> (8 * byte))
    }
  }

  @Test(arguments: [-5e6, 0, 1234.5, 8e9])
  func `the whole timeline can be moved`(newNow: Double) throws {
    var compared = try Self.runningBank(12, .sawtooth)
    compared.bank.evaluate(at: compared.time)
    var moved = try RepeatBank.restored(from: compared.bank.savedState, curve: compared.bank.curve)
    try moved.moveTimeline(to: newNow)
    for (id, _) in compared.pairs {
      #expect(try moved.phase(of: id, at: newNow) == compared.bank.phase(of: id, at: compared.time))
    }
    for step in 1...20 {
      let ahead = Double(step) * 0.25
      moved.evaluate(at: newNow + ahead)
      compared.bank.evaluate(at: compared.time + ahead)
      for (id, _) in compared.pairs {
        let (a, b) = (
          try moved.phase(of: id, at: newNow + ahead),
          try compared.bank.phase(of: id, at: compared.time + ahead)
        )
        #expect(distance(a, b) < (newNow == 8e9 ? 1e-5 : 1e-8))
      }
    }
    #expect(throws: BankError.invalidTime(1e10)) { try moved.moveTimeline(to: 1e10) }
  }
}
