// SPDX-License-Identifier: Apache-2.0

import Glibc
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// Snapshots whose fields somebody changed and whose check somebody renewed.
@Suite struct BankForgingTests {
  /// Small banks, so that most changes hit a number that means something, and a large one.
  private static func original(_ kind: Int, seed: UInt64) throws -> [UInt8] {
    var twins = try Twins(
      count: kind == 12 ? 60 : 1 + kind % 4,
      mode: kind.isMultiple(of: 2) ? .sawtooth : .autoreverse, seed: seed)
    for _ in 0..<20 { try twins.step() }
    for pair in twins.pairs.prefix(kind % 3) {
      try twins.bank.ramp(to: .hertz(1), over: 9, of: pair.id, at: twins.time)
    }
    return twins.bank.snapshot()
  }

  private static func forge(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      let offset = Int.random(in: 8..<bytes.count - 8, using: &random)
      let room = min(8, bytes.count - 8 - offset)
      let numbers: [UInt64] = [
        0, 1, .max, 1 << 26, 1 << 30, 1 << 40, 1 << 62, (1.0).bitPattern, (1.0).nextDown.bitPattern,
        (-1e-17).bitPattern, (1e-17).bitPattern, 0x7FF8_0000_0000_0000, (9e9).bitPattern,
        (0.25).bitPattern, 1 << 63, Double.infinity.bitPattern, random.next(),
      ]
      let number = numbers.randomElement(using: &random) ?? 0
      SnapshotSeal.write(number, bytes: random.chance(0.4) ? 1 : room, at: offset, to: &bytes)
    }
    SnapshotSeal.renew(&bytes)
  }

  @Test(arguments: [221, 222, 223] as [UInt64])
  func `a forged snapshot throws, or gives a bank whose phases are in 0..<1`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let curve = BankCurve(.easeInEaseOut)
    var thrown = 0
    for kind in 0...12 {
      let bytes = try Self.original(kind, seed: seed &+ UInt64(kind))
      for _ in 0..<300 {
        var forged = bytes
        Self.forge(&forged, &random)
        do {
          var bank = try RepeatBank.restored(from: forged, curve: curve, capacity: 1 << 16)
          for time in [0, 0.5, 1000, 1000, 2e6] {
            bank.evaluate(at: time)
            try Self.check(bank, at: time, seed)
          }
        } catch is BankSnapshotError {
          thrown += 1
        }
      }
    }
    #expect(thrown > 1000, "seed \(seed)")
  }

  private static func check(_ bank: borrowing RepeatBank, at time: Double, _ seed: UInt64) throws {
    for index in 0..<bank.endIndex {
      guard let id = bank.id(at: index) else { continue }
      let (phase, value) = (try bank.position(of: id, at: time), bank[index])
      #expect(phase >= 0 && phase < 1, "seed \(seed), at \(time): \(phase)")
      #expect(value >= -1e-6 && value <= 1 + 1e-6 || bank.hasEnds, "seed \(seed), at \(time)")
      #expect(!(try bank.progress(of: id, at: time)).isNaN, "seed \(seed), at \(time)")
    }
  }

  /// The most memory that this process has ever used.
  private static var peakKilobytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  /// It took 3.6 GB before it was rejected.
  @Test func `a count beyond the bytes that there are is rejected before anything is allocated`()
    throws
  {
    var bank = RepeatBank()
    let id = try bank.add(.hertz(1), at: 0)
    try bank.ramp(to: .hertz(2), over: 1, of: id, at: 0)
    let bytes = bank.snapshot()
    let curve = bank.curve
    var rejected = 0
    // Wherever the count is: each offset holds the number once.
    let before = Self.peakKilobytes
    for offset in 8..<bytes.count - 15 {
      var forged = bytes
      SnapshotSeal.write(1 << 26, at: offset, to: &forged)
      SnapshotSeal.renew(&forged)
      do { _ = try RepeatBank.restored(from: forged, curve: curve, capacity: 1000).count } catch {
        rejected += 1
      }
    }
    #expect(rejected > 50)
    #expect(Self.peakKilobytes - before < 100_000)
  }
}

/// The check of a snapshot.
enum SnapshotSeal {
  /// Writes the low bytes of a number, the lowest first.
  static func write(_ number: UInt64, bytes count: Int = 8, at offset: Int, to bytes: inout [UInt8])
  {
    for byte in 0..<count { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
  }

  static func renew(_ bytes: inout [UInt8]) {
    let content = bytes.count - 8
    let sum = bytes[..<content].withUnsafeBytes { Checksum.fnv1a64ByWords($0) }
    write(sum, at: content, to: &bytes)
  }
}
