// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// When what shows next differs.
@Suite struct NextChangeTests {
  private static func hardFlash() throws -> RepeatController {
    var settings = RepeatSettings(rate: .hertz(2))
    settings.autoreverses = false
    settings.timing = .steps(2, .none)
    var flash = try RepeatController(settings, now: 0)
    flash.start()
    return flash
  }

  @Test func `a hard flash of 2 Hz changes four times a second, at exact times`() throws {
    var flash = try Self.hardFlash()
    var blink = RepeatController(cycleDuration: 0.5, now: 0)
    blink.start()
    var (times, switches): ([Double], [Double]) = ([], [])
    var (time, switchTime) = (0.0, 0.0)
    for _ in 0..<8 {
      time = flash.nextChange(after: time)
      switchTime = blink.nextSwitch(after: switchTime)
      times.append(time)
      switches.append(switchTime)
      flash.advance(to: time)
    }
    let quarters = (1...8).map { Double($0) / 4 }
    #expect(times == quarters && switches == quarters)
  }

  @Test func `on a straight way it is the quantum over the rate`() throws {
    var settings = RepeatSettings(rate: .hertz(0.5))
    settings.timing = .linear
    var glow = try RepeatController(settings, now: 0)
    glow.start()
    // There and back, the progress moves by 1 a second.
    for quantum in [0.25, 1.0 / 255, 1e-9] {
      let change = glow.nextChange(after: 0.125, by: quantum)
      #expect(abs(change - 0.125 - quantum) < 1e-15)
    }
    // Around a turn it may come back first.
    #expect(abs(glow.nextChange(after: 0.875, by: 0.2) - 1.325) < 1e-15)
    #expect(glow.nextChange(after: 0.5, by: 0.6) == .infinity)
    #expect(glow.nextChange(after: 0.5, by: 0) == 0.5.nextUp)
  }

  @Test func `where nothing moves it never does, until what is scheduled`() throws {
    var flash = try Self.hardFlash()
    flash.stop(.immediately)
    #expect(flash.nextChange(after: 0) == .infinity && flash.nextSwitch(after: 3) == .infinity)
    try flash.schedule(.start, at: .time(5))
    #expect(flash.nextChange(after: 0) == 5.25 && flash.nextSwitch(after: 0) == 5)
    flash.advance(to: 5.125)
    flash.pause()
    #expect(flash.nextChange(after: 6) == .infinity)
    flash.resume()
    #expect(flash.nextChange(after: 5.125) == 5.25)
    flash.hold()
    #expect(flash.nextChange(after: 5.125) == .infinity)
    try flash.schedule(.rate(.hertz(-0.5)), at: .time(7))
    try flash.schedule(.seek(to: CyclePosition(3.75)), at: .time(9))
    // At phase 1/4 backwards: half a second to the boundary, and just beyond it the end shows.
    try flash.setPolicy(.phaseMatched)
    #expect(flash.nextChange(after: 5.125) == 7.5.nextUp)
    #expect(flash.nextChange(after: 8) == 8.5.nextUp)
  }

  @Test func `before the first advance it is the answer for one at that time`() throws {
    var blink = RepeatController(cycleDuration: 2)
    #expect(blink.nextSwitch(after: 100) == .infinity)
    blink.start()
    #expect(blink.nextSwitch(after: 100) == 101)
  }

  @Test func `delays between cycles, ends of runs and one way show what they show`() throws {
    var settings = RepeatSettings(rate: .hertz(1), repeatCount: 2)
    settings.repeatDelay = 0.5
    settings.timing = .linear
    settings.autoreverses = false
    var once = try RepeatController(settings, now: 0)
    once.start()
    // It rises to 1 at 1 s, waits there, falls to 0 at 1.5 s, and ends at 2.5 s.
    #expect(once.nextChange(after: 1, by: 0.5) == 1.5)
    #expect(once.nextChange(after: 1.5, by: 0.999) > 2.498)
    #expect(once.nextChange(after: 3, by: 0.1) == .infinity)
    #expect(once.nextSwitch(after: 0) == 0.5 && once.nextSwitch(after: 0.5) == 1.5)
    #expect(once.nextSwitch(after: 0, duty: 1) == 1 && once.nextSwitch(after: 1, duty: 1) == 1.5)
  }

  /// Settings and a history that use everything.
  private static func random(_ random: inout SeededRandom) throws -> RepeatController {
    var settings = RepeatSettings()
    settings.autoreverses = random.chance(0.5)
    settings.timing = [
      .linear, .easeInEaseOut, .cubicBezier(0.68, -0.6, 0.32, 1.6), .steps(3, .both), .steps(2),
      .easing(.elastic, .out), .easing(.bounce, .in), .easing(.exponential, .in),
      .spring(Spring(dampingRatio: 0.3, response: 0.4)), .sampled([0, 1, 0.2, 0.2, 1, 0]),
    ].randomElement(using: &random)!
    if random.chance(0.3) { settings.returnTiming = .easing(.back, .inOut) }
    if random.chance(0.3) { settings.repeatDelay = random.double(in: 0...0.5) }
    if random.chance(0.3) { settings.repeatCount = .cycles(random.double(in: 0.3...6)) }
    if random.chance(0.5) { settings.restState = .lastValue }
    settings.startPhase = random.double(in: 0...0.99)
    settings.rate = .hertz(random.double(in: -3...3))
    settings.policy = random.chance(0.5) ? .phaseMatched : .restartPerCycle
    var repeating = try RepeatController(settings, now: 0)
    if random.chance(0.9) { repeating.start() }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let rate = RepeatRate.hertz(random.double(in: -3...3))
      let command: RepeatCommand = [
        .rate(rate), .ramp(to: rate, over: random.double(in: 0...3)), .reverse, .pause, .resume,
        .start, .stop(.atCycleEnd), .stop(.freeze), .hold,
        .seek(to: CyclePosition(random.double(in: 0...2))),
      ].randomElement(using: &random)!
      try repeating.schedule(command, at: .time(random.double(in: 0...4)))
    }
    repeating.advance(to: random.double(in: 0...2))
    return repeating
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `until then nothing differs, and there it does`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let repeating = try Self.random(&random)
    for quantum in [1.0 / 255, 0.1, 0.7] {
      let time = repeating.now + random.double(in: 0...2)
      let change = repeating.nextChange(after: time, by: quantum)
      let shown = repeating.sample(at: time).progress
      let end = min(change, time + 12)
      for step in 0..<400 {
        // Closer and closer to both ends, too.
        let part =
          step < 200
          ? Double(step) / 200 : 1 - Double(sign: .plus, exponent: (200 - step) / 4, significand: 1)
        let sampled = time + (end - time) * part
        guard sampled < change else { continue }
        let value = repeating.sample(at: sampled).progress
        // Curves rise and fall as they should to a few units of the last place.
        #expect(abs(value - shown) <= quantum + 4e-15, "seed \(seed): \(value) at \(sampled)")
      }
      if change < .infinity {
        let value = repeating.sample(at: change).progress
        #expect(abs(value - shown) > quantum - 4e-15, "seed \(seed): \(value) at \(change)")
      }
      let duty = random.double(in: 0...1)
      let switchTime = repeating.nextSwitch(after: time, duty: duty)
      let isOn = repeating.isOn(at: time, duty: duty)
      for step in 0..<200 {
        let sampled = time + (min(switchTime, time + 12) - time) * Double(step) / 200
        #expect(repeating.isOn(at: sampled, duty: duty) == isOn, "seed \(seed) at \(sampled)")
      }
      if switchTime < .infinity {
        #expect(repeating.isOn(at: switchTime, duty: duty) != isOn, "seed \(seed)")
      }
    }
  }

  @Test func `invalid numbers are named, and nothing is changed`() throws {
    var flash = try Self.hardFlash()
    flash.advance(to: 3)
    let same = flash
    for quantum in [Double.nan, -1, -Double.infinity] {
      #expect(throws: RepeatError.self) { try flash.nextChange(validating: 3, by: quantum) }
    }
    #expect(throws: RepeatError.invalidQuantum(-0.5)) {
      try flash.nextChange(validating: 3, by: -0.5)
    }
    #expect(throws: RepeatError.timeHasPassed(time: 2.9, now: 3)) {
      try flash.nextChange(validating: 2.9)
    }
    for time in [Double.nan, .infinity, 1.1e12] {
      #expect(throws: RepeatError.self) { try flash.nextChange(validating: time) }
    }
    #expect(flash.nextChange(after: 3, by: Double.infinity) == Double.infinity)
    #expect(flash == same)
  }
}
