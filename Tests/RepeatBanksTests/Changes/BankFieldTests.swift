// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// Rates that follow a field: linear between frames, the phase the exact integral of that.
@Suite struct BankFieldTests {
  /// Beside controllers that ramp: what a bank promises for 50 days.
  static let phaseBound = 1e-12
  /// A frame's value at up to 1 Hz.
  static let frameBound = 2e-7

  /// The field at a time: what rates follow, here within ±`hertz`.
  private static func field(_ index: Int, at time: Double, upTo hertz: Double) -> Float {
    let wave = (0.37 * time + 0.013 * Double(index)).truncatingRemainder(dividingBy: 2)
    return Float(hertz * (wave.magnitude - 0.6))
  }

  private static func rates(_ bank: borrowing RepeatBank, at time: Double, upTo hertz: Double = 1)
    -> [Float]
  {
    (0..<bank.endIndex).map { field($0, at: time, upTo: hertz) }
  }

  private static func distance(_ a: Double, _ b: Double) -> Double {
    let apart = (a - b).magnitude
    return min(apart, 1 - apart)
  }

  @Test(arguments: KernelSet.available, BankMode.allCases)
  func `phases are the integral of the linear rates, as controllers that ramp have them`(
    set: KernelSet, mode: BankMode
  ) throws {
    let seed: UInt64 = 301
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank.on(set, mode: mode)
    let ids = try bank.fill(130, at: 0, &random)
    var controllers = try ids.map { id in
      try RepeatController.running(
        .hertz(try bank.hertz(of: id, at: 0)), phase: try bank.position(of: id, at: 0))
    }
    var last = 0.0
    for frame in 1...300 {
      // Uneven frames, one long stop, and the same time twice.
      let step = frame == 100 ? 30 : frame == 200 ? 0 : random.double(in: 0.002...0.05)
      let time = last + step
      let rates = Self.rates(bank, at: time)
      try bank.evaluate(at: time, following: rates)
      for id in ids where id.index % 13 == frame % 13 {
        let exact = try bank.value(of: id, at: time)
        let position = try bank.position(of: id, at: time)
        if mode == .sawtooth, position < 1e-6 || position > 1 - 1e-6 { continue }
        #expect((Double(bank[id.index]) - exact).magnitude <= Self.frameBound, "seed \(seed)")
      }
      for index in controllers.indices {
        try controllers[index].ramp(to: .hertz(Double(rates[index])), over: time - last)
        controllers[index].advance(to: time)
      }
      last = time
    }
    for (id, controller) in zip(ids, controllers) {
      for later in [last, last + 0.3, last + 700] {
        let miss = Self.distance(
          try bank.position(of: id, at: later), controller.sample(at: later).position.phase)
        #expect(miss <= Self.phaseBound * max(1, later - last), "\(set.name), seed \(seed)")
      }
      #expect(try bank.hertz(of: id, at: last) == controller.sample(at: last).hertz)
    }
  }

  @Test(arguments: KernelSet.available)
  func `all sets have the same phases as exact states changed one by one`(set: KernelSet) throws {
    let seed: UInt64 = 302
    // The loop in Swift changes exact states; the others follow in the frames' own rows.
    var exact = try RepeatBank.filled(5003, upTo: 900, on: .portable, seed: seed)
    var bank = try RepeatBank.filled(5003, upTo: 900, on: set, seed: seed)
    for frame in 1...40 {
      let time = Double(frame) / 60
      let rates = Self.rates(bank, at: time, upTo: frame.isMultiple(of: 3) ? 600 : 1e-9)
      try exact.evaluate(at: time, following: rates)
      try bank.evaluate(at: time, following: rates)
    }
    for id in bank.ids {
      let miss = Self.distance(
        try bank.position(of: id, at: 0.7), try exact.position(of: id, at: 0.7))
      // Each of 40 changes of exact states keeps 56 bits. Where one rate is a billionth of the other,
      // a frame of up to 5 cycles is rounded to 53.
      #expect(miss <= 40 * (0x1p-56 + 5 * 0x1p-53), "\(set.name), seed \(seed), \(id.index)")
    }
  }

  @Test(arguments: [2, 3, 7])
  func `workers, blocks in any order and blocks twice show and leave the same bits`(threads: Int)
    throws
  {
    let seed: UInt64 = 303
    var alone = try RepeatBank.filled(40_000, seed: seed)
    var shared = try RepeatBank.filled(40_000, seed: seed)
    var apart = try RepeatBank.filled(40_000, seed: seed)
    var workers = try BankWorkers(threads: threads)
    for frame in 1...20 {
      let time = Double(frame) / 60
      let rates = Self.rates(alone, at: time)
      try alone.evaluate(at: time, following: rates)
      try workers.evaluate(&shared, at: time, following: rates.span)
      try apart.withFrame(at: time, following: rates.span) { frame in
        for block in (0..<frame.blockCount).reversed() { frame.evaluate(blocks: block..<block + 1) }
        frame.evaluate(blocks: 0..<frame.blockCount)
      }
      for index in 0..<40_000 {
        #expect(alone[index] == shared[index] && alone[index] == apart[index])
      }
    }
    for id in alone.ids.prefix(9000) {
      let position = try alone.position(of: id, at: 5)
      #expect(try shared.position(of: id, at: 5) == position)
      #expect(try apart.position(of: id, at: 5) == position)
    }
  }

  @Test(arguments: KernelSet.available)
  func `nothing jumps when a field takes over, goes on or ends`(set: KernelSet) throws {
    let seed: UInt64 = 304
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank.on(set)
    let ids = try bank.fill(4200, at: 0, &random)
    for frame in 1...30 {
      let time = Double(frame) / 60
      let plain = try bank.values(at: time)
      let phases = try ids.map { id throws(BankError) in try bank.position(of: id, at: time) }
      // At the same time again: new rates, the same phases.
      try bank.evaluate(at: time, following: Self.rates(bank, at: time, upTo: 500))
      for id in ids {
        #expect((bank[id.index] - plain[id.index]).magnitude <= Float(Self.frameBound))
        let position = try bank.position(of: id, at: time)
        #expect(Self.distance(position, phases[id.index]) <= 0x1p-52, "\(set.name), seed \(seed)")
      }
      if frame.isMultiple(of: 7) {
        try bank.setRates(ids.map { _ in 0.5 }, of: ids, at: time)
        let after = try bank.values(at: time)
        for id in ids {
          #expect((after[id.index] - plain[id.index]).magnitude <= Float(Self.frameBound))
        }
      }
    }
  }

  @Test(arguments: KernelSet.available, BankMode.allCases)
  func `commands between frames do what they do elsewhere`(set: KernelSet, mode: BankMode) throws {
    let seed: UInt64 = 305
    var random = SeededRandom(seed: seed)
    // One bank follows, the other's rates change half a frame before, which comes as far.
    var field = try RepeatBank.filled(300, on: set, mode: mode, seed: seed)
    var steps = try RepeatBank.filled(300, on: set, mode: mode, seed: seed)
    var live = Array(zip(field.ids, steps.ids))
    var time = 0.0
    for frame in 1...60 {
      let pick = live[Int.random(in: live.indices, using: &random)]
      switch frame % 6 {
      case 0:
        try field.pause(pick.0, at: time)
        try steps.pause(pick.1, at: time)
      case 1:
        for (a, b) in live where try field.state(of: a) == .paused {
          try field.resume(a, at: time)
          try steps.resume(b, at: time)
        }
      case 2:
        try field.seek(to: 0.25, of: pick.0, at: time)
        try steps.seek(to: 0.25, of: pick.1, at: time)
      case 3:
        try field.remove(pick.0)
        try steps.remove(pick.1)
        live.removeAll { $0.0 == pick.0 }
      case 4:
        live.append((try field.add(.hertz(0.5), at: time), try steps.add(.hertz(0.5), at: time)))
      default:
        try field.reverse(pick.0, at: time)
        try steps.reverse(pick.1, at: time)
      }
      let next = time + 1.0 / 64
      let rates = Self.rates(field, at: next)
      try field.evaluate(at: next, following: rates)
      try steps.setRates(
        live.map { Double(rates[$0.0.index]) }, of: live.map(\.1), at: time + 1.0 / 128)
      steps.evaluate(at: next)
      time = next
      for (a, b) in live {
        #expect(try field.state(of: a) == steps.state(of: b))
        let miss = Self.distance(
          try field.position(of: a, at: time + 0.1), try steps.position(of: b, at: time + 0.1))
        #expect(miss <= 1e-13, "\(set.name), \(mode), seed \(seed), frame \(frame)")
      }
    }
  }

  @Test func `a snapshot between frames goes on as the bank itself`() throws {
    let seed: UInt64 = 306
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    let ids = try bank.fill(500, at: 0, &random)
    for frame in 1...10 {
      let time = Double(frame) / 60
      try bank.evaluate(at: time, following: Self.rates(bank, at: time))
    }
    let restored = try RepeatBank.restored(from: bank.snapshot(), curve: bank.curve)
    for id in ids {
      #expect(try restored.position(of: id, at: 9) == bank.position(of: id, at: 9))
    }
  }

  @Test(arguments: KernelSet.available)
  func `a one-way frame is never behind the exact phase`(set: KernelSet) throws {
    let seed: UInt64 = 307
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank.on(set, curve: BankCurve(.linear), mode: .sawtooth)
    let ids = try bank.fill(300, at: 0, &random)
    for frame in 1...100 {
      let time = Double(frame) / 60
      try bank.evaluate(at: time, following: Self.rates(bank, at: time))
      for id in ids {
        let exact = try bank.position(of: id, at: time)
        let value = Double(bank[id.index])
        let shown = value < 1e-6 && exact > 1 - 1e-6 ? value + 1 : value
        #expect(Float(shown) >= Float(exact - 0x1p-31), "\(set.name), seed \(seed)")
        #expect(shown - exact <= 1e-7, "\(set.name), seed \(seed)")
      }
    }
  }

  @Test(arguments: KernelSet.available)
  func `nothing jumps at times far from 0`(set: KernelSet) throws {
    for first in [-9e9, -5e9, 5e9, 8e9] {
      var bank = RepeatBank.on(set)
      let id = try bank.add(.hertz(1), phase: 0.125, at: first)
      try bank.evaluate(at: first + 0.5, following: [2])
      let phase = try bank.position(of: id, at: first + 0.5)
      #expect(Self.distance(phase, 0.875) <= Self.phaseBound, "\(set.name), \(first): \(phase)")
    }
  }

  @Test(arguments: KernelSet.available)
  func `the next rates may come as late as there are times`(set: KernelSet) throws {
    var bank = RepeatBank.on(set)
    let ids = try [1, -1, 0.5].map { try bank.add(.hertz($0), phase: 0.125, at: -9e9) }
    try bank.evaluate(at: 9e9, following: [2, 3, 0])
    #expect(try ids.map { try bank.hertz(of: $0, at: 9e9) } == [2, 3, 0])
    #expect(bank.now == 9e9)
  }

  @Test func `wrong rates, counts and times throw, and change nothing`() throws {
    var bank = RepeatBank()
    let ids = try (0..<20).map { try bank.add(.hertz(1), phase: Double($0) / 20, at: 1) }
    try bank.evaluate(at: 2, following: [Float](repeating: 0.5, count: 20))
    let before = bank.snapshot()
    for wrong in [Float.nan, .infinity, 953.5, -954] {
      var rates = [Float](repeating: 3, count: 20)
      rates[17] = wrong
      #expect(throws: BankError.self) { try bank.evaluate(at: 3, following: rates) }
    }
    var late = [Float](repeating: 3, count: 20)
    late[17] = 954
    #expect(throws: BankError.invalidRate(954)) { try bank.evaluate(at: 3, following: late) }
    let rates = [Float](repeating: 3, count: 20)
    #expect(throws: BankError.wrongCount(given: 19, needed: 20)) {
      try bank.evaluate(at: 3, following: Array(rates.dropLast()))
    }
    #expect(throws: BankError.wrongCount(given: 0, needed: 20)) {
      try bank.evaluate(at: 3, following: [Float]())
    }
    #expect(throws: BankError.timeHasPassed(time: 1.5, now: 2)) {
      try bank.evaluate(at: 1.5, following: rates)
    }
    for wrong in [Double.nan, 1e10] {
      #expect(throws: BankError.self) { try bank.evaluate(at: wrong, following: rates) }
    }
    #expect(bank.snapshot() == before && bank.now == 2)
    #expect(try bank.hertz(of: ids[0], at: 2) == 0.5)
    var empty = RepeatBank()
    try empty.evaluate(at: 5, following: [Float]())
    #expect(empty.now == 5)
  }
}
