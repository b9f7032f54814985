// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat02
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// What a repeat shows at the time for which its phase was requested: never an earlier phase.
///
/// One way, the phase below 0 is the cycle's end, which would be a flash in the first frame.
@Suite struct BankStartTests {
  private static let linear = BankCurve(.linear)

  /// How far from 0 the first frame's value may be.
  private static let firstFrame: Float = 1e-7

  @Test(arguments: KernelSet.available, [1, -1, 0.37, 7.3, 400] as [Double])
  func `a one-way repeat shows its start in the frame that starts it`(
    set: KernelSet, hertz: Double
  ) throws {
    var wrong: [String: Int] = [:]
    var steady = RepeatBank.on(set, curve: Self.linear, mode: .sawtooth)
    let old = try (0..<3).map { _ in try steady.add(.hertz(hertz), phase: 0.5, at: 0) }
    try steady.pause(old[2], at: 0)
    for frame in 1..<600 {
      let time = Double(frame) / 60
      var fresh = RepeatBank.on(set, curve: Self.linear, mode: .sawtooth)
      try fresh.add(.hertz(hertz), at: time)
      if try fresh.values(at: time)[0] > Self.firstFrame { wrong["fresh", default: 0] += 1 }

      let added = try steady.add(.hertz(hertz), at: time)
      let changed = try steady.add(.hertz(1), at: time)
      try steady.setRates([hertz], of: [changed], at: time)
      try steady.seek(to: 0, of: old[0], at: time)
      try steady.seek(to: 0, of: old[2], at: time)
      try steady.stop(old[1], .freeze, at: time)
      try steady.start(old[1], at: time)
      let values = try steady.values(at: time)
      for (name, id) in [
        ("added", added), ("changed", changed), ("sought", old[0]), ("started", old[1]),
        ("sought while paused", old[2]),
      ] where values[id.index] > Self.firstFrame {
        wrong[name, default: 0] += 1
      }
      try steady.remove(added)
      try steady.remove(changed)
    }
    #expect(wrong.isEmpty, "\(set.name), \(hertz) Hz: \(wrong) of 599")
  }

  @Test(arguments: BankMode.allCases, [201, 202] as [UInt64])
  func `an exact phase is at its time the requested one, or at most 2^-53 above`(
    mode: BankMode, seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var wrong: [String] = []
    let times = [0, 1e-9, 3e-4, 0.1, 0.2499, 1, 7e3, 1e9, 9e9, -1e-5, -0.3, -2.5, -8e9]
    for _ in 0..<4000 {
      // The present of a bank does not go back.
      var bank = RepeatBank(curve: Self.linear, mode: mode)
      let time = (times.randomElement(using: &random) ?? 0) * random.double(in: 0.5...1)
      let phase = Self.phase(&random)
      let hertz = random.chance(0.1) ? 0 : random.double(in: -900...900) * random.double(in: 0...1)
      let id = try bank.add(.hertz(hertz), phase: 0.5, at: time)
      let way = Int.random(in: 0..<5, using: &random)
      switch way {
      case 0:
        try bank.remove(id)
        try bank.add(.hertz(hertz), phase: phase, at: time)
      case 1: try bank.seek(to: phase, of: id, at: time)
      case 2:
        try bank.pause(id, at: time)
        try bank.seek(to: phase, of: id, at: time)
      case 3:
        try bank.ramp(to: .hertz(1), over: 1, of: id, at: time)
        try bank.seek(to: phase, of: id, at: time)
        try bank.setRate(.hertz(hertz), of: id, at: time, policy: .phaseMatched)
      default:
        // New rates at the same time move nothing.
        try bank.seek(to: phase, of: id, at: time)
        for _ in 0..<20 {
          let rate = RepeatRate.hertz(random.double(in: -900...900))
          if random.chance(0.5) {
            try bank.setRate(rate, of: id, at: time, policy: .phaseMatched)
          } else {
            try bank.setRate(rate, in: 0..<1, at: time, policy: .phaseMatched)
          }
        }
      }
      guard let present = bank.id(at: 0) else { continue }
      let position = try bank.position(of: present, at: time)
      var isRight = position >= phase && position - phase <= 0x1p-53 && position < 1
      if mode == .sawtooth {
        let value = try bank.value(of: present, at: time)
        isRight = isRight && (value - phase).magnitude <= 0x1p-50
      }
      if !isRight { wrong.append("way \(way), \(hertz) Hz at \(time): \(phase), \(position)") }
    }
    #expect(wrong.isEmpty, "seed \(seed): \(wrong.count), the first \(wrong.first ?? "")")
  }

  private static func phase(_ random: inout SeededRandom) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: 0
    case 1: (1.0).nextDown
    case 2: random.double(in: 0...1e-10)
    default: random.double(in: 0...0.9999)
    }
  }

  /// A frame's linear value is its phase, rounded down to 2^-31 and then to a `Float`.
  @Test(arguments: KernelSet.available, [211, 212] as [UInt64])
  func `a one-way frame is never behind the exact phase, and ahead by no more than the bound`(
    set: KernelSet, seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank.on(set, curve: Self.linear, mode: .sawtooth)
    let ids = try bank.fill(300, upTo: seed == 211 ? 1.9 : 60, at: 0, &random)
    var wrong: [(index: Int, time: Double, exact: Double, value: Float)] = []
    var rates = try ids.map { try bank.hertz(of: $0, at: 0).magnitude }
    for frame in 0..<400 {
      let time = Double(frame) / 60 + (frame > 200 ? 1e5 : 0)
      if frame.isMultiple(of: 10) {
        let index = Int.random(in: ids.indices, using: &random)
        let hertz = random.double(in: -1.9...1.9)
        rates[index] = max(rates[index], hertz.magnitude)
        try bank.setRates([hertz], of: [ids[index]], at: time)
      }
      let values = try bank.values(at: time)
      for id in ids {
        let exact = try bank.position(of: id, at: time)
        let bound = RepeatBank.phaseBound(hertz: rates[id.index]) + 40 * 0x1p-32
        let value = values[id.index]
        // Past the end, the next cycle's start.
        let isNext = value < 1e-6 && exact > 1 - 1e-6
        let shown = Double(value) + (isNext ? 1 : 0)
        if Float(shown) < Float(exact - 0x1p-31) || shown - exact > bound + 0x1p-24 {
          wrong.append((id.index, time, exact, value))
        }
      }
    }
    #expect(
      wrong.isEmpty,
      "\(set.name), seed \(seed): \(wrong.count), the first \(String(describing: wrong.first))")
  }
}
