// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// Any split of an interval into frames gives bit-equal phases, values and events.
@Suite struct SplitTests {
  static let end = 24.0

  /// Settings and commands of every kind, but for the policy that is defined by frames.
  static func randomScript(seed: UInt64) throws -> (RepeatController, String) {
    var random = SeededRandom(seed: seed)
    let settings = settings(&random)
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    var script = "\(settings)"
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let command = command(&random)
      let moment = moment(&random)
      try controller.schedule(command, at: moment)
      script += "\n\(moment): \(command)"
    }
    return (controller, script)
  }

  static func settings(_ random: inout SeededRandom) -> RepeatSettings {
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(random.double(in: 0.1...3))
    settings.policy = policy(&random)
    settings.autoreverses = random.chance(0.7)
    settings.flood = .all
    if random.chance(0.3) { settings.repeatCount = .cycles(random.double(in: 0.2...20)) }
    if random.chance(0.3) { settings.repeatDelay = random.double(in: 0...1) }
    if random.chance(0.5) { settings.startPhase = Double.random(in: 0..<1, using: &random) }
    if random.chance(0.3) { settings.returnTiming = .linear }
    if random.chance(0.3) { settings.restState = .lastValue }
    return settings
  }

  static func policy(_ random: inout SeededRandom) -> RatePolicy {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .restartPerCycle
    case 1: .phaseMatched
    case 2: .phaseMatched(ramp: random.double(in: 0...3))
    default: .phaseMatched(ramp: random.double(in: 0...3), shape: .smooth)
    }
  }

  static func rate(_ random: inout SeededRandom) -> RepeatRate {
    if random.chance(0.6) { return .cycleDuration(random.double(in: 0.05...4)) }
    return .hertz(random.chance(0.2) ? 0 : random.double(in: -5...5))
  }

  static func command(_ random: inout SeededRandom) -> RepeatCommand {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: .start
    case 1: .stop([.atCycleEnd, .immediately, .freeze][Int.random(in: 0..<3, using: &random)])
    case 2: .pause
    case 3, 4: .resume
    case 5: .reverse
    case 6: .hold
    case 7:
      .ramp(
        to: rate(&random), over: random.double(in: 0...4),
        shape: random.chance(0.5) ? .linear : .smooth)
    case 8: .seek(to: CyclePosition(random.double(in: -3...9)), isSilent: random.chance(0.5))
    case 9: .policy(policy(&random))
    default: .rate(rate(&random))
    }
  }

  static func moment(_ random: inout SeededRandom) -> RepeatMoment {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .nextCycle
    case 1: .cycle(Int.random(in: -2...8, using: &random))
    case 2: .phase(Double.random(in: 0..<1, using: &random))
    case 3: .time(Double(Int.random(in: 0...20, using: &random)))
    default: .time(random.double(in: 0...Self.end))
    }
  }

  /// Expects of a script over some frames what it does in a single one.
  /// - Parameter share: Part of the frames that are compared with a look ahead, too.
  /// - Returns: Its events.
  @discardableResult
  static func expectNoSplit(
    _ start: RepeatController, over times: [Double], share: Double = 1, _ comment: Comment
  ) throws -> [Happening] {
    var (whole, split) = (start, start)
    let expected = whole.run(through: [try #require(times.last)])
    var random = SeededRandom(seed: 7)
    var events: [Happening] = []
    for time in times {
      events += split.run(through: [time])
      guard random.chance(share) else { continue }
      let ahead = start.sample(at: time)
      // Not an expectation each: over a million of them take longer than the frames.
      guard split.sample(at: time) == ahead, (0..<1).contains(ahead.position.phase),
        ahead.progress.isFinite
      else {
        Issue.record("at \(time), \(comment)")
        break
      }
    }
    #expect(events == expected, comment)
    #expect(split == whole, comment)
    return events
  }

  @Test(arguments: 0..<8)
  func `phases, values and events do not depend on the frames`(block: UInt64) throws {
    for seed in (block * 50)..<(block * 50 + 50) {
      let (start, script) = try Self.randomScript(seed: seed)
      var random = SeededRandom(seed: seed &+ 1_000_000)
      for times in [frames(hertz: 60, through: Self.end), random.split(through: Self.end)] {
        try Self.expectNoSplit(start, over: times, "seed \(seed)\n\(script)")
      }
    }
  }

  @Test func `events come in order of time and inside their frame`() throws {
    for seed in 2000..<2200 as Range<UInt64> {
      var (controller, script) = try Self.randomScript(seed: seed)
      var random = SeededRandom(seed: seed)
      var last = 0.0
      for time in random.split(through: Self.end) {
        let from = controller.now
        let isFirst = from == 0
        for event in controller.advance(to: time) {
          #expect(event.time >= last, "seed \(seed)\n\(script)")
          #expect(event.time > from || isFirst, "seed \(seed)\n\(script)")
          #expect(event.time <= time, "seed \(seed)\n\(script)")
          #expect(event.lateness == time - event.time)
          last = event.time
        }
      }
    }
  }
}
