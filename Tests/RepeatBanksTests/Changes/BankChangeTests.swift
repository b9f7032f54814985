// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// The bank against a controller for each repeat, which gets the same commands.
@Suite struct BankChangeTests {
  /// Cycles by which an exact value may differ from a controller's.
  static let exactBound = 1e-12

  /// What a game may do to a repeat before it stops and starts it, and the rate of the next run.
  static let turns: [(rates: [RepeatRate], reversals: Int, next: Double)] = [
    ([.hertz(2)], 1, 2), ([.hertz(-2)], 1, -2), ([.hertz(2)], 2, 2),
    // A duration keeps the direction of the motion, and requests forwards.
    ([.hertz(-2), .cycleDuration(0.25)], 0, 4), ([.hertz(-2), .cycleDuration(0.25)], 1, 4),
    ([.hertz(-2), .hertz(0), .cycleDuration(0.5)], 0, 2),
  ]

  @Test(arguments: KernelSet.available, turns)
  func `a run begins in the direction of the requested rate, whatever turned the one before`(
    set: KernelSet, turn: (rates: [RepeatRate], reversals: Int, next: Double)
  ) throws {
    var bank = RepeatBank.on(set)
    let ids = try (0..<40).map { _ in try bank.add(.hertz(1), phase: 0.3, at: 0) }
    // By itself, and in the batch call.
    let (one, others) = (ids[0], Array(ids[1...]))
    for rate in turn.rates { try bank.setRate(rate, of: one, at: 0, policy: .phaseMatched) }
    for _ in 0..<turn.reversals { try bank.reverse(one, at: 0) }
    for id in others { try bank.reverse(id, at: 0) }
    let curve = bank.curve
    bank = try RepeatBank.restored(from: bank.snapshot(), curve: curve)
    bank.kernels = set
    // A new rate in hertz is the requested one, also where repeats run the other way.
    try bank.setRates(others.map { Double($0.index - 20) / 8 }, of: others, at: 0.5)
    for id in ids {
      try bank.stop(id, .immediately, at: 1)
      try bank.start(id, at: 1)
    }
    #expect(try bank.hertz(of: one, at: 1) == turn.next)
    for id in others {
      #expect(try bank.hertz(of: id, at: 1) == Double(id.index - 20) / 8, "\(id.index)")
    }
  }

  @Test(arguments: BankMode.allCases, [1, 2, 3, 4] as [UInt64])
  func `the same commands give the same positions as a controller's`(
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
  func `frames show what every command has done`(set: KernelSet) throws {
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
