// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@testable import StrategyComparison

/// The fast computation of a strategy's motion compared with the controller at every frame.
@Suite struct StrategyModelTests {
  static let ours: [(ComparisonStrategy, RatePolicy)] = [
    (.restartPerCycle, .restartPerCycle), (.phaseMatched, .phaseMatched),
    (.phaseRamp, .phaseMatched(ramp: 0.5)),
  ]

  /// The position at each frame, and how many boundaries the controller reports there.
  func answers(_ policy: RatePolicy, _ schedule: RateSchedule, _ trace: FrameTrace)
    throws -> [(position: CyclePosition, reported: Int)]
  {
    var settings = RepeatSettings()
    settings.rate = schedule.initialRate
    settings.policy = policy
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    var changes = schedule.changes[...]
    return try trace.times(through: schedule.length).map { time in
      var events: [RepeatEvent] = []
      while let change = changes.first, change.time <= time {
        events += controller.advance(to: change.time)
        if case .phaseMatchedOver(let standard) = policy, standard > 0 {
          try controller.setPolicy(.phaseMatched(ramp: change.ramp ?? standard))
        }
        try controller.setRate(change.rate)
        changes.removeFirst()
      }
      events += controller.advance(to: time)
      let reported = events.filter(\.isCycle).reduce(0) { $0 + $1.count }
      return (controller.sample(at: time).position, reported)
    }
  }

  func check(_ schedule: RateSchedule, _ trace: FrameTrace, _ note: String) throws {
    for (strategy, policy) in Self.ours {
      let expected = try answers(policy, schedule, trace)
      let frames = schedule.frames(of: strategy, trace)
      #expect(frames.count == expected.count)
      let wrong = zip(frames, expected).count { frame, answer in
        frame.cycle != answer.position.cycle || frame.phase != answer.position.phase
          || frame.reported != answer.reported
      }
      #expect(wrong == 0, "\(strategy) on \(schedule.name), \(trace.name) \(note)")
    }
  }

  @Test func `a strategy equals the controller bit for bit, on and between frames`() throws {
    let seed: UInt64 = 44
    var random = SeededRandom(seed: seed)
    for _ in 0..<30 {
      var changes: [RateChange] = []
      var time = 0.0
      while changes.count < 40 {
        time += random.chance(0.3) ? 0.25 : random.double(in: 0.001...0.7)
        let hertz = random.chance(0.15) ? 0 : random.double(in: -1...12)
        let rate = random.chance(0.5) ? RepeatRate.hertz(hertz) : .cycleDuration(0.25)
        let ramp = random.chance(0.5) ? random.double(in: 0...0.6) : nil
        changes.append(RateChange(time: time, rate: rate, ramp: ramp))
      }
      let schedule = try RateSchedule(
        name: "random", initialRate: .cycleDuration(0.5), changes: changes, length: time + 1)
      let traces = [BuiltInTrace.ideal60, .jittered, .stalls].map { $0.trace(seed: 6) }
      for trace in traces { try check(schedule, trace, "seed \(seed)") }
    }
  }

  @Test
  func `results are in the order of the strategies, even if several threads compute them`() async {
    let comparison = Comparison(
      schedule: BuiltInSchedule.panic.schedule(seed: 1), trace: .steady(hertz: 60),
      strategies: [.naive, .doubleSum, .restartPerCycle])
    let window = comparison.window(ofSeconds: 5)
    let results = await comparison.results(showing: window)
    #expect(results.map(\.strategy) == comparison.strategies)
    #expect(results == comparison.strategies.map { comparison.result(of: $0, showing: window) })
  }
}

@Suite struct StrategyRunTests {
  /// If its rate changes wait or are ramps, a strategy advances to the time of a change, and must
  /// not evaluate an earlier frame after that.
  @Test(arguments: ComparisonStrategy.allCases)
  func `figures between a rate change and the next frame are those of the last frame`(
    _ strategy: ComparisonStrategy
  ) {
    var run = StrategyRun(strategy, at: .cycleDuration(2))
    run.frame(at: 1)
    let figures = run.figures
    run.apply(RateChange(time: 1.5, cycleDuration: 0.7))
    run.apply(RateChange(time: 1.6, cycleDuration: 0.5))
    #expect(run.figures == figures && figures[.delayWorst] == nil)
    run.frame(at: 2.9)
    #expect(run.figures[.delayWorst] != nil && run.figures != figures)
  }

  @Test func `a time out of sequence or an invalid rate fails a precondition`() async {
    await #expect(processExitsWith: .failure) {
      var run = StrategyRun(.naive, at: .cycleDuration(2))
      run.frame(at: 1)
      run.apply(RateChange(time: 1, cycleDuration: 1))
    }
    await #expect(processExitsWith: .failure) {
      var run = StrategyRun(.naive, at: .cycleDuration(2))
      run.apply(RateChange(time: 1, cycleDuration: 0))
    }
  }

  @Test(arguments: ComparisonStrategy.allCases)
  func `reading a position gives the position of a frame at that time, and changes nothing`(
    _ strategy: ComparisonStrategy
  ) {
    var run = StrategyRun(strategy, at: .cycleDuration(0.7))
    run.frame(at: 0.25)
    run.apply(RateChange(time: 0.5, cycleDuration: 0.4))
    run.frame(at: 0.6)
    for time in [0.65, 0.9, 3.0] {
      var copy = run
      let (position, shown) = (run.position(at: time), copy.frame(at: time))
      #expect(position.cycle == shown.cycle && position.phase == shown.phase)
    }
  }

  @Test func `backwards and at rate 0 the models follow their rules`() {
    var naive = StrategyRun(.naive, at: .hertz(1))
    naive.frame(at: 1.25)
    naive.apply(RateChange(time: 1.5, rate: .hertz(-2)))
    #expect(naive.frame(at: 1.5).cycle == -3)
    #expect(naive.frame(at: 2).reported == 1)
    naive.apply(RateChange(time: 2.25, rate: .hertz(0)))
    let still = naive.frame(at: 3)
    #expect(still.cycle == 0 && still.phase == 0 && still.hertz == 0)

    var restart = StrategyRun(.restartAtFrame, at: .hertz(1))
    restart.apply(RateChange(time: 0.5, rate: .hertz(-2)))
    #expect(restart.frame(at: 1.125).cycle == 1)
    let down = restart.frame(at: 1.25)
    #expect(down.cycle == 0 && down.phase == 0.75)
    restart.apply(RateChange(time: 1.375, rate: .hertz(0)))
    let end = restart.frame(at: 1.75)
    #expect(end.cycle == 0 && end.phase == 0 && end.reported == 1 && end.hertz == 0)
    // Without motion there is no cycle end to wait for.
    restart.apply(RateChange(time: 2, rate: .hertz(1)))
    #expect(restart.frame(at: 2.25).phase == 0.25)
  }
}
