// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import Testing

/// What a controller does in each situation, a test a row.
@Suite struct SituationTests {
  @Test func `a new duration mid-cycle waits for the boundary when restarting per cycle`() throws {
    var repeating = try RepeatController.started(2, .restartPerCycle)
    repeating.advance(to: 0.5)
    try repeating.setCycleDuration(0.5)
    #expect(repeating.hasPendingRateChange)
    #expect(repeating.sample(at: 1.75).position == CyclePosition(0.875))
    #expect(repeating.sample(at: 2).position == CyclePosition(1))
    #expect(repeating.sample(at: 2.125).position == CyclePosition(1.25))
    repeating.advance(to: 2.125)
    #expect(!repeating.hasPendingRateChange)
    #expect(repeating.sample(at: 2.125).hertz == 2)
  }

  @Test func `a new duration mid-cycle holds at once and keeps the phase when phase-matched`()
    throws
  {
    var repeating = try RepeatController.started(2, .phaseMatched)
    repeating.advance(to: 0.5)
    let before = repeating.sample(at: 0.5)
    try repeating.setCycleDuration(0.5)
    #expect(repeating.sample(at: 0.5).position == before.position)
    #expect(repeating.sample(at: 0.5).progress == before.progress)
    #expect(repeating.sample(at: 0.5).hertz == 2)
    #expect(repeating.sample(at: 0.625).position == CyclePosition(0.5))
  }

  @Test func `a cycle that ends inside a frame is followed from its ideal end`() throws {
    var repeating = try RepeatController.started(0.7)
    let events = repeating.advance(to: 0.75)
    #expect(events.cycles == [1])
    #expect(events.first { $0.kind == .cycle }?.time == 0.7)
    let overshoot = repeating.sample(at: 0.75).position.phase
    #expect((overshoot - 0.05 / 0.7).magnitude < 1e-15)
  }

  @Test func `several cycles in one frame are counted, exactly as many`() throws {
    var repeating = try RepeatController.started(0.25) { $0.flood = .counted }
    let events = repeating.advance(to: 2.6)
    let cycle = events.first { $0.kind == .cycle }
    #expect(cycle?.count == 10)
    #expect(cycle?.cycle == 10)
    #expect(cycle?.time == 2.5)
  }

  @Test func `while idle it shows the default state`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.3)
    repeating.stop()
    repeating.advance(to: 5)
    #expect(repeating.state == .idle)
    #expect(repeating.sample(at: 5).progress == 0)
    #expect(RepeatController().sample(at: 3).progress == 0)
  }

  @Test(arguments: [
    (StopMode.atCycleEnd, StopReason.cycleEnd, 1.0, 0.0), (.immediately, .immediately, 0.25, 0),
    (.freeze, .frozen, 0.25, 0.5),
  ])
  func `a stop ends the run in its way and says which`(
    mode: StopMode, reason: StopReason, time: Double, value: Double
  ) throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    repeating.stop(mode)
    if mode == .atCycleEnd { #expect(repeating.state == .stopping) }
    let events = repeating.advance(to: 1.1)
    #expect(events.stop == reason)
    #expect(events.last?.time == time)
    #expect(events.last?.cycle == 0)
    #expect(events.cycles.isEmpty, "no cycle is entered at the end of the last one")
    #expect(repeating.sample(at: 1.1).progress == value)
  }

  @Test func `a start after a stop mid-cycle takes it back, and the same cycle goes on`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    repeating.stop()
    repeating.advance(to: 0.5)
    repeating.start()
    #expect(repeating.state == .running)
    let events = repeating.advance(to: 2.25)
    #expect(events.cycles == [1, 2])
    #expect(!events.contains { $0.kind == .started })
    #expect(repeating.sample(at: 2.25).position == CyclePosition(2.25))
  }

  @Test func `a second start is ignored`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    let before = repeating
    repeating.start()
    #expect(repeating == before)
  }

  @Test(arguments: [0, -0.0, -1, .nan, .infinity, -.infinity, 1e-7, 1e10])
  func `an impossible duration throws and the old one stays`(duration: Double) throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    let before = repeating
    #expect(throws: RepeatError.self) { try repeating.setCycleDuration(duration) }
    #expect(repeating == before)
  }

  @Test func `a hold is a command of its own`() throws {
    var repeating = try RepeatController.started(1)
    repeating.advance(to: 0.25)
    repeating.hold()
    repeating.advance(to: 10)
    #expect(repeating.state == .running)
    #expect(repeating.sample(at: 10).position == CyclePosition(0.25))
    try repeating.setCycleDuration(1)
    #expect(repeating.sample(at: 10.25).position == CyclePosition(0.5))
  }

  @Test func `a stall longer than a cycle is made up for by one division`() throws {
    var repeating = try RepeatController.started(1e-6) { $0.flood = .counted }
    let month = 30.0 * 86_400
    let events = repeating.advance(to: month)
    #expect(events.first { $0.kind == .cycle }?.count == Int(month * 1e6))
    #expect(events.count == 3)
  }
}
