// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import TestSupport
import Testing

/// Large numbers of rates that wait for the end of the cycle.
@Suite struct RestartTests {
  @Test(arguments: KernelSet.available)
  func `each cycle keeps its duration at any frame rate`(set: KernelSet) throws {
    var random = SeededRandom(seed: 1)
    var bank = RepeatBank.on(set, mode: .sawtooth)
    let count = 3000
    // The model of a slot: its cycle's exact end in 2^-64 s, and the present and waiting durations.
    var ends: [Int128] = []
    var present: [Double] = []
    var waiting: [Double?] = Array(repeating: nil, count: count)
    for _ in 0..<count {
      let duration = (random.double(in: 0.05...40) * 64).rounded() / 64
      try bank.add(.cycleDuration(duration), at: 0)
      present.append(duration)
      ends.append(ExactPhase.ticks(duration))
    }
    let ids = bank.ids
    var time = 0.0
    for _ in 0..<1500 {
      time += random.chance(0.02) ? random.double(in: 0...9) : random.double(in: 0...0.05)
      let now = ExactPhase.ticks(time)
      for slot in 0..<count {
        while ends[slot] <= now {
          present[slot] = waiting[slot] ?? present[slot]
          waiting[slot] = nil
          ends[slot] += ExactPhase.ticks(present[slot])
        }
      }
      if random.chance(0.7) { bank.evaluate(at: time) }
      for _ in 0..<20 {
        let slot = Int.random(in: 0..<count, using: &random)
        let duration = (random.double(in: 0.05...40) * 64).rounded() / 64
        try bank.setRate(
          .cycleDuration(duration), of: ids[slot], at: time, policy: .restartPerCycle)
        // If the repeat is at a boundary, the rate takes effect at once.
        waiting[slot] = duration
      }
    }
    let now = ExactPhase.ticks(time)
    for slot in 0..<count {
      let left = Double(ends[slot] - now) * 0x1p-64
      let phase = 1 - left / present[slot]
      #expect(distance(try bank.phase(of: ids[slot], at: time), phase) < 1e-12, "slot \(slot)")
    }
  }

  private typealias Step = (time: Double, command: RepeatCommand, policy: RatePolicy)

  /// Commands at a boundary, and commands that lead to a boundary in an unusual way.
  private static let stories: [[Step]] = [
    // A rate waits, and a seek goes to a boundary: the rate waits for the next boundary, also in
    // backward motion.
    [
      (0, .ramp(to: .hertz(-0.5), over: 0), .phaseMatched), (0, seek(0.5), .phaseMatched),
      (0, .rate(.hertz(3)), .restartPerCycle), (0.1, seek(0), .phaseMatched),
    ],
    // A ramp leaves a boundary, turns and comes back to that boundary.
    [
      (0, .ramp(to: .hertz(0.01), over: 0), .phaseMatched), (0, seek(0), .phaseMatched),
      (0, .ramp(to: .hertz(-1), over: 1), .phaseMatched),
      (0.001, .rate(.hertz(9)), .restartPerCycle),
    ],
    // After a reversal at 1/60 s, the motion comes back to the boundary at 2/60 s, when a ramp is
    // requested. The bank rounds these times to ticks.
    [
      (0, .ramp(to: .cycleDuration(58), over: 0), .phaseMatched), (0, seek(0), .phaseMatched),
      (1 / 60.0, .rate(.hertz(3)), .restartPerCycle), (1 / 60.0, .reverse, .phaseMatched),
      (2 / 60.0, .ramp(to: .hertz(1), over: 1), .phaseMatched),
    ],
    // A rate waits for a boundary, and at that boundary another rate is requested.
    [
      (0, .ramp(to: .hertz(1), over: 0), .phaseMatched), (0, seek(0.5), .phaseMatched),
      (0, .rate(.hertz(3)), .restartPerCycle), (0.1, seek(0), .phaseMatched),
      (0.1, .rate(.hertz(2)), .restartPerCycle),
    ],
    // A ramp turns before the boundary at which the motion stops. If a rate is then requested as a
    // duration, the motion keeps the direction after the turn.
    [
      (0, .ramp(to: .hertz(0.5), over: 0), .phaseMatched), (0, seek(0.25), .phaseMatched),
      (0, .ramp(to: .hertz(-2), over: 1), .phaseMatched),
      (0.001, .rate(.hertz(0)), .restartPerCycle),
      (3, .rate(.cycleDuration(2)), .phaseMatched),
    ],
  ]

  private static func seek(_ phase: Double) -> RepeatCommand {
    .seek(to: CyclePosition(cycle: 0, phase: phase), isSilent: true)
  }

  @Test(arguments: stories.indices)
  func `commands at a boundary act as on a controller`(story: Int) throws {
    var compared = try ComparedBank(count: 1, mode: .autoreverse, seed: 1)
    for step in Self.stories[story] {
      compared.time = step.time
      try compared.perform(step.command, step.policy, on: 0)
    }
    for time in [compared.time, compared.time + 0.3, 8] {
      let ahead = try compared.exactDifference(at: time)
      compared.bank.evaluate(at: time)
      let passed = try compared.exactDifference(at: time)
      #expect(max(ahead.phase, passed.phase) < 1e-12 && passed.statesAreEqual, "at \(time) s")
    }
  }

  @Test func `any number of frames between commands gives the same saved bytes`() throws {
    func run(_ seed: UInt64, frames: Int) throws -> [UInt8] {
      var compared = try ComparedBank(count: 40, mode: .autoreverse, seed: seed)
      var random = SeededRandom(seed: seed ^ 99)
      for step in 1...300 {
        let end = compared.time + 0.1
        for frame in 1..<max(1, frames) {
          compared.bank.evaluate(at: end - 0.1 + 0.1 * Double(frame) / Double(frames))
        }
        compared.time = end
        let slot = Int.random(in: 0..<40, using: &random)
        let rate = RepeatRate.hertz(random.double(in: -3...3))
        let commands: [RepeatCommand] = [
          .rate(rate), .rate(rate), .ramp(to: rate, over: 0.7), .pause, .resume, .stop(.atCycleEnd),
          .start,
        ]
        let policy: RatePolicy = random.chance(0.5) ? .restartPerCycle : .phaseMatched
        try compared.bank.perform(
          commands[Int.random(in: 0..<7, using: &random)], on: compared.pairs[slot].id, at: end,
          policy: policy)
        if step == 300 { compared.bank.evaluate(at: end) }
      }
      return compared.bank.savedState
    }
    for seed in 1...5 as ClosedRange<UInt64> {
      let coarse = try run(seed, frames: 1)
      for frames in [2, 3, 17] { #expect(try run(seed, frames: frames) == coarse, "seed \(seed)") }
    }
  }

  @Test
  func `a rate change can wait at the slowest rate, at the first and last valid time`() throws {
    var bank = RepeatBank(mode: .sawtooth)
    for (hertz, time) in [(0x1p-62, -RepeatBank.latestTime), (-0x1p-62, RepeatBank.latestTime)] {
      let id = try bank.add(.hertz(hertz), phase: 0.5, at: time)
      try bank.setRate(.hertz(2), of: id, at: time, policy: .restartPerCycle)
      bank.evaluate(at: time)
      #expect(try bank.hertz(of: id, at: time) == hertz)
    }
  }

  @Test func `rates that have waited for days take effect in a single frame`() throws {
    var bank = RepeatBank(mode: .sawtooth)
    var random = SeededRandom(seed: 3)
    var ids: [RepeatID] = []
    for _ in 0..<300 {
      let hertz = random.chance(0.1) ? 1e-12 : 1 / random.double(in: 0.1...1e6)
      let id = try bank.add(.hertz(hertz), phase: 0.5, at: -1e6)
      try bank.setRate(.hertz(2), of: id, at: -1e6, policy: .restartPerCycle)
      ids.append(id)
    }
    bank.evaluate(at: 1e7)
    for id in ids {
      let hertz = try bank.hertz(of: id, at: 1e7)
      #expect(hertz == 2 || hertz < 1.1e-12, "\(hertz)")
    }
  }

  @Test func `after four years, rate changes are as exact as before`() throws {
    var random = SeededRandom(seed: 8)
    var time = 0.0
    var bank = RepeatBank()
    let id = try bank.add(.hertz(0.73), at: 0)
    var model = ExactPhase(phase: 0, hertz: 0.73, at: 0)
    for step in 0..<2000 {
      time += step == 0 ? 4 * 365.25 * 86_400 : random.double(in: 0...11)
      let hertz = random.double(in: -1...1)
      model.move(to: time)
      try bank.setRate(.hertz(hertz), of: id, at: time, policy: .phaseMatched)
      #expect(distance(try bank.phase(of: id, at: time), model.phase) < 1e-12, "step \(step)")
      model.hertz = hertz
    }
  }

  @Test(arguments: [5] as [UInt64])
  func `after 30 days and a million changes, the phase is exact to 1e-12 cycle`(seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    let id = try bank.add(.hertz(0.73), at: 0)
    var model = ExactPhase(phase: 0, hertz: 0.73, at: 0)
    let month = 30 * 86_400.0
    for step in 1...1_000_000 {
      let time = month * Double(step) / 1_000_000
      let hertz = random.double(in: -1...1)
      model.move(to: time)
      try bank.setRate(.hertz(hertz), of: id, at: time, policy: .phaseMatched)
      model.hertz = hertz
      if step.isMultiple(of: 99) { bank.evaluate(at: time) }
    }
    #expect(distance(try bank.phase(of: id, at: month), model.phase) < 1e-12)
  }
}
