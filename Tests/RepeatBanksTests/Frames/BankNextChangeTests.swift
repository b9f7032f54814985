// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// When what a bank shows next differs.
@Suite struct BankNextChangeTests {
  @Test(
    arguments: [BankMode.autoreverse, .sawtooth],
    [.easeInEaseOut, .linear, .steps(2, .none), .cubicBezier(0.68, -0.6, 0.32, 1.6)]
      as [TimingFunction])
  func `it is the first change of all repeats, as controllers have it`(
    mode: BankMode, timing: TimingFunction
  ) throws {
    var twins = try Twins(count: 12, mode: mode, seed: 81, curve: BankCurve(timing))
    for round in 0..<120 {
      try twins.step()
      for quantum in [1.0 / 255, 0.3] {
        let change = try twins.bank.nextChange(after: twins.time, by: quantum)
        let first = twins.pairs.map { pair in
          var controller = pair.controller
          controller.advance(to: twins.time)
          return controller.nextChange(after: twins.time, by: quantum)
        }.min()!
        let isNear = change == first || abs(change - first) < 1e-9 * max(1, first - twins.time)
        #expect(isNear, "round \(round), by \(quantum): \(change) for \(first)")
        if change < .infinity {
          let differs = try twins.pairs.contains { pair in
            let (now, then) = (
              try twins.bank.progress(of: pair.id, at: twins.time),
              try twins.bank.progress(of: pair.id, at: change + 1e-9)
            )
            return abs(then - now) > quantum - 1e-12
          }
          #expect(differs)
        }
      }
    }
  }

  @Test func `a bank of hard flashes changes where the first of them does`() throws {
    var bank = RepeatBank(curve: BankCurve(.steps(2, .none)), mode: .sawtooth)
    #expect(try bank.nextChange(after: 0) == .infinity)
    let slow = try bank.add(.hertz(0.5), at: 0)
    #expect(try bank.nextChange(after: 0) == 1)
    let fast = try bank.add(.hertz(2), at: 0)
    #expect(try bank.nextChange(after: 0) == 0.25 && bank.nextChange(after: 0.25) == 0.5)
    try bank.pause(fast, at: 0.1)
    #expect(try bank.nextChange(after: 0.1) == 1)
    try bank.stop(slow, .immediately, at: 0.5)
    #expect(try bank.nextChange(after: 0.5) == .infinity)
  }

  @Test func `invalid numbers are named`() throws {
    var bank = RepeatBank()
    _ = try bank.add(.hertz(1), at: 5)
    func error(_ time: Double, _ quantum: Double) -> BankError? {
      do throws(BankError) {
        _ = try bank.nextChange(after: time, by: quantum)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(5, -1) == .invalidQuantum(-1))
    #expect(error(4, 0.1) == .timeHasPassed(time: 4, now: 5))
    #expect(error(1e10, 0.1) == .invalidTime(1e10))
    for (time, quantum) in [(Double.nan, 0.1), (5, .nan)] { #expect(error(time, quantum) != nil) }
    #expect(error(5, 0) == nil && error(9e9, .infinity) == nil)
  }
}
