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
}
