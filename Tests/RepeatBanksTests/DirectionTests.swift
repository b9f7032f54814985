// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// One-way repeats show the start of a cycle at a whole phase in forward motion, and its end in
/// backward motion, also at rest after that motion.
@Suite struct DirectionTests {
  private static func bank(_ set: KernelSet = .best) -> RepeatBank {
    .on(set, curve: BankCurve(.linear), mode: .sawtooth)
  }

  /// The values of a slot at a time: in a frame, the exact value, and from its row for a shader.
  private static func values(_ bank: inout RepeatBank, _ id: RepeatID, at time: Double) throws
    -> [Double]
  {
    bank.evaluate(at: time)
    var rows: [ShaderRow] = []
    _ = try bank.updateShaderRows(&rows, at: time)
    let units = rows[id.index].phase(at: ShaderRow.tick(at: time))
    return [Double(bank[id.index]), try bank.value(of: id, at: time), Double(units) * 0x1p-64]
  }

  private static func expect(
    _ value: Double, _ bank: inout RepeatBank, _ id: RepeatID, at time: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let shown = try values(&bank, id, at: time)
    #expect(
      shown.allSatisfy { ($0 - value).magnitude < 1e-6 },
      "\(shown) at \(time) s, but expected \(value)", sourceLocation: sourceLocation)
  }

  @Test(arguments: KernelSet.available)
  func `backward motion mirrors forward motion`(set: KernelSet) throws {
    var bank = Self.bank(set)
    let forward = try bank.add(.hertz(1), at: 0)
    let backward = try bank.add(.hertz(-1), at: 0)
    for step in 0...40 {
      let time = Double(step) / 8
      let phase = time.truncatingRemainder(dividingBy: 1)
      try Self.expect(phase, &bank, forward, at: time)
      try Self.expect(1 - phase, &bank, backward, at: time)
      var restored = try RepeatBank.restored(from: bank.savedState, curve: bank.curve)
      try Self.expect(1 - phase, &restored, backward, at: time)
    }
  }

  @Test(arguments: KernelSet.available)
  func `the last direction is kept at rest, in a pause, after a freeze and by reversals`(
    set: KernelSet
  ) throws {
    var bank = Self.bank(set)
    let id = try bank.add(.hertz(-1), at: 0)
    try bank.ramp(to: .hertz(0), over: 0, of: id, at: 1)
    try Self.expect(1, &bank, id, at: 1.5)
    try bank.reverse(id, at: 1.5)
    try Self.expect(0, &bank, id, at: 1.5)
    try bank.reverse(id, at: 1.5)
    try bank.setRate(.hertz(-1), of: id, at: 2, policy: .phaseMatched)
    try bank.pause(id, at: 3)
    try Self.expect(1, &bank, id, at: 3)
    // A rate that is requested in a pause has not moved the repeat yet.
    try bank.setRate(.hertz(1), of: id, at: 3, policy: .phaseMatched)
    try Self.expect(1, &bank, id, at: 3)
    try bank.resume(id, at: 4)
    try Self.expect(0, &bank, id, at: 4)
    try bank.reverse(id, at: 5)
    try Self.expect(1, &bank, id, at: 5)
    try bank.stop(id, .freeze, at: 6)
    try Self.expect(1, &bank, id, at: 6)
    try Self.expect(1, &bank, id, at: 600)
    var restored = try RepeatBank.restored(from: bank.savedState, curve: bank.curve)
    try Self.expect(1, &restored, id, at: 600)
    try bank.start(id, at: 600)
    try bank.reverse(id, at: 600.25)
    try bank.stop(id, at: 600.25)
    // A stop at the cycle's end leads to the default state.
    try Self.expect(0, &bank, id, at: 601)
  }

  @Test(arguments: KernelSet.available)
  func `a ramp shows the end of the cycle where it runs backwards`(set: KernelSet) throws {
    var bank = Self.bank(set)
    let id = try bank.add(.hertz(0), at: 0)
    // From 0 Hz to -2 Hz in 1 s: -1/4 cycle at 0.5 s, and -1 cycle at 1 s.
    try bank.ramp(to: .hertz(-2), over: 1, of: id, at: 0)
    for (time, value) in [(0, 1), (0.5, 0.75), (1, 1), (1.25, 0.5)] {
      try Self.expect(value, &bank, id, at: time)
    }
    // From -2 Hz to 2 Hz in 2 s: the motion turns after 1 s, at a whole phase.
    try bank.ramp(to: .hertz(2), over: 2, of: id, at: 2)
    for (time, value) in [(2, 1), (2.5, 0.25), (3, 0), (3.5, 0.25), (4, 0)] {
      try Self.expect(value, &bank, id, at: time)
    }
  }

  @Test(arguments: KernelSet.available, [0.5, 1, 2])
  func `a waiting rate in the other direction begins at its end of the cycle`(
    set: KernelSet, hertz: Double
  ) throws {
    for sign in [1.0, -1] {
      var bank = Self.bank(set)
      let id = try bank.add(.hertz(sign), at: 0)
      try bank.setRate(.hertz(-sign * hertz), of: id, at: 0.25, policy: .restartPerCycle)
      let start = sign > 0 ? 1.0 : 0
      #expect(try bank.value(of: id, at: 1) == start)
      #expect(try bank.value(of: id, at: 1.125) == (start - sign * hertz / 8).magnitude)
      var rows: [ShaderRow] = []
      _ = try bank.updateShaderRows(&rows, at: 0.25)
      #expect(rows[0].phase(at: ShaderRow.tick(at: 1)) == (sign > 0 ? .max : 0))
      try Self.expect(start, &bank, id, at: 1)
      try Self.expect(start, &bank, id, at: 3)
    }
  }

  @Test(arguments: KernelSet.available)
  func `frames whose rates come from a field keep the direction at rate 0`(set: KernelSet) throws {
    var bank = Self.bank(set)
    let ids = try (0..<1100).map { _ in try bank.add(.hertz(1), at: 0) }
    // Each change of the rate covers whole cycles.
    let frames: [(time: Double, hertz: Float, value: Double)] = [
      (1, -1, 1), (3, 0, 1), (4, -0.0, 1), (6, 1, 0), (8, -0.0, 0), (9, 0, 0), (11, -1, 1),
    ]
    for (time, hertz, value) in frames {
      try bank.evaluate(at: time, following: Array(repeating: hertz, count: 1100))
      let shown = Double(bank[1050])
      #expect((shown - value).magnitude < 1e-6, "\(shown) at \(time) s")
      #expect(try bank.value(of: ids[1050], at: time) == value, "at \(time) s")
      var restored = try RepeatBank.restored(from: bank.savedState, curve: bank.curve)
      try Self.expect(value, &restored, ids[1050], at: time)
    }
    try bank.evaluate(at: 13, following: Array(repeating: 0, count: 1100))
    // The frame, the exact value and the row agree also after the chunk has stopped following.
    try bank.pause(ids[3], at: 13)
    try Self.expect(1, &bank, ids[3], at: 13)
    try Self.expect(1, &bank, ids[1050], at: 14)
  }

  @Test func `a rate requested as a duration keeps the direction of a controller`() throws {
    for stops in [StopMode.immediately, .freeze, .atCycleEnd] {
      var compared = try ComparedBank(count: 1, mode: .sawtooth, seed: 1)
      for command in [
        RepeatCommand.ramp(to: .hertz(-1), over: 0), .ramp(to: .hertz(0), over: 0), .stop(stops),
        .start, .rate(.cycleDuration(1)),
      ] {
        compared.time += 1.0 / 16
        try compared.perform(command, .phaseMatched, on: 0)
        let (_, statesAreEqual) = try compared.exactDifference(at: compared.time)
        #expect(statesAreEqual, "after \(command)")
      }
    }
  }
}
