// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import DynamicRepeat
import Testing

@testable import FlashingSquare

@Suite struct FlasherTests {
  /// A flasher at 0.7 s of a cycle of 2 s, and then asked for half a second.
  private func ordered(_ mode: DemoMode) -> Flasher {
    var flasher = Flasher(mode: mode, asked: 2, limit: FlashLimit(isOn: true), now: 0)
    _ = flasher.advance(to: 0.7)
    flasher.ask(0.5)
    return flasher
  }

  @Test func `restart waits for the end of the cycle, without a jump`() throws {
    var flasher = ordered(.restart)
    #expect(flasher.motion.hasWaitingChange)
    _ = flasher.advance(to: 1.99)
    #expect(flasher.inEffect == 2)
    #expect(flasher.lastOrder?.delay == nil)
    _ = flasher.advance(to: 2.01)
    #expect(flasher.inEffect == 0.5)
    let order = try #require(flasher.lastOrder)
    #expect(order.jump == 0)
    // The boundary is at 2 exactly, wherever frames fall.
    #expect(order.delay == 2 - 0.7)
  }

  @Test func `phase-matched changes at once, without a jump`() throws {
    let flasher = ordered(.phase)
    let order = try #require(flasher.lastOrder)
    #expect(order.delay == 0)
    #expect(order.jump == 0)
    #expect(flasher.motion.sample.hertz == 2)
  }

  @Test func `a ramp takes its half second, without a jump`() throws {
    var flasher = ordered(.ramp)
    _ = flasher.advance(to: 1.1)
    #expect(flasher.lastOrder?.delay == nil)
    _ = flasher.advance(to: 1.3)
    let order = try #require(flasher.lastOrder)
    #expect(order.delay == 0.5)
    #expect(order.jump == 0)
    #expect(flasher.inEffect == 0.5)
  }

  @Test func `naive changes at once, by a jump that is measured`() throws {
    let flasher = ordered(.naive)
    let order = try #require(flasher.lastOrder)
    #expect(order.delay == 0)
    // 0.7 s are 0.35 of a cycle of 2 s, and 1.4 of one of 0.5 s: progress at 0.35 and at 0.4.
    var settings = RepeatSettings()
    settings.rate = .cycleDuration(1)
    var other = try RepeatController(settings, now: 0)
    other.start()
    let expected = abs(other.progress(at: 0.4) - other.progress(at: 0.35))
    #expect(abs(order.jump - expected) < 1e-9)
    #expect(order.jump > 0.05)
    #expect(flasher.largestJump == order.jump)
  }

  @Test func `the same duration again is no order`() {
    var flasher = ordered(.naive)
    let marks = flasher.history.marks.count
    flasher.ask(0.5)
    #expect(flasher.history.marks.count == marks)
  }

  @Test func `the mode changes while it runs, and nothing jumps`() {
    var flasher = Flasher(mode: .restart, asked: 2, limit: FlashLimit(isOn: true), now: 0)
    _ = flasher.advance(to: 0.6)
    let before = flasher.sample.position
    for mode in DemoMode.allCases {
      flasher.setMode(mode)
      _ = flasher.advance(to: 0.6)
      #expect(flasher.mode == mode)
      #expect(flasher.motion.policy == mode.policy)
      #expect(flasher.sample.position == before)
    }
  }

  @Test func `an order that waits takes effect when the mode stops waiting`() {
    var flasher = ordered(.restart)
    flasher.setMode(.phase)
    _ = flasher.advance(to: 0.7)
    #expect(flasher.inEffect == 0.5)
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
  func `orders of a file hold at their times, whatever the frame rate`(_ mode: DemoMode) throws {
    let schedule = try PlaySchedule.parse(Array(Self.plan.utf8), name: "plan")
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

  @Test func `of two orders at one time the last wins, and a past order is in effect at once`()
    throws
  {
    let schedule = try PlaySchedule.parse(Array(Self.plan.utf8), name: "plan")
    var flasher = Flasher(
      mode: .phase, asked: 2, limit: FlashLimit(isOn: true), schedule: schedule, now: 3.2)
    #expect(flasher.asked == 1.1)
    #expect(flasher.inEffect == 1.1)
    _ = flasher.advance(to: 3.4)
    #expect(flasher.asked == 0.5)
    #expect(flasher.inEffect == 0.5)
    #expect(flasher.largestJump == 0)
  }

  @Test func `the controller takes all that a file may say`() throws {
    #expect(ScheduleRows.cycleDurations == RepeatLimits.cycleDurations)
    #expect(ScheduleRows.times == 0...RepeatLimits.latestTime)
    #expect(ScheduleRows.ramps == RepeatLimits.intervals)
    let text = "time,cycle_duration,ramp\n0,1e-6,0\n0.5,1e9,1e9\n1e12,0.000001,\n"
    let schedule = try PlaySchedule.parse(Array(text.utf8), name: "plan")
    for limits in [true, false] {
      var run = SceneRun(limits: limits, schedule: schedule)
      run.run(until: 1)
      #expect(run.rows.last?.cycleDurationAsked == 1e9)
    }
  }

  @Test func `an order that another one at its time replaces has never been`() throws {
    let text = "time,cycle_duration,ramp\n0,2,\n1,0.5,0.3\n1,2,\n"
    let schedule = try PlaySchedule.parse(Array(text.utf8), name: "plan")
    var run = SceneRun(mode: .restart, schedule: schedule)
    run.run(until: 3)
    // Carried out, the ramp would have begun at once.
    #expect(Set(run.rows.map(\.cycleDurationInEffect)) == [2])
  }

  @Test func `the history keeps ten seconds and no more memory`() {
    var flasher = Flasher(mode: .phase, asked: 1, limit: FlashLimit(isOn: true), now: 0)
    for frame in 1...20_000 { _ = flasher.advance(to: Double(frame) / 1000) }
    let samples = flasher.history.samples
    #expect(samples.count == FlashHistory.capacity)
    #expect((samples.last?.time ?? 0) > 19.99)
    #expect(samples[0].time <= 20 - FlashHistory.span + 0.005)
    #expect(flasher.history.marks.count <= FlashHistory.markCapacity)
  }
}
