// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import Testing

/// The present of a bank: the latest time of a frame or a command.
@Suite struct BankPresentTests {
  /// Every command that has a time, to one repeat and to a range.
  private static let commands:
    [(name: String, run: @Sendable (inout RepeatBank, RepeatID, Double) throws -> Void)] = [
      ("add", { bank, _, time in try bank.add(.hertz(1), at: time) }),
      ("rate", { try $0.setRate(.hertz(2), of: $1, at: $2, policy: .phaseMatched) }),
      ("waiting rate", { try $0.setRate(.hertz(2), of: $1, at: $2, policy: .restartPerCycle) }),
      ("duration", { try $0.setCycleDuration(2, of: $1, at: $2, policy: .phaseMatched) }),
      ("rates", { try $0.setRates([2], of: [$1], at: $2) }),
      ("ramp", { try $0.ramp(to: .hertz(2), over: 1, of: $1, at: $2) }),
      ("seek", { try $0.seek(to: 0.5, of: $1, at: $2) }),
      ("pause", { try $0.pause($1, at: $2) }),
      ("resume", { try $0.resume($1, at: $2) }),
      ("reverse", { try $0.reverse($1, at: $2) }),
      ("start", { try $0.start($1, at: $2) }),
      ("stop", { try $0.stop($1, at: $2) }),
      ("range", { bank, _, time in try bank.pause(in: 0..<1, at: time) }),
    ]

  @Test(arguments: [false, true], [false, true])
  func `every command before the present throws, whatever moves the repeat`(
    isRamped: Bool, isAfterFrame: Bool
  ) throws {
    for (name, run) in Self.commands {
      var bank = RepeatBank()
      let id = try bank.add(.hertz(0.5), at: 1)
      if isRamped { try bank.ramp(to: .hertz(1), over: 100, of: id, at: 1) }
      if isAfterFrame { bank.evaluate(at: 5) } else { try bank.add(.hertz(1), at: 5) }
      let before = try bank.position(of: id, at: 9)
      #expect(throws: BankError.timeHasPassed(time: 4.5, now: 5), "\(name)") {
        try run(&bank, id, 4.5)
      }
      #expect(throws: BankError.self, "\(name)") { try run(&bank, id, .nan) }
      #expect(try bank.position(of: id, at: 9) == before, "\(name)")
      #expect(bank.now == 5 && bank.count == (isAfterFrame ? 1 : 2), "\(name)")
      try run(&bank, id, 5)
    }
  }

  @Test func `values may be asked for at any time, and move no present but a frame's`() throws {
    var bank = RepeatBank()
    #expect(bank.now == -RepeatBank.latestTime)
    let id = try bank.add(.hertz(0.5), at: -3)
    #expect(bank.now == -3)
    #expect(try bank.position(of: id, at: 100) == 0.5)
    #expect(bank.now == -3)
    bank.evaluate(at: 7)
    bank.evaluate(at: 2)
    #expect(bank.now == 7)
    var restored = try RepeatBank.restored(from: bank.snapshot(), curve: bank.curve)
    #expect(restored.now == 7)
    #expect(throws: BankError.timeHasPassed(time: 6, now: 7)) { try restored.pause(id, at: 6) }
  }

  /// The exact state's rate is a whole number of 2^-91 cycle a nanosecond.
  @Test(arguments: [(50 * 86_400.0, 1e-12), (365.25 * 86_400, 6.5e-12), (1e9, 2.1e-10)])
  func `a bank stays near a controller as long as its documentation says`(
    seconds: Double, bound: Double
  ) throws {
    var bank = RepeatBank()
    var worst = 0.0
    for number in 1...2000 {
      let rate = RepeatRate.cycleDuration(0.2 + Double(number) / 700)
      let id = try bank.add(rate, at: 0)
      let expected = try RepeatController.running(rate).sample(at: seconds).position.phase
      let off = (try bank.position(of: id, at: seconds) - expected).magnitude
      worst = max(worst, min(off, 1 - off))
    }
    #expect(worst <= bound)
    print("bank and controllers after \(seconds) s: at most \(worst) cycle apart")
  }
}
