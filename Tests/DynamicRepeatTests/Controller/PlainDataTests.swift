// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// A random number generator of a fixed sequence.
struct Sequence64: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

@Suite struct PlainDataTests {
  @Test func `a repeat is plain data of at most a kilobyte`() {
    #expect(MemoryLayout<RepeatController>.stride <= 1024)
    #expect(_isPOD(RepeatController.self))
  }

  static func command(_ random: inout Sequence64) -> RepeatCommand {
    let hertz = Double.random(in: -4...4, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .start
    case 1: return .pause
    case 2: return .resume
    case 3: return .reverse
    case 4: return .rate(.cycleDuration(hertz.magnitude + 0.1))
    case 5: return .ramp(to: .hertz(hertz), over: Double.random(in: 0...2, using: &random))
    case 6:
      return .policy(Bool.random(using: &random) ? .restartPerCycle : .phaseMatched(ramp: 0.5))
    default: return .rate(.hertz(hertz))
    }
  }

  /// What a script of commands at given times leads to, in this many frames a second.
  static func play(seed: UInt64, frames: Int) throws -> (events: [RepeatEvent], state: [UInt8]) {
    var random = Sequence64(state: seed)
    var settings = RepeatSettings()
    settings.reporting = .all
    settings.autoreverses = seed % 3 > 0
    settings.repeatDelay = seed % 4 == 0 ? 0.3 : 0
    var controller = try RepeatController(settings, now: 0)
    try controller.perform(.start)
    var events: [RepeatEvent] = []
    for second in 1...8 {
      for _ in 0..<3 {
        let time = Double(second - 1) + Double.random(in: 0...1, using: &random)
        try controller.schedule(command(&random), at: .time(time))
      }
      for frame in 1...frames {
        events += controller.advance(to: Double(second - 1) + Double(frame) / Double(frames))
      }
    }
    return (events, controller.savedState)
  }

  @Test(arguments: 1...200)
  func `any split into frames gives the same events and the same bytes`(seed: UInt64) throws {
    let whole = try Self.play(seed: seed, frames: 1)
    let split = try Self.play(seed: seed, frames: 60)
    #expect(whole.state == split.state)
    #expect(whole.events.map(\.kind) == split.events.map(\.kind))
    #expect(whole.events.map(\.time) == split.events.map(\.time))
  }

  @Test(arguments: [RatePolicy.phaseMatched, .restartPerCycle])
  func `a month with a million changes is off by less than 1e-12 cycle`(policy: RatePolicy) throws {
    var random = Sequence64(state: 7)
    var settings = RepeatSettings()
    settings.rate = .hertz(1)
    settings.policy = policy
    var controller = try RepeatController(settings, now: 0)
    try controller.perform(.start)
    // Rates in sixteenths and times in eighths of a second: positions are whole 1/128 cycles.
    var (rate, position, waiting): (Int, Int, Int?) = (16, 0, nil)
    var time = 0
    while time < 8 * 86_400 * 30 {
      let step = Int.random(in: 1...40, using: &random)
      for _ in 0..<step {
        // A cycle ends within an eighth of a second only if the rate divides it: rates are 16 or 32.
        position += rate
        if position % 128 == 0, let next = waiting { (rate, waiting) = (next, nil) }
      }
      time += step
      _ = controller.advance(to: Double(time) / 8)
      let next = Bool.random(using: &random) ? 16 : 32
      try controller.perform(.rate(.hertz(Double(next) / 16)))
      if policy == .phaseMatched || position % 128 == 0 { rate = next } else { waiting = next }
      let sample = controller.sample(at: Double(time) / 8)
      let error =
        Double(sample.cycle - position / 128) + sample.phase - Double(position % 128) / 128
      try #require(error.magnitude < 1e-12, "at \(Double(time) / 8) s")
    }
  }

  @Test func `a forged state with a right checksum is refused or shows values in range`() throws {
    var random = Sequence64(state: 9)
    var accepted = 0
    for round in 0..<20_000 {
      var bytes = try Self.play(seed: UInt64(round % 7), frames: 1).state
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        bytes[Int.random(in: 8..<bytes.count - 8, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes.dropLast(8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for index in 0..<8 {
        bytes[bytes.count - 8 + index] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index))
      }
      guard let forged = try? RepeatController(savedState: bytes) else { continue }
      accepted += 1
      for ahead in [0, 0.01, 1, 100] where forged.now + ahead <= 1e12 {
        let sample = forged.sample(at: forged.now + ahead)
        #expect((0..<1).contains(sample.phase) && (0...1).contains(sample.fraction))
        #expect(sample.hertz.magnitude <= 1e6)
      }
      #expect(try RepeatController(savedState: forged.savedState) == forged)
    }
    #expect(accepted > 0)
  }

  @Test(arguments: 1...100)
  func `a lock keeps the rate within its bounds or at one that was requested`(seed: UInt64) throws {
    var random = Sequence64(state: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var settings = RepeatSettings()
    settings.rate = .hertz(number(0.5...3))
    settings.policy = .phaseMatched
    var controller = try RepeatController(settings, now: 0)
    try controller.perform(.start)
    var requested = [settings.rate]
    var (low, high) = (0.0, 0.0)
    for step in 1...300 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        let line = try RepeatLine(
          cycle: 0, phase: number(0...0.99), at: controller.now, hertz: number(0.5...3))
        let rate = controller.sample(at: controller.now).hertz
        let bounds = try RateBounds(
          around: number(0.7...2.5), slope: Bool.random(using: &random) ? .infinity : 2)
        if (try? controller.lock(to: line, within: bounds)) != nil {
          // From outside of its bounds it first brakes into them.
          low = min(bounds.minimumRate, rate)
          high = max(bounds.maximumRate, rate)
        }
      case 1: try controller.unlock()
      case 2:
        requested.append(.hertz(number(0.5...3)))
        try controller.perform(.rate(requested.last!))
      case 3:
        try controller.perform(.pause)
        try controller.perform(.resume)
      default: break
      }
      _ = controller.advance(to: Double(step) / 30)
      let rate = controller.sample(at: controller.now).hertz
      let isRequested = requested.contains(.hertz(rate))
      #expect(
        isRequested || (rate >= low - 1e-12 && rate <= high + 1e-12), "\(rate) Hz")
    }
  }

  @Test func `one command or event more than fits is an error, and nothing is changed`() throws {
    var controller = try RepeatController(now: 0)
    for _ in 0..<RepeatLimits.waitingCommands { try controller.schedule(.start, at: .nextCycle) }
    let before = controller
    #expect(throws: RepeatError.full) { try controller.schedule(.start, at: .nextCycle) }
    #expect(controller == before)
    for _ in 0..<4 {
      try controller.perform(.start)
      try controller.perform(.stop(.immediately))
    }
    let full = controller
    #expect(throws: RepeatError.full) { try controller.perform(.start) }
    #expect(controller == full)
  }
}
