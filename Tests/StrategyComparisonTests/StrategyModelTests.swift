// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

@testable import StrategyComparison

/// The short way through a controller's motion against the controller asked at every frame.
@Suite struct StrategyModelTests {
  static let ours: [(ComparisonStrategy, RatePolicy)] = [
    (.restartPerCycle, .restartPerCycle), (.phaseMatched, .phaseMatched),
    (.phaseRamp, .phaseMatched(ramp: 0.5, shape: .smooth)),
  ]

  /// Positions and numbers of boundaries reported, from the controller itself.
  func answers(_ policy: RatePolicy, _ schedule: RateSchedule, _ trace: FrameTrace)
    throws -> [(CyclePosition, Int)]
  {
    var settings = RepeatSettings()
    settings.rate = schedule.initialRate
    settings.policy = policy
    var controller = try RepeatController(settings, now: 0)
    controller.start()
    for change in schedule.changes {
      if case .phaseMatched(let standard, let shape) = policy, standard > 0 {
        let ramped = RatePolicy.phaseMatched(ramp: change.ramp ?? standard, shape: shape)
        try controller.schedule(.policy(ramped), at: .time(change.time))
      }
      try controller.schedule(.rate(change.rate), at: .time(change.time))
    }
    return trace.times(through: schedule.length).map { time in
      let reported = controller.advance(to: time).filter { $0.kind == .cycle }.reduce(0) {
        $0 + $1.count
      }
      return (controller.sample(at: time).position, reported)
    }
  }

  func check(_ schedule: RateSchedule, _ trace: FrameTrace, _ note: String) throws {
    let comparison = Comparison(schedule: schedule, trace: trace)
    for (strategy, policy) in Self.ours {
      let expected = try answers(policy, schedule, trace)
      var index = 0
      var wrong = 0
      comparison.frames(of: strategy) { frame in
        let (position, reported) = expected[index]
        if frame.cycle != position.cycle || frame.phase != position.phase
          || frame.reported != reported
        {
          wrong += 1
        }
        index += 1
      }
      #expect(index == expected.count)
      #expect(wrong == 0, "\(strategy) on \(schedule.name), \(trace.name) \(note)")
    }
  }

  @Test(
    arguments: BuiltInSchedule.allCases.filter { $0 != .veryLong },
    [
      BuiltInTrace.ideal60, .ideal144, .jittered, .stalls,
    ])
  func `what a strategy shows is the controller's own answer, bit for bit`(
    schedule: BuiltInSchedule, trace: BuiltInTrace
  ) throws {
    try check(schedule.schedule(seed: 5), trace.trace(seed: 6), "")
  }

  @Test func `so it is for random rate changes, holds, reversals and ramps, on and off frames`()
    throws
  {
    let seed: UInt64 = 44
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
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
      try check(schedule, .steady(hertz: 60), "seed \(seed)")
    }
  }

  @Test(arguments: ComparisonStrategy.allCases)
  func `a run in steps gives the figures of a comparison`(strategy: ComparisonStrategy) throws {
    let schedule = BuiltInSchedule.storm.schedule(seed: 3)
    let comparison = Comparison(schedule: schedule, trace: BuiltInTrace.jittered.trace(seed: 3))
    let figures = comparison.frames(of: strategy) { _ in }
    #expect(figures == comparison.result(of: strategy).figures)
  }

  @Test func `results come in the order of the strategies, the same from several threads`() async {
    let comparison = Comparison(
      schedule: BuiltInSchedule.panic.schedule(seed: 1), trace: .steady(hertz: 60),
      strategies: [.naive, .floatSum, .restartPerCycle])
    let results = await comparison.results()
    #expect(results.map(\.strategy) == comparison.strategies)
    #expect(results == comparison.strategies.map { comparison.result(of: $0) })
  }
}

@Suite struct StrategyRunTests {
  /// The example of the documentation.
  @Test func `a run takes rate changes and frames, and has figures at any time`() {
    var run = StrategyRun(.naive, at: .cycleDuration(2))
    run.apply(RateChange(time: 2.7, cycleDuration: 0.5))
    let shown = run.frame(at: 2.75)
    #expect(shown.cycle == 5 && shown.phase == 0.5 && shown.value == 1 && shown.hertz == 2)
    #expect(run.figures.value(.valueJump) > 0.1)
  }

  /// The ways that wait or slide have moved on to the rate change, and must not be asked for the frame.
  @Test(arguments: ComparisonStrategy.allCases)
  func `figures between a rate change and its frame are those of the last frame`(
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

  @Test func `a time out of sequence and an invalid rate are the caller's mistake`() async {
    await #expect(processExitsWith: .failure) {
      var run = StrategyRun(.naive, at: .cycleDuration(2))
      run.frame(at: 1)
      run.apply(RateChange(time: 1, cycleDuration: 1))
    }
    await #expect(processExitsWith: .failure) {
      var run = StrategyRun(.naive, at: .cycleDuration(2))
      run.frame(at: 1)
      run.frame(at: 1)
    }
    await #expect(processExitsWith: .failure) {
      var run = StrategyRun(.naive, at: .cycleDuration(2))
      run.apply(RateChange(time: 1, cycleDuration: 0))
    }
    await #expect(processExitsWith: .failure) { _ = StrategyRun(.naive, at: .hertz(-1)) }
    await #expect(processExitsWith: .failure) { _ = FrameTrace.steady(hertz: 0) }
  }
}
