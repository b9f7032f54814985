// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// A bank whose timeline moves to another clock.
@Suite struct BankClockTests {
  /// A bank with ramps, rates and stops that wait, and pauses.
  private static func busy(_ mode: BankMode, seed: UInt64) throws -> Twins {
    var twins = try Twins(count: 60, mode: mode, seed: seed)
    for _ in 0..<100 { try twins.step() }
    twins.time = (twins.time + 1).rounded(.up)
    for index in twins.pairs.indices { twins.pairs[index].controller.advance(to: twins.time) }
    twins.bank.evaluate(at: twins.time)
    return twins
  }

  private static func copy(of bank: borrowing RepeatBank) throws -> RepeatBank {
    try RepeatBank.restored(from: bank.snapshot(), curve: bank.curve)
  }

  private static func distance(_ a: Double, _ b: Double) -> Double {
    min((a - b).magnitude, 1 - (a - b).magnitude)
  }

  @Test(
    arguments: [BankMode.autoreverse, .sawtooth],
    [0.125, -3, 600_000, -1_000_000.5, 8e9] as [Double])
  func `after a shift it goes on as on the old clock`(mode: BankMode, shift: Double) throws {
    let twins = try Self.busy(mode, seed: 61)
    var old = try Self.copy(of: twins.bank)
    var moved = try Self.copy(of: twins.bank)
    try moved.shiftTimeline(by: shift)
    let moment = moved.now
    #expect(moment == old.now + shift)
    for pair in twins.pairs {
      let positions = [
        try old.position(of: pair.id, at: old.now), try moved.position(of: pair.id, at: moment),
      ]
      #expect(positions[0] == positions[1])
    }
    for step in 1...200 {
      let time = twins.time + Double(step) / 32
      let (before, after) = (try old.values(at: time), try moved.values(at: time + shift))
      #expect(zip(before, after).allSatisfy { ($0 - $1).magnitude < 2e-6 })
      for pair in twins.pairs {
        let (a, b) = (
          try old.position(of: pair.id, at: time), try moved.position(of: pair.id, at: time + shift)
        )
        #expect(Self.distance(a, b) <= 0x1p-52, "\(a) \(b)")
        let states = [try old.state(of: pair.id), try moved.state(of: pair.id)]
        #expect(states[0] == states[1])
      }
    }
  }

  @Test(arguments: [71, 72, 73] as [UInt64])
  func `its repeats stay with controllers that move too, whatever comes before and after`(
    seed: UInt64
  ) throws {
    var twins = try Twins(count: 40, mode: .autoreverse, seed: seed)
    for _ in 0..<20 {
      for _ in 0..<20 { try twins.step() }
      let newNow = twins.random.double(in: -1e6...1e6)
      for index in twins.pairs.indices {
        twins.pairs[index].controller.advance(to: twins.time)
        try twins.pairs[index].controller.moveTimeline(to: newNow)
      }
      // The bank's present is that of its last command or frame.
      twins.bank.evaluate(at: twins.time)
      try twins.bank.moveTimeline(to: newNow)
      twins.time = newNow
      for time in [newNow, newNow + 0.3, newNow + 7] {
        #expect(try twins.exactDifference(at: time) < 1e-9, "seed \(seed)")
      }
      #expect(try twins.exactDifference(at: newNow) < 1e-12, "seed \(seed)")
    }
  }

  @Test func `rates that follow a field go on following`() throws {
    var old = RepeatBank()
    var moved = RepeatBank()
    for index in 0..<5000 {
      _ = try old.add(.hertz(Double(index % 7)), phase: 0.125, at: 0)
      _ = try moved.add(.hertz(Double(index % 7)), phase: 0.125, at: 0)
    }
    var shift = 0.0
    for frame in 1...64 {
      let time = Double(frame) / 64
      let hertz = (0..<5000).map { Float(($0 + frame) % 9) / 3 }
      try old.evaluate(at: time, following: hertz)
      try moved.evaluate(at: time + shift, following: hertz)
      if frame % 16 == 5 {
        try moved.shiftTimeline(by: 1000)
        shift += 1000
      }
    }
    for index in 0..<5000 {
      let (a, b) = (old.id(at: index), moved.id(at: index))
      guard let a, let b else { continue }
      let (x, y) = (try old.position(of: a, at: 1), try moved.position(of: b, at: 1 + shift))
      #expect(Self.distance(x, y) < 1e-15)
    }
  }

  @Test func `a new bank has no timeline to shift, and an empty one has its present`() throws {
    var bank = RepeatBank()
    try bank.shiftTimeline(by: 5)
    #expect(bank.now == -RepeatBank.latestTime)
    try bank.moveTimeline(to: 5)
    #expect(bank.now == 5)
    try bank.shiftTimeline(by: -4)
    #expect(bank.now == 1)
    _ = try bank.add(.hertz(1), at: 1)
    bank.evaluate(at: 1.5)
    #expect(bank[0] == 1)
  }

  @Test func `a time that would leave the range changes nothing`() throws {
    let twins = try Self.busy(.sawtooth, seed: 62)
    var bank = try Self.copy(of: twins.bank)
    let before = bank.snapshot()
    func isInvalidTime(_ error: BankError?) -> Bool {
      if case .invalidTime = error { true } else { false }
    }
    for seconds in [Double.nan, .infinity, -.infinity, 9e9, -1e10, 1e300] {
      let error = #expect(throws: BankError.self) { try bank.shiftTimeline(by: seconds) }
      #expect(isInvalidTime(error), "\(seconds)")
    }
    for time in [Double.nan, .infinity, 9e9.nextUp, -9.1e9] {
      let error = #expect(throws: BankError.self) { try bank.moveTimeline(to: time) }
      #expect(isInvalidTime(error), "\(time)")
    }
    #expect(bank.snapshot() == before)
    for time in [-9e9, 9e9] { try bank.moveTimeline(to: time) }
  }
}
