// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// Frames compared with exact phases and timing functions, for every instruction set.
@Suite struct FrameTests {
  /// The largest distance that a frame's phase may have from the exact phase, in cycles.
  private static func reach(_ hertz: Double, _ mode: BankMode) -> Double {
    (mode == .sawtooth ? 9.2e-8 : 4.6e-8) * hertz.magnitude + 2e-9
  }

  @Test(arguments: KernelSet.available, BankMode.allCases)
  func `the error is within the curve's bound; a function within 0...1 gives values in 0...1`(
    set: KernelSet, mode: BankMode
  ) throws {
    for (name, curve) in BankCurves.fitted {
      var bank = RepeatBank.on(set, curve: curve, mode: mode)
      var random = SeededRandom(seed: 7)
      let ids = try bank.fill(3000, upTo: name == "linear" ? 900 : 1.9, at: 0, &random)
      let staysInside = (0...5000).allSatisfy { (0...1).contains(curve.timing(Double($0) / 5000)) }
      for time in [0, 0.4, 1 / 3.0, 7.77, 3e5] {
        let values = bank.values(at: time)
        for id in ids {
          let hertz = try bank.hertz(of: id, at: time)
          let miss = distance(
            of: values[id.index], from: curve.timing, atPhase: try bank.phase(of: id, at: time),
            within: Self.reach(hertz, mode), mode)
          #expect(
            miss <= curve.bound, "\(name) (\(curve.methodName)), slot \(id.index), time \(time)")
          if staysInside { #expect((0...1).contains(values[id.index]), "\(name)") }
          if miss > curve.bound { break }
        }
      }
    }
  }

  @Test(arguments: KernelSet.available)
  func `the values at all phases of a leg are close to the named curve`(set: KernelSet) throws {
    for (name, timing) in BankCurves.named {
      var bank = RepeatBank.on(set, curve: BankCurve(timing), mode: .sawtooth)
      let count = 200_000
      for step in 0..<count { try bank.add(.hertz(0), phase: Double(step) / Double(count), at: 0) }
      let values = bank.values(at: 0)
      let worst = (0..<count).map {
        (Double(values[$0]) - timing(Double($0) / Double(count))).magnitude
      }
      #expect((worst.max() ?? 1) < 3e-7, "\(name)")
      #expect(values.allSatisfy { (0...1).contains($0) }, "\(name)")
    }
  }

  @Test
  func `a frame at any time equals the same frame of a bank that has shown no other frame`() throws
  {
    var random = SeededRandom(seed: 8)
    var bank = RepeatBank()
    try bank.fill(5000, upTo: 300, at: -3, &random)
    let state = bank.savedState
    for _ in 0..<60 {
      let time = random.double(in: -9...9) * (random.chance(0.2) ? 1e8 : 1)
      var fresh = try RepeatBank.restored(from: state, curve: bank.curve)
      #expect(bank.values(at: time) == fresh.values(at: time), "time \(time)")
    }
    // A move of the timeline and a frame at a distant time keep the number of repeats.
    try bank.moveTimeline(to: 9.1e8)
    var other = try RepeatBank.restored(from: state, curve: bank.curve)
    other.evaluate(at: 9e8)
    #expect(bank.count == other.count)
  }

  @Test(arguments: KernelSet.available)
  func `in sawtooth mode the first frame shows a cycle's start, in both directions`(set: KernelSet)
    throws
  {
    var bank = RepeatBank.on(set, curve: BankCurve(.linear), mode: .sawtooth)
    var random = SeededRandom(seed: 9)
    for step in 0..<5000 {
      let time = Double(step) * 0.0123
      let hertz = random.double(in: -900...900)
      let id = try bank.add(.hertz(hertz), at: time)
      bank.evaluate(at: time)
      let miss = (Double(bank[id.index]) - (hertz < 0 ? 1 : 0)).magnitude
      #expect(miss < 1e-4, "slot \(id.index)")
    }
  }

  @Test func `paused, idle and free slots show constant values`() throws {
    var bank = RepeatBank(curve: BankCurve(.linear))
    let ids = try (0..<4).map { _ in try bank.add(.hertz(1), at: 0) }
    try bank.pause(ids[0], at: 0.25)
    try bank.stop(ids[1], .immediately, at: 0.25)
    try bank.remove(ids[2])
    for time in [0.25, 0.5, 100.25] {
      let values = bank.values(at: time)
      #expect((values[0] - 0.5).magnitude < 1e-6 && values[1] == 0 && values[2] == 0)
    }
    #expect((bank[3] - 0.5).magnitude < 1e-6)
    #expect(bank.withValues { $0.count } == 4)
  }

  @Test func `the next change is now while anything moves`() throws {
    var bank = RepeatBank()
    #expect(try bank.nextChange(after: 0) == .infinity)
    let id = try bank.add(.hertz(0), at: 0)
    #expect(try bank.nextChange(after: 1) == .infinity)
    try bank.ramp(to: .hertz(1), over: 1, of: id, at: 1)
    #expect(try bank.nextChange(after: 1) == 1)
    try bank.pause(id, at: 3)
    #expect(try bank.nextChange(after: 3) == .infinity)
    #expect(throws: BankError.timeHasPassed(time: 2, now: 3)) { try bank.nextChange(after: 2) }
  }
}
