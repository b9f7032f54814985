// SPDX-License-Identifier: Apache-2.0

import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

@Suite struct BankSnapshotTests {
  /// A bank to which everything has been done.
  private func eventful(seed: UInt64) throws -> Twins {
    var twins = try Twins(count: 60, mode: .sawtooth, seed: seed)
    for _ in 0..<100 { try twins.step() }
    return twins
  }

  @Test(arguments: [51, 52, 53] as [UInt64])
  func `a restored bank goes on as the one that was saved`(seed: UInt64) throws {
    var twins = try eventful(seed: seed)
    let bytes = twins.bank.snapshot()
    var restored = try RepeatBank.restored(from: bytes, curve: twins.bank.curve)
    let again = restored.snapshot()
    #expect(again == bytes)
    for step in 1...200 {
      let time = twins.time + Double(step) / 30
      twins.bank.evaluate(at: time)
      restored.evaluate(at: time)
      for pair in twins.pairs {
        let positions = [
          try restored.position(of: pair.id, at: time),
          try twins.bank.position(of: pair.id, at: time),
        ]
        #expect(positions[0] == positions[1], "seed \(seed)")
      }
    }
    let added = try restored.add(.hertz(1), at: 99)
    let other = try twins.bank.add(.hertz(1), at: 99)
    #expect(added == other)
  }

  /// Of the slots behind the last repeat, too, which the bank has no more.
  @Test(arguments: [1, 70, 9000])
  func `names that were stale are stale in a restored bank, and new ones are the same`(
    count: Int
  ) throws {
    var bank = RepeatBank()
    var ids: [RepeatID] = []
    for _ in 0..<count { ids.append(try bank.add(.hertz(1), at: 0)) }
    let kept = count / 2
    try bank.remove(in: kept..<count)
    let bytes = bank.snapshot()
    var restored = try RepeatBank.restored(from: bytes, curve: bank.curve)
    #expect(restored.count == kept && restored.endIndex == bank.endIndex)
    let again = restored.snapshot()
    #expect(again == bytes)
    for _ in kept..<count {
      let (added, other) = (try restored.add(.hertz(1), at: 1), try bank.add(.hertz(1), at: 1))
      #expect(added == other)
    }
    for id in ids[kept...] where restored.contains(id) {
      Issue.record("\(id) is back")
    }
  }

  @Test func `an empty bank and one with ends come back`() throws {
    var bank = RepeatBank(mode: .sawtooth, hasEnds: true)
    var restored = try RepeatBank.restored(from: bank.snapshot(), curve: bank.curve)
    #expect(restored.count == 0 && restored.hasEnds && restored.mode == .sawtooth)
    let id = try bank.add(.hertz(0.25), from: 10, to: 20, at: 0)
    restored = try RepeatBank.restored(from: bank.snapshot(), curve: bank.curve)
    let values = [try bank.value(of: id, at: 1), try restored.value(of: id, at: 1)]
    #expect(values[0] == values[1] && values[0] > 10)
  }

  @Test func `every flipped bit, every truncation and foreign bytes throw`() throws {
    let seed: UInt64 = 54
    var random = SeededRandom(seed: seed)
    let twins = try eventful(seed: seed)
    let bytes = twins.bank.snapshot()
    let curve = twins.bank.curve
    for _ in 0..<500 {
      var damaged = bytes
      let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: BankSnapshotError.self, "seed \(seed), bit \(bit)") {
        _ = try RepeatBank.restored(from: damaged, curve: curve).count
      }
      let length = Int.random(in: 0..<bytes.count, using: &random)
      #expect(throws: BankSnapshotError.self, "seed \(seed), \(length) bytes") {
        _ = try RepeatBank.restored(from: Array(bytes.prefix(length)), curve: curve).count
      }
    }
    #expect(throws: BankSnapshotError.notASnapshot) {
      _ = try RepeatBank.restored(from: [], curve: curve).count
    }
    #expect(throws: BankSnapshotError.otherCurve) {
      _ = try RepeatBank.restored(from: bytes, curve: BankCurve(.linear)).count
    }
    #expect(throws: BankSnapshotError.tooMany(slots: 60, capacity: 10)) {
      _ = try RepeatBank.restored(from: bytes, curve: curve, capacity: 10).count
    }
    for version in [1, 2, 3, RepeatBank.snapshotVersion + 1] {
      var other = bytes
      other[4] = UInt8(version)
      #expect(throws: BankSnapshotError.unknownVersion(version)) {
        _ = try RepeatBank.restored(from: other, curve: curve).count
      }
    }
  }
}
