// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// Frames, rate changes and commands that fall exactly on boundaries: where roundings would show.
@Suite struct BoundaryFrameTests {
  static let durations = (1...1000).map { Double($0) / 100 } + (1...600).map { Double($0) / 60 }

  @Test func `a frame on a boundary sees what no frame there would have seen`() throws {
    for duration in Self.durations {
      for travel in [1.0, -1] {
        var whole = try RepeatController.started(duration) { $0.rate = .cycleDuration(duration) }
        if travel < 0 { whole.reverse() }
        var split = whole
        let end = duration * 3.25
        let events = whole.run(through: [end])
        let frames = [0.5, 1, 1.5, 2, 3].map { duration * $0 } + [end]
        #expect(split.run(through: frames) == events, "\(duration) s")
        #expect(split == whole, "\(duration) s")
      }
    }
  }

  @Test func `a stop at the end of a cycle has no cycle event, with a frame there or without`()
    throws
  {
    for duration in Self.durations {
      var whole = try RepeatController.started(duration)
      whole.advance(to: duration / 4)
      whole.stop()
      var split = whole
      let events = whole.run(through: [duration * 3])
      #expect(events.map(\.kind) == [.direction(.towardDefault), .stopped(.cycleEnd)])
      #expect(split.run(through: [duration, duration * 3]) == events, "\(duration) s")
    }
  }

  @Test func `half a cycle ends without a turn, with frames at 60 Hz or without`() throws {
    for duration in stride(from: 0.1, through: 3, by: 0.1) {
      var whole = try RepeatController.started(duration) { $0.repeatCount = .cycles(0.5) }
      var split = whole
      let events = whole.run(through: [4])
      #expect(split.run(through: frames(hertz: 60, through: 4)) == events, "\(duration) s")
      #expect(split == whole, "\(duration) s")
      #expect(events.map(\.kind) == [.started, .stopped(.finished)])
    }
  }

  @Test func `an event's time is the first Double at which it has happened, at all durations`()
    throws
  {
    for duration in Self.durations {
      let fresh = try RepeatController.started(duration)
      var repeating = fresh
      for event in repeating.advance(to: duration * 7.5) where event.kind == .cycle {
        #expect(fresh.sample(at: event.time).position.cycle == event.cycle, "\(duration) s")
        #expect(fresh.sample(at: event.time.nextDown).position.cycle == event.cycle - 1)
      }
    }
  }

  @Test func `a rate change exactly on the first boundary holds at once, at all durations`() throws
  {
    for duration in Self.durations {
      var repeating = try RepeatController.started(duration)
      repeating.advance(to: duration)
      try repeating.setCycleDuration(duration * 2)
      #expect(!repeating.hasPendingRateChange, "\(duration) s")
      #expect(repeating.sample(at: duration).position == CyclePosition(1))
    }
  }

  @Test func `a boundary after a ramp from zero is reported in its own frame`() throws {
    var repeating = try RepeatController.started(1, .phaseMatched(ramp: 1)) {
      $0.rate = .hertz(0)
      $0.autoreverses = false
    }
    repeating.advance(to: 0.7000000000000001)
    try repeating.setCycleDuration(0.3)
    var last = repeating.now
    for time in [7.8, 7.9, 8, 8.1, 8.4] {
      for event in repeating.advance(to: time) {
        #expect(event.time > last && event.time <= time)
      }
      last = time
    }
  }

  /// Scripts whose times, durations and frames are all on one coarse grid, so that they coincide.
  @Test(arguments: 0..<4)
  func `scripts on a grid do not depend on the frames either`(block: UInt64) throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      var random = SeededRandom(seed: seed &+ 77_000)
      func grid(_ range: ClosedRange<Int>) -> Double {
        Double(Int.random(in: range, using: &random)) / 20
      }
      var settings = RepeatSettings()
      settings.rate = .cycleDuration(grid(2...40))
      settings.policy =
        [
          .restartPerCycle, .phaseMatched, .phaseMatched(ramp: grid(0...20)),
        ][Int.random(in: 0..<3, using: &random)]
      settings.autoreverses = random.chance(0.6)
      settings.flood = .all
      if random.chance(0.3) { settings.repeatDelay = grid(1...10) }
      if random.chance(0.3) { settings.repeatCount = .cycles(grid(5...100)) }
      var start = try RepeatController(settings, now: 0)
      start.start()
      var script = "\(settings)"
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let commands: [RepeatCommand] = [
          .rate(.cycleDuration(grid(1...40))), .rate(.hertz(grid(-40...40))), .reverse, .hold,
          .stop(.atCycleEnd), .start, .pause, .resume,
          .ramp(to: .cycleDuration(grid(1...40)), over: grid(0...20)),
          .seek(to: CyclePosition(grid(-40...100)), isSilent: false),
        ]
        let moments: [RepeatMoment] = [
          .time(grid(0...200)), .time(grid(0...200)), .nextCycle,
          .cycle(
            Int.random(in: 0...6, using: &random)), .phase(0.5),
        ]
        let command = commands[Int.random(in: 0..<commands.count, using: &random)]
        let moment = moments[Int.random(in: 0..<moments.count, using: &random)]
        try start.schedule(command, at: moment)
        script += "\n\(moment): \(command)"
      }
      try SplitTests.expectNoSplit(
        start, over: frames(hertz: 20, through: 10), "seed \(seed)\n\(script)")
    }
  }
}
