// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// Locks that wait for their ends: saved, on another clock, and looked at ahead.
@Suite struct BankLockWaitingTests {
  private let start = RangeLock.start
  private let music = RangeLock.all[0]

  @Test(arguments: [11, 12] as [UInt64])
  func `a saved state goes on bit for bit to the end of its locks`(seed: UInt64) throws {
    var bank = try BankLockTests.filled(300, mode: .sawtooth, seed: seed)
    let ids = bank.ids
    let curve = bank.curve
    try bank.listen(to: ids[2], from: start)
    let end = try music.lock(&bank)
    try bank.listen(to: ids[3], from: start + 0.3)
    _ = try RangeLock.all[1].lock(&bank, 100..<200, at: start + 0.4)
    let bytes = bank.snapshot()
    #expect(bytes[4] == 3)
    var restored = try RepeatBank.restored(from: bytes, curve: curve)
    #expect(restored.snapshot() == bytes)
    for time in [start + 0.5, end, end + 1, end + 10] {
      bank.evaluate(at: time)
      restored.evaluate(at: time)
      #expect(restored.events == bank.events)
      #expect(restored.snapshot() == bank.snapshot(), "at \(time)")
    }
    // Without a lock that waits it is as before.
    #expect(bank.snapshot()[4] == 2)
  }

  @Test func `a snapshot with a lock that cannot be is none`() throws {
    var bank = try BankLockTests.filled(4)
    let (head, curve) = (48, bank.curve)
    _ = try music.lock(&bank, 1..<3)
    let bytes = bank.snapshot()
    let nan = Double.nan.bitPattern
    let wrong: [(offset: Int, word: UInt64)] = [
      // How many there are; the first slot, the end of the slots; the end; the rate.
      (0, 0), (0, 2), (0, .max), (8, 2), (8, 3), (8, .max), (16, 2), (16, 5), (16, .max),
      (24, (4.0).bitPattern), (24, nan), (24, (1e10).bitPattern), (32, nan), (32, (1.0).bitPattern),
      (40, 1 << 8), (40, .max << 8),
    ]
    for (offset, word) in wrong {
      var forged = bytes
      SnapshotSeal.write(word, bytes: 8, at: head + offset, to: &forged)
      SnapshotSeal.renew(&forged)
      #expect(throws: BankSnapshotError.self, "\(offset): \(word)") {
        _ = try RepeatBank.restored(from: forged, curve: curve).count
      }
    }
  }

  @Test func `a timeline that moves takes the locks along`() throws {
    for (from, to) in [(5.0, -3e8), (5.0, 8.9e9), (5.0, 5.3)] {
      var bank = try BankLockTests.filled(40)
      let ids = bank.ids
      try bank.listen(to: ids[0], from: start)
      let end = try music.lock(&bank)
      try bank.moveTimeline(to: to)
      let shift = to - from
      let moved = (DoubleDouble(end) + (DoubleDouble(to) - DoubleDouble(from))).roundedUp
      for time in [moved, moved + 3] {
        bank.evaluate(at: time)
        for id in ids {
          let gap = music.distance(try bank.position(of: id, at: time), at: time - shift)
          // By the roundings of the times.
          #expect(gap <= 0x1p-52 + 3 * (to.ulp + time.ulp), "to \(to)")
          #expect(try bank.hertz(of: id, at: time) == 2)
        }
      }
    }
    for isListening in [false, true] {
      var bank = try BankLockTests.filled(4)
      for id in bank.ids where isListening { try bank.listen(to: id, from: start) }
      _ = try music.lock(&bank)
      let bytes = bank.snapshot()
      #expect(throws: BankError.self) { try bank.moveTimeline(to: 9e9) }
      #expect(bank.snapshot() == bytes)
    }
  }

  @Test func `the next change is found across the end`() throws {
    // Hardly moving until the end, and then not at all, or fast.
    let cases: [(leader: Double, least: Double, most: Double)] = [(0, 0, 0.4), (2, 0, 2)]
    for (hertz, least, most) in cases {
      for phase in [0.05, 0.2, 0.6, 0.94] {
        var bank = RepeatBank(curve: BankCurve(.linear))
        let id = try bank.add(.hertz(1), phase: phase, at: 0)
        let end = try bank.lock(
          to: RepeatLeader(hertz: hertz, at: 0, position: CyclePosition(cycle: 0, phase: 0.95)),
          within: LockBounds(leastRate: least, mostRate: most), in: 0..<1, at: 0)
        for (time, quantum) in [(0.0, 0.01), (0.0, 0.5), (end / 2, 0.3), (end - 0.001, 0.1)] {
          let change = try bank.nextChange(after: time, by: quantum)
          let shown = try bank.progress(of: id, at: time)
          let limit = min(change, end + 3)
          for step in 0..<200 {
            let between = time + (limit - time) * Double(step) / 200
            let gap = (try bank.progress(of: id, at: between) - shown).magnitude
            #expect(gap <= quantum + 1e-12, "\(hertz) Hz from \(phase), at \(between)")
          }
          if change < .infinity {
            let gap = (try bank.progress(of: id, at: change + 1e-9) - shown).magnitude
            #expect(gap > quantum - 1e-8, "\(hertz) Hz from \(phase), at \(change)")
          }
        }
      }
    }
  }
}
