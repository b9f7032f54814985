// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// Frames with a field, which is a new rate for each slot; their phases equal the exact integral.
@Suite struct FieldTests {
  @Test(arguments: KernelSet.available)
  func `the phase is the exact integral of linear rates`(set: KernelSet) throws {
    var random = SeededRandom(seed: 21)
    var bank = RepeatBank.on(set)
    let count = 2500
    var models: [ExactPhase] = []
    for _ in 0..<count {
      let (phase, hertz) = (random.double(in: 0...0.99), random.double(in: -2...2))
      try bank.add(.hertz(hertz), phase: phase, at: 5)
      models.append(ExactPhase(phase: phase, hertz: hertz, at: 5))
    }
    var time = 5.0
    for frame in 0..<400 {
      time += frame.isMultiple(of: 90) ? 3.7 : random.double(in: 0...0.03)
      let rates = (0..<count).map { _ in Float(random.double(in: -3...3)) }
      try bank.evaluate(at: time, following: rates)
      for slot in 0..<count { models[slot].move(to: time, linearlyTo: Double(rates[slot])) }
      // After a command to one slot, its chunk follows the array of rates only from the next frame.
      let slot = Int.random(in: 0..<count, using: &random)
      let hertz = random.double(in: -1...1)
      guard let id = bank.id(at: slot) else { continue }
      try bank.setRate(.hertz(hertz), of: id, at: time, policy: .phaseMatched)
      models[slot].hertz = hertz
    }
    var worst = 0.0
    for id in bank.ids {
      worst = max(worst, distance(try bank.phase(of: id, at: time), models[id.index].phase))
    }
    #expect(worst < 1e-12)
    let values = bank.values(at: time)
    let curve = bank.curve
    for slot in 0..<count {
      let miss = distance(
        of: values[slot], from: curve.timing, atPhase: models[slot].phase, within: 5e-8,
        .autoreverse)
      #expect(miss < 1e-6)
    }
  }

  @Test func `frames show the motion at the given rates, also after the last call`() throws {
    var bank = RepeatBank(curve: BankCurve(.linear), mode: .sawtooth)
    for _ in 0..<1100 { try bank.add(.hertz(1), at: 0) }
    for frame in 1...100 {
      try bank.evaluate(at: Double(frame) * 0.01, following: Array(repeating: 1, count: 1100))
      let values = bank.shown
      let phase = Float(frame % 100) * 0.01
      #expect(values.allSatisfy { ($0 - phase).magnitude < 1e-6 || phase == 0 })
    }
    for time in [1.1, 1.0001, 1.25, 0.99, 1.0001] {
      let values = bank.values(at: time)
      let phase = Float(time).truncatingRemainder(dividingBy: 1)
      #expect(values.allSatisfy { ($0 - phase).magnitude < 1e-6 }, "at \(time) s")
    }
  }

  @Test(arguments: KernelSet.available)
  func `frames between calls move at the last rates, and the next call starts from those rates`(
    set: KernelSet
  ) throws {
    var bank = RepeatBank.on(set)
    let rates = (0..<1100).map { 0.001 * Double($0) }
    var models = rates.map { ExactPhase(phase: 0, hertz: $0, at: 0) }
    for rate in rates { try bank.add(.hertz(rate), at: 0) }
    for call in 1...50 {
      let time = Double(call) / 30
      let hertz = (0..<1100).map { 0.001 * Float($0 + call) }
      try bank.evaluate(at: time, following: hertz)
      for slot in 0..<1100 { models[slot].move(to: time, linearlyTo: Double(hertz[slot])) }
      let values = bank.values(at: time + 1 / 120.0)
      for slot in 0..<1100 {
        models[slot].move(to: time + 1 / 120.0)
        let miss = distance(
          of: values[slot], from: bank.curve.timing, atPhase: models[slot].phase, within: 6e-8,
          .autoreverse)
        #expect(miss < 1e-6)
      }
    }
    for id in bank.ids {
      #expect(try distance(bank.phase(of: id, at: bank.now), models[id.index].phase) < 1e-12)
    }
  }

  @Test func `a field sets the rate of a paused repeat, and withdraws pending changes`() throws {
    var bank = RepeatBank()
    let ids = try (0..<5).map { _ in try bank.add(.hertz(1), at: 0) }
    try bank.pause(ids[0], at: 0.25)
    try bank.setRate(.hertz(2), of: ids[1], at: 0.25, policy: .restartPerCycle)
    try bank.ramp(to: .hertz(9), over: 10, of: ids[2], at: 0.25)
    try bank.stop(ids[3], .immediately, at: 0.25)
    try bank.remove(ids[4])
    try bank.evaluate(at: 0.5, following: [3, 3, 3, 3, 3])
    #expect(try bank.phase(of: ids[0], at: 0.5) == 0.25)
    #expect(try bank.state(of: ids[3]) == .idle)
    try bank.resume(ids[0], at: 0.5)
    try bank.start(ids[3], at: 0.5)
    for id in ids.prefix(4) { #expect(try bank.hertz(of: id, at: 5) == 3) }
    // Both rates rise linearly from 1 Hz to 3 Hz in 0.25 s; the ramp had only just begun.
    #expect(try distance(bank.phase(of: ids[1], at: 0.5), 0.75) < 1e-15)
    #expect(try distance(bank.phase(of: ids[2], at: 0.5), 0.75) < 1e-15)
  }

  @Test(arguments: KernelSet.available, [1000, 1001])
  func `half a unit of the frame's integer phase is kept exactly`(set: KernelSet, units: Double)
    throws
  {
    var bank = RepeatBank.on(set)
    let id = try bank.add(.hertz(1), at: 0)
    try bank.evaluate(at: 0, following: [1])
    let time = 0x1p-31 * (units + 0.5)
    try bank.evaluate(at: time, following: [0])
    #expect(try bank.phase(of: id, at: time) == time / 2)
  }

  @Test(arguments: KernelSet.available)
  func `the rounding errors of a steady rate do not add up`(set: KernelSet) throws {
    var bank = RepeatBank.on(set)
    let (start, frames) = (800_000.0, 300_000)
    let rates = (0..<8).map { 0.73 + 0.01 * Float($0) }
    var models = rates.map { ExactPhase(phase: 0, hertz: Double($0), at: start) }
    for rate in rates { try bank.add(.hertz(Double(rate)), at: start) }
    for frame in 1...frames { try bank.evaluate(at: start + Double(frame) / 60, following: rates) }
    let worst = try bank.ids.map { id in
      models[id.index].move(to: bank.now)
      return distance(try bank.phase(of: id, at: bank.now), models[id.index].phase)
    }
    #expect((worst.max() ?? 1) < 2e-12)
  }

  @Test func `a stop at the cycle's end is reached between two frames`() throws {
    var bank = RepeatBank()
    let id = try bank.add(.hertz(30), phase: 0.5, at: 0)
    try bank.stop(id, at: 0)
    // The boundary is reached after 17 ms, and the middle of the interval is at 50 ms.
    try bank.evaluate(at: 0.1, following: [28])
    #expect(try bank.state(of: id) == .idle && bank.phase(of: id, at: 0.1) == 0)
  }

  @Test func `an invalid rate, count or time changes nothing`() throws {
    var bank = RepeatBank()
    for _ in 0..<3 { try bank.add(.hertz(1), at: 0) }
    let state = bank.savedState
    #expect(throws: BankError.wrongCount(given: 2, needed: 3)) {
      try bank.evaluate(at: 1, following: [1, 1])
    }
    #expect(throws: BankError.self) { try bank.evaluate(at: 1, following: [1, .nan, 1]) }
    #expect(throws: BankError.invalidRate(954)) {
      try bank.evaluate(at: 1, following: [1, 1, 954])
    }
    #expect(throws: BankError.timeHasPassed(time: -1, now: 0)) {
      try bank.evaluate(at: -1, following: [1, 1, 1])
    }
    #expect(bank.savedState == state)
  }
}
