// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// The 32 bytes that a shader evaluates, compared with their controller.
@Suite struct ShaderRowTests {
  static let tick = 0x1p-26

  /// A repeat with random settings.
  static func repeats(_ random: inout SeededRandom) throws -> RepeatController {
    var settings = RepeatSettings(rate: .hertz(random.double(in: -8...8)), pace: .linear)
    settings.autoreverses = random.chance(0.5)
    if random.chance(0.5) { settings.policy = .phaseMatched }
    if random.chance(0.3) {
      settings.repeatCount = Double(Int.random(in: 1...9, using: &random)) / 2
    }
    if random.chance(0.3) { settings.repeatDelay = random.double(in: 0...0.5) }
    if random.chance(0.3) { settings.startPhase = 0.25 }
    if random.chance(0.5) { settings.restState = .lastValue }
    var controller = try RepeatController(settings, now: random.double(in: -1e5...1e5))
    controller.start()
    return controller
  }

  static func command(_ random: inout SeededRandom) -> RepeatCommand {
    let hertz = random.double(in: -8...8)
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: .pause
    case 1: .reverse
    case 2: .ramp(to: .hertz(hertz), over: 0.3)
    case 3: .seek(to: CyclePosition(random.double(in: 0...4)), isSilent: true)
    case 4: .stop(.freeze)
    case 5: .stop(.atCycleEnd)
    case 6...8: .rate(.hertz(hertz))
    case 9: .start
    default: .resume
    }
  }

  /// The distance between two phases around the cycle.
  static func distance(_ phase: UInt64, _ other: Double) -> Double {
    Double(Int64(bitPattern: phase &- UInt64(other * 0x1p64)).magnitude) * 0x1p-64
  }

  @Test(arguments: 0..<200)
  func `a row gives its controller's phases as long as it is valid`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var controller = try Self.repeats(&random)
    for _ in 0..<30 {
      let time = controller.now + random.double(in: 0...0.7)
      controller.advance(to: time) { _ in }
      if random.chance(0.4) { controller.start() }
      if random.chance(0.7) {
        let moment = RepeatMoment.time(time + random.double(in: 0...1))
        _ = try? controller.schedule(
          Self.command(&random), at: random.chance(0.5) ? moment : .time(time))
      }
      let (row, until) = controller.shaderRow(at: time)
      let first = (time / Self.tick).rounded(.up)
      let last = (min(until, time + 3) / Self.tick).rounded(.up) - 1
      #expect(ShaderRow.tick(at: time) == UInt64(bitPattern: Int64(first)))
      let change = first + Double(Int64(bitPattern: row.time &- ShaderRow.tick(at: time)))
      var ticks = [first, last, change - 1, change, change + 1]
      for _ in 0..<8 { ticks.append(random.double(in: first...max(first, last)).rounded()) }
      for tick in ticks where tick >= first && tick <= max(first, last) {
        let sample = controller.sample(at: tick * Self.tick)
        let phase = row.phase(at: UInt64(bitPattern: Int64(tick)))
        let bound = 0x1p-20 + Self.tick * 0x1p-38 * Double((row.nextRate - row.rate).magnitude)
        guard sample.hertz != 0 else {
          // A held repeat shows its exact value, even at the end of a cycle.
          let part = Double(phase) * 0x1p-64
          let fraction = controller.settings.autoreverses ? min(2 * part, 2 - 2 * part) : part
          let distance = (fraction - sample.fraction).magnitude
          #expect(distance <= 0x1p-19, "seed \(seed), tick \(tick), row \(row), \(sample)")
          continue
        }
        let distance = Self.distance(phase, sample.position.phase)
        #expect(distance <= bound, "seed \(seed), tick \(tick), row \(row), \(sample)")
      }
    }
  }

  @Test func `under restartPerCycle, a row is at phase 0 at the first tick of the next cycle`()
    throws
  {
    var flash = RepeatController(cycleDuration: 2, now: 0)
    flash.start()
    flash.advance(to: 0.5)
    try flash.setRate(.cycleDuration(0.5))
    let (row, until) = flash.shaderRow(at: 0.5)
    #expect(row == ShaderRow(time: 2 << 26, phase: 0, rate: 1 << 37, nextRate: 1 << 39))
    #expect(until == 0.5 + ShaderRow.span)
    #expect(row.phase(at: ShaderRow.tick(at: 1)) == 1 << 63)
    #expect(row.phase(at: (2 << 26) - 1) == 0 &- 1 << 37 && row.phase(at: 2 << 26) == 0)
    #expect(row.phase(at: ShaderRow.tick(at: 2.125)) == 1 << 62)
  }

  @Test func `a one-way row shows the right end from the tick on at which its rate turns`() throws {
    for hertz in [3.0, -3] {
      let settings = RepeatSettings(rate: .hertz(hertz / 2), autoreverses: false, pace: .linear)
      var flash = try RepeatController(settings, now: 0)
      flash.start()
      flash.advance(to: 0.1)
      try flash.setRate(.hertz(-hertz))
      let (row, end) = (flash.shaderRow(at: 0.1).row, 2 / 3.0)
      let tick = ShaderRow.tick(at: end)
      let shown = Double(row.phase(at: tick)) * 0x1p-64
      #expect((shown - flash.sample(at: end + Self.tick).fraction).magnitude < 0x1p-20)
    }
  }

  @Test func `the first frame of a run shows the start of a cycle, not the end of one`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<1000 {
      let settings = RepeatSettings(
        rate: .cycleDuration(random.double(in: 0.1...3)), autoreverses: false, repeatCount: 3)
      let time = random.double(in: -1000...1000)
      var controller = try RepeatController(settings, now: time)
      controller.start()
      if random.chance(0.3) { try controller.schedule(.pause, at: .time(time + 10)) }
      let row = controller.shaderRow(at: time).row
      #expect(row.phase(at: ShaderRow.tick(at: time)) < 1 << 44, "\(settings) from \(time)")
    }
  }

  @Test(arguments: [0.001, 1 / 3.0, 7, 64, 999])
  func `for 24 hours, a row's phase is within 2^-22 cycle of its repeat's`(hertz: Double) throws {
    var random = SeededRandom(seed: 1)
    var controller = RepeatController(policy: .phaseMatched, now: 1e5)
    controller.start()
    controller.advance(to: 1e5 + 0.3)
    try controller.setRate(.hertz(hertz))
    let (row, until) = controller.shaderRow(at: 1e5 + 0.3)
    #expect(until >= 1e5 + 86_400)
    for _ in 0..<1000 {
      let tick = (random.double(in: 1e5 + 1...1e5 + 86_400) / Self.tick).rounded()
      let phase = controller.sample(at: tick * Self.tick).position.phase
      #expect(Self.distance(row.phase(at: UInt64(tick)), phase) <= 0x1p-22)
    }
  }

  @Test func `a row's phases continue when the clock wraps`() {
    let row = ShaderRow(time: .max, phase: 5, rate: 3, nextRate: 7)
    #expect(row.phase(at: .max - 1) == 2 && row.phase(at: .max) == 5)
    #expect(row.phase(at: 0) == 12 && row.phase(at: 1) == 19)
    #expect(ShaderRow.tick(at: -0x1p-27) == 0 && ShaderRow.tick(at: -0x1p-26) == .max)
  }

  @Test
  func
    `the end of a sawtooth cycle is held in a delay, and the row of an idle repeat never expires`()
    throws
  {
    var settings = RepeatSettings(autoreverses: false, repeatCount: 2, repeatDelay: 0.5)
    settings.restState = .lastValue
    var sweep = try RepeatController(settings, now: 0)
    sweep.start()
    #expect(sweep.shaderRow(at: 0.25).until == 1.5)
    let (row, until) = sweep.shaderRow(at: 1)
    #expect(row.phase(at: 1 << 26) > .max - 1 << 26 && row.phase(at: 3 << 25) == 0)
    #expect(until == 1 + ShaderRow.span || until == 2.5)
    #expect(sweep.shaderRow(at: 2.75).row.phase(at: 11 << 24) == .max)
    #expect(sweep.shaderRow(at: 2.75).until == .infinity)
  }
}
