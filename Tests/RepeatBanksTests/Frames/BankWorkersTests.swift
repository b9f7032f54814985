// SPDX-License-Identifier: Apache-2.0

import Foundation
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

@Suite struct BankWorkersTests {
  @Test(arguments: [2, 3, 8], [0, 2000])
  func `workers give the same bits as one thread`(threads: Int, spins: Int) throws {
    let seed: UInt64 = 61
    var workers = try BankWorkers(threads: threads, spins: spins)
    // Of a million each thread's part is handed out in many pieces.
    for count in [0, 1, 5000, 40_000] + (threads < 8 && spins > 0 ? [1_000_000] : []) {
      var alone = try RepeatBank.filled(count, upTo: 3, seed: seed)
      var together = try RepeatBank.filled(count, upTo: 3, seed: seed)
      for frame in 1...(count > 40_000 ? 3 : 40) {
        alone.evaluate(at: Double(frame) / 60)
        workers.evaluate(&together, at: Double(frame) / 60)
        var differing = 0
        for index in 0..<count where alone[index] != together[index] { differing += 1 }
        #expect(differing == 0, "seed \(seed), \(threads) threads, frame \(frame)")
      }
    }
  }

  @Test func `two threads of the caller's own evaluate blocks of one frame`() throws {
    let seed: UInt64 = 62
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    let ids = try bank.fill(50_000, at: 0, &random)
    for step in 1...20 {
      let time = Double(step) / 60
      bank.withFrame(at: time) { frame in
        let middle = frame.blockCount / 2
        DispatchQueue.concurrentPerform(iterations: 2) { part in
          frame.evaluate(blocks: part == 0 ? 0..<middle : middle..<frame.blockCount)
        }
      }
      for id in ids where id.index % 997 == 0 {
        let miss = (Double(bank[id.index]) - (try bank.value(of: id, at: time))).magnitude
        #expect(miss <= BankFrameTests.frameBound, "seed \(seed)")
      }
    }
  }
}
