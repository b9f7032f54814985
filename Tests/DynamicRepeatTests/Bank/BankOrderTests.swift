// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// The bank against a controller for each repeat, which gets the same orders.
@Suite struct BankOrderTests {
  /// Cycles by which an exact value may differ from a controller's.
  static let exactBound = 1e-12

  @Test func `a reversal at rate 0 turns the direction of the next duration`() throws {
    var bank = RepeatBank(curve: BankCurve(.linear))
    let held = try bank.add(.hertz(2), at: 0)
    try bank.setRate(.hertz(0), of: held, at: 0, policy: .phaseMatched)
    try bank.reverse(held, at: 0)
    try bank.setCycleDuration(0.5, of: held, at: 0, policy: .phaseMatched)
    #expect(try bank.hertz(of: held, at: 0) == -2)

    let idle = try bank.add(.hertz(-1), at: 0)
    try bank.stop(idle, .immediately, at: 0)
    try bank.setCycleDuration(0.5, of: idle, at: 0, policy: .phaseMatched)
    try bank.start(idle, at: 0)
    #expect(try bank.hertz(of: idle, at: 0) == 2)
    try bank.stop(idle, .immediately, at: 0)
    try bank.reverse(idle, at: 0)
    try bank.setCycleDuration(1, of: idle, at: 0, policy: .phaseMatched)
    try bank.start(idle, at: 0)
    #expect(try bank.hertz(of: idle, at: 0) == -1)
  }

  @Test(arguments: BankMode.allCases, [1, 2, 3, 4] as [UInt64])
  func `the same orders give the same positions as a controller's`(
    mode: BankMode, seed: UInt64
  ) throws {
    var twins = try Twins(count: 40, mode: mode, seed: seed)
    var worst = 0.0
    for _ in 0..<1500 {
      try twins.step()
      worst = max(worst, try twins.exactDifference(at: twins.time))
      let other = twins.time + twins.random.double(in: 0...2)
      worst = max(worst, try twins.exactDifference(at: other))
    }
    #expect(worst <= Self.exactBound, "seed \(seed)")
    print("bank and controllers, \(mode), seed \(seed): at most \(worst) cycle apart")
  }

  @Test(arguments: [1, 3e4, 2.5e6, 8e8] as [Double])
  func `times far from 0 are as exact as a controller's`(start: Double) throws {
    var twins = try Twins(count: 10, mode: .autoreverse, seed: 7, start: start)
    for _ in 0..<300 {
      try twins.step()
      // The rate is rounded to 2^-92 period a nanosecond.
      let bound = Self.exactBound / 2 + twins.time * 1e9 * 0x1p-92
      #expect(try twins.exactDifference(at: twins.time) <= bound)
    }
  }

  @Test(arguments: KernelSet.available)
  func `frames show what every order has done`(set: KernelSet) throws {
    let seed: UInt64 = 5
    var twins = try Twins(count: 60, mode: .autoreverse, seed: seed)
    twins.bank.kernels = set
    let reach = RepeatBank.phaseBound(hertz: 4)
    for _ in 0..<600 {
      try twins.step()
      let values = try twins.bank.values(at: twins.time)
      for (id, _) in twins.pairs {
        let miss = distance(
          of: values[id.index], from: twins.bank.curve.timing,
          atPhase: try twins.bank.position(of: id, at: twins.time), within: reach, .autoreverse)
        #expect(miss <= twins.bank.curve.bound(with: set), "seed \(seed) at \(twins.time)")
      }
    }
  }
}
