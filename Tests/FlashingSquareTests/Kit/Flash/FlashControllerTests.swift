// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import DynamicRepeat
import StrategyComparison
import Testing

@testable import FlashingSquare

@Suite struct FlashControllerTests {
  /// A flash at 0.7 s of a cycle of 2 s, when half a second was requested.
  private func changed(_ mode: DemoMode) -> FlashController {
    var flash = FlashController(mode: mode, requested: 2, limit: FlashLimit(isOn: true), now: 0)
    flash.frame(at: 0.7)
    flash.request(0.5)
    _ = flash.finishFrame()
    return flash
  }

  @Test func `restart waits for the end of the cycle, without a jump`() throws {
    var flash = changed(.restart)
    #expect(flash.controller.hasPendingRateChange)
    flash.frame(at: 1.99)
    #expect(flash.inEffect == 2)
    #expect(flash.lastRateChange?.delay == nil)
    flash.frame(at: 2.01)
    #expect(flash.inEffect == 0.5)
    let change = try #require(flash.lastRateChange)
    #expect(change.jump == 0)
    // The boundary is at 2 exactly, wherever frames fall.
    #expect(change.delay == 2 - 0.7)
  }

  @Test func `naive changes at once, by a jump that is measured`() throws {
    let flash = changed(.naive)
    let change = try #require(flash.lastRateChange)
    #expect(change.delay == 0)
    // 0.7 s are 0.35 of a cycle of 2 s, and 1.4 of one of 0.5 s: progress at 0.35 and at 0.4.
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(1)
    var other = try RepeatController(settings, now: 0)
    other.start()
    let expected = abs(other.progress(at: 0.4) - other.progress(at: 0.35))
    #expect(abs(change.jump - expected) < 1e-9)
    #expect(change.jump > 0.05)
    #expect(flash.figures.valueJump == change.jump)
  }

  @Test func `the mode changes while it runs, and nothing jumps`() {
    var flash = FlashController(mode: .restart, requested: 2, limit: FlashLimit(isOn: true), now: 0)
    flash.frame(at: 0.6)
    let before = flash.sample.position
    for mode in DemoMode.allCases {
      flash.setMode(mode)
      flash.frame(at: 0.6)
      #expect(flash.mode == mode)
      #expect(flash.controller.policy == mode.policy)
      #expect(flash.sample.position == before)
    }
  }

  @Test func `a rate change that waits takes effect when the mode stops waiting`() {
    var flash = changed(.restart)
    flash.setMode(.phase)
    flash.frame(at: 0.7)
    #expect(flash.inEffect == 0.5)
  }

  static let strategies: [DemoMode: ComparisonStrategy] = [
    .restart: .restartPerCycle, .phase: .phaseMatched, .ramp: .phaseRamp, .naive: .naive,
    .frame: .restartAtFrame,
  ]

  /// What sums and products of a few seconds round by.
  static let tolerance = 1e-9

  @Test(arguments: DemoMode.allCases)
  func `each mode shows what its strategy in the comparison shows, and measures the same`(
    _ mode: DemoMode
  ) throws {
    let strategy = try #require(Self.strategies[mode])
    var flash = FlashController(mode: mode, requested: 2, limit: FlashLimit(isOn: false), now: 0)
    var run = StrategyRun(strategy, at: .cycleDuration(2))
    let changes = [79: 0.6, 175: 1.5, 259: 0.9, 331: 0.4, 402: 2.0]
    for number in 0...600 {
      let time = Double(number) / 60
      _ = flash.advance(to: time)
      if let seconds = changes[number] {
        flash.request(seconds)
        run.apply(RateChange(time: time, cycleDuration: seconds))
      }
      _ = flash.finishFrame()
      let expected = run.frame(at: time)
      let position = flash.sample.position
      let way = Double(position.cycle - expected.cycle) + position.phase - expected.phase
      #expect(abs(way) < Self.tolerance && abs(flash.shown - expected.value) < Self.tolerance)
    }
    let measured: [(Double, Measure)] = [
      (flash.figures.valueJump, .valueJump), (flash.figures.delay, .delayWorst),
      (flash.figures.cyclesGained, .cyclesGained),
    ]
    for (value, measure) in measured {
      let expected = try #require(run.figures[measure])
      // A ramp's end is known to a frame.
      let tolerance = measure == .delayWorst ? 1 / 60.0 : Self.tolerance
      #expect(abs(value - expected) <= tolerance, "\(measure): \(value), not \(expected)")
    }
  }

  static let plan = """
    time,cycle_duration,ramp
    0,1.7,
    0.513,0.6,
    1.9991,1.1,0.4
    3.33333,0.4,
    3.33333,0.5,
    5.2,2.3,
    """

  @Test(arguments: [DemoMode.restart, .phase, .ramp, .naive])
  func `rate changes of a file hold at their times, whatever the frame rate`(_ mode: DemoMode)
    throws
  {
    let schedule = try PlaySchedule.of(Self.plan)
    func rows(_ hertz: Double) -> [TraceRow] {
      var run = SceneRun(mode: mode, schedule: schedule, hertz: hertz)
      run.run(until: 8)
      return run.rows
    }
    let slow = rows(60)
    let fast = rows(144)
    // n / 60 = m / 144 every twelfth of a second.
    for twelfth in 0...95 {
      var a = slow[twelfth * 5]
      var b = fast[twelfth * 12]
      a.events = []
      b.events = []
      #expect(a == b)
    }
  }

  @Test func `of two rate changes at one time the last wins, and a past one is in effect at once`()
    throws
  {
    let schedule = try PlaySchedule.of(Self.plan)
    var flash = FlashController(
      mode: .phase, requested: 2, limit: FlashLimit(isOn: true), schedule: schedule, now: 3.2)
    #expect(flash.requested == 1.1)
    #expect(flash.inEffect == 1.1)
    flash.frame(at: 3.4)
    #expect(flash.requested == 0.5)
    #expect(flash.inEffect == 0.5)
    #expect(flash.figures.valueJump == 0)
  }

  @Test func `the controller takes all that a file may say`() throws {
    #expect(ScheduleRows.cycleDurations == RepeatLimits.cycleDurations)
    #expect(ScheduleRows.times == 0...RepeatLimits.latestTime)
    #expect(ScheduleRows.ramps == RepeatLimits.intervals)
    let text = "time,cycle_duration,ramp\n0,1e-6,0\n0.5,1e9,1e9\n1e12,0.000001,\n"
    let schedule = try PlaySchedule.of(text)
    for limits in [true, false] {
      var run = SceneRun(limits: limits, schedule: schedule)
      run.run(until: 1)
      #expect(run.rows.last?.cycleDurationRequested == 1e9)
    }
  }
}

extension FlashController {
  /// A whole frame in which nothing is commanded.
  mutating func frame(at time: Double) {
    _ = advance(to: time)
    _ = finishFrame()
  }
}
