// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Any division of an interval into frames gives bit-equal phases, values and events.
@Suite struct SplitTests {
  /// Settings, and the commands scheduled at the start of each second.
  struct Script {
    static let seconds = 12
    let settings: RepeatSettings
    let commands: [[(command: RepeatCommand, moment: RepeatMoment)]]

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      settings = SplitTests.settings(&random)
      commands = (0..<Self.seconds).map { second in
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
          (SplitTests.command(&random), SplitTests.moment(&random, in: Double(second)))
        }
      }
    }

    /// Runs the script in frames: `times` gives the frames of one second, the last of them at the
    /// second's end.
    func play(_ times: (Double) -> [Double]) throws -> (events: [Happening], end: RepeatController)
    {
      var repeating = try RepeatController(settings, now: 0)
      repeating.start()
      var events: [Happening] = []
      for second in 0..<Self.seconds {
        for (command, moment) in commands[second] {
          // Commands that wait for a phase may exceed the capacity.
          do { try repeating.schedule(command, at: moment) } catch { #expect(error == .full) }
        }
        let ahead = repeating
        for time in times(Double(second)) {
          events += repeating.run(through: [time])
          #expect(repeating.sample(at: time) == ahead.sample(at: time), "at \(time)")
        }
      }
      return (events, repeating)
    }
  }

  static func settings(_ random: inout SeededRandom) -> RepeatSettings {
    var settings = RepeatSettings(rate: .cycleDuration(random.double(in: 0.1...3)), reporting: .all)
    settings.policy = policy(&random)
    settings.autoreverses = random.chance(0.7)
    if random.chance(0.3) { settings.repeatCount = random.double(in: 0.2...20) }
    if random.chance(0.3) { settings.repeatDelay = random.double(in: 0...1) }
    if random.chance(0.5) { settings.startPhase = Double.random(in: 0..<1, using: &random) }
    if random.chance(0.3) { settings.returnPace = .linear }
    if random.chance(0.3) { settings.restState = .lastValue }
    return settings
  }

  static func policy(_ random: inout SeededRandom) -> RatePolicy {
    random.chance(0.5) ? .restartPerCycle : .phaseMatched(ramp: max(0, random.double(in: -2...2)))
  }

  static func rate(_ random: inout SeededRandom) -> RepeatRate {
    if random.chance(0.6) { return .cycleDuration(random.double(in: 0.05...4)) }
    return .hertz(random.chance(0.2) ? 0 : random.double(in: -5...5))
  }

  static func command(_ random: inout SeededRandom) -> RepeatCommand {
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: .start
    case 2: .stop([.atCycleEnd, .immediately, .freeze].randomElement(using: &random)!)
    case 3: .pause
    case 4, 5: .resume
    case 6: .reverse
    case 7: .ramp(to: .hertz(0), over: 0)
    case 8: .ramp(to: rate(&random), over: random.double(in: 0...4))
    case 9: .seek(to: CyclePosition(random.double(in: -3...9)), isSilent: random.chance(0.5))
    case 10: .policy(policy(&random))
    default: .rate(rate(&random))
    }
  }

  static func moment(_ random: inout SeededRandom, in second: Double) -> RepeatMoment {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .nextCycle
    case 1: .cycle(WideInt.random(in: -2...8, using: &random))
    case 2: .phase(Double.random(in: 0..<1, using: &random))
    case 3: .time(second)
    default: .time(second + random.double(in: 0...1))
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `phases, values, events and saved bytes do not depend on the frames`(seed: UInt64) throws {
    let script = Script(seed: seed)
    let whole = try script.play { [$0 + 1] }
    let frames = try script.play { second in (1...60).map { second + Double($0) / 60 } }
    var random = SeededRandom(seed: seed &+ 1_000_000)
    let uneven = try script.play { second in
      (0..<9).map { _ in second + random.double(in: 0...1) }.sorted() + [second + 1]
    }
    for split in [frames, uneven] {
      #expect(split.events == whole.events, "\(script)")
      #expect(split.end.savedState == whole.end.savedState, "\(script)")
    }
  }

  @Test(arguments: 2000..<2100 as Range<UInt64>)
  func `events are in order of time and inside their frame`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var repeating = try RepeatController(Self.settings(&random), now: 0)
    repeating.start()
    for _ in 0..<4 {
      try repeating.schedule(Self.command(&random), at: Self.moment(&random, in: 3))
    }
    var last = 0.0
    while last < 9 {
      let (from, time) = (repeating.now, repeating.now + random.double(in: 0.01...0.7))
      for event in repeating.advance(to: time) {
        #expect(event.time >= last && event.time <= time)
        #expect(event.time > from || from == 0)
        #expect(event.lateness == time - event.time)
        last = event.time
      }
      last = max(last, time)
    }
  }
}
