// SPDX-License-Identifier: Apache-2.0

import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// When blocks are brought up to date: as many in each frame as in any other.
@Suite struct BankTurnTests {
  private static let blockCount = 64
  /// Seconds after which a block's turn comes again, at up to 2 Hz: twice 0.98 of an eighth, and half
  /// of that one way.
  private static func turn(_ mode: BankMode) -> Double { mode == .sawtooth ? 0.1225 : 0.245 }

  private static func bank(_ mode: BankMode, at time: Double) throws -> RepeatBank {
    var bank = RepeatBank(curve: BankCurve(.linear), mode: mode)
    for index in 0..<blockCount * 4096 {
      try bank.add(.hertz(0.25 + Double(index & 1023) / 1024), phase: 0.3, at: time)
    }
    return bank
  }

  /// Blocks whose epochs a frame changes.
  private static func due(_ bank: inout RepeatBank, _ epochs: inout [Int64], at time: Double)
    -> Int
  {
    bank.evaluate(at: time)
    let new = (0..<blockCount).map { bank.epoch(ofBlock: $0) }
    defer { epochs = new }
    return zip(epochs, new).count { $0 != $1 }
  }

  @Test(arguments: BankMode.allCases, [0, 1e6] as [Double])
  func `no frame brings more blocks up to date than its share, also after a leap in time`(
    mode: BankMode, start: Double
  ) throws {
    var bank = try Self.bank(mode, at: 0)
    var epochs: [Int64] = []
    var counts: [Int] = []
    bank.evaluate(at: start)
    epochs = (0..<Self.blockCount).map { bank.epoch(ofBlock: $0) }
    for frame in 1...120 {
      counts.append(Self.due(&bank, &epochs, at: start + Double(frame) / 60))
    }
    let share = Double(Self.blockCount) / 60 / Self.turn(mode)
    // The golden ratio's multiples leave gaps of three lengths at most.
    let most = counts.max() ?? 0
    let least = counts.min() ?? 0
    #expect(Double(most) <= share + 2.5, "\(counts)")
    #expect(Double(least) >= share - 2.5, "\(counts)")
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    #expect((mean - share).magnitude <= 0.05 * share, "mean \(mean), share \(share)")
  }

  @Test func `a frame twice, backwards or between others brings nothing more up to date`() throws {
    var bank = try Self.bank(.autoreverse, at: 0)
    var epochs: [Int64] = []
    _ = Self.due(&bank, &epochs, at: 3)
    #expect(Self.due(&bank, &epochs, at: 3) == 0)
    let there = Self.due(&bank, &epochs, at: 3.02)
    #expect(Self.due(&bank, &epochs, at: 3) == there)
  }
}
