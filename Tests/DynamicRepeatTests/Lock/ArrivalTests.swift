// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming
import TestSupport
import Testing

/// What is to be reached at a time: so many cycles, a phase, a position, a stop, a beat.
@Suite struct ArrivalTests {
  static let bounds = LockBounds(leastRate: 0, mostRate: 4, slope: 4)

  @Test func `so many cycles in so many seconds, then the rate asked for`() throws {
    var wheel = try RepeatController.started(0.5)
    wheel.advance(to: 1)
    try wheel.arrive(at: .cycles(7), time: 4, then: .hertz(1), within: Self.bounds)
    #expect(wheel.lockState == .unlocked && wheel.lockTime == 4)
    wheel.advance(to: 4)
    #expect(wheel.sample(at: 4).position == CyclePosition(cycle: 9, phase: 0))
    #expect(wheel.sample(at: 5).hertz == 1)
    #expect(wheel.sample(at: 5).position == CyclePosition(cycle: 10, phase: 0))
  }

  @Test func `a phase or a position at a time, to the bit`() throws {
    let seed: UInt64 = 63
    var random = SeededRandom(seed: seed)
    for index in 0..<300 {
      var wheel = try RepeatController.started(random.double(in: 0.3...1))
      wheel.advance(to: random.double(in: 0...3))
      let time = wheel.now + random.double(in: 2...6)
      let target = CyclePosition(wheel.sample(at: time).position.cycles(since: .zero) + 0.3)
      let isPhase = random.chance(0.5)
      try wheel.arrive(
        at: isPhase ? .phase(target.phase) : .position(target), time: time, within: Self.bounds)
      let events = wheel.run(through: [time])
      let found = wheel.sample(at: time).position
      #expect(isPhase ? found.phase == target.phase : found == target, "seed \(seed), \(index)")
      #expect(!events.map(\.kind).contains(.locked))
    }
  }

  /// The turn and the first boundary were not reported.
  @Test(arguments: [false, true], [false, true])
  func `an arrival that turns the motion at once reports the turn and every boundary`(
    isScheduled: Bool, fromStandstill: Bool
  ) throws {
    var wheel = try RepeatController.started(1) { $0.autoreverses = false }
    wheel.advance(to: 3.25)
    if fromStandstill { wheel.hold() }
    let bounds = LockBounds(leastRate: -2, mostRate: 2, slope: fromStandstill ? 1 : .infinity)
    let back = RateGoal.arrive(at: .cycles(-2), time: 7.25, then: .hertz(-0.5), within: bounds)
    if isScheduled {
      try wheel.schedule(back, at: .time(wheel.now))
    } else {
      try wheel.perform(back)
    }
    let events = wheel.run(through: [7.25])
    #expect(events.map(\.kind) == [.direction(.towardDefault), .cycle, .cycle])
    #expect(events.map(\.cycle) == [3, 2, 1] && events[0].time == 3.25)
  }

  @Test func `stop at a phase`() throws {
    var wheel = try RepeatController.started(0.5)
    wheel.advance(to: 0.1)
    try wheel.perform(
      .arrive(RepeatArrival(atNextPhase: 0.25, then: .hertz(0), within: Self.bounds)))
    // 2 Hz takes half a cycle to brake at 4 Hz a second.
    wheel.advance(to: 9)
    #expect(wheel.sample(at: 9).position == CyclePosition(cycle: 1, phase: 0.25))
    #expect(wheel.sample(at: 9).hertz == 0)
  }

  @Test func `what cannot be names the nearest time and phase`() throws {
    var wheel = try RepeatController.started(0.5)
    wheel.advance(to: 10)
    let before = wheel
    let error = #expect(throws: RepeatError.self) {
      try wheel.arrive(at: .cycles(20), time: 12, within: Self.bounds)
    }
    guard case .lock(.outOfReach(time: 12, let time?, let phase?)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(wheel == before)
    #expect((0..<1).contains(phase))
    try wheel.arrive(at: .cycles(20), time: time, within: Self.bounds)
    #expect(time > 14 && time < 16)
  }

  @Test func `commands and goals for beats`() throws {
    var heart = try RepeatController.started(0.5)
    let music = BeatClock(beatsPerMinute: 90, at: 0.1, beatsPerBar: 3)
    heart.advance(to: 1)
    try heart.schedule(.rate(.hertz(3)), at: .nextBeat(of: music))
    try heart.schedule(.pause, at: .nextBar(of: music))
    try heart.schedule(.resume, at: .beat(4, of: music))
    try heart.schedule(
      .lock(to: .beats(of: music), within: LockBounds(leastRate: 1, mostRate: 3)),
      at: .beat(6, of: music))
    #expect(throws: RepeatError.self) { try heart.schedule(.hold, at: .beat(1, of: music)) }
    let paused = BeatClock(beatsPerMinute: 0, at: 0, beat: CyclePosition(0.5))
    #expect(throws: RepeatError.lock(.noSuchBeat(1))) {
      try heart.schedule(.hold, at: .nextBeat(of: paused))
    }
    #expect(heart.sample(at: 2.0).state == .running)
    #expect(heart.sample(at: 2.11).state == .paused(isStopping: false))
    #expect(heart.sample(at: 2.78).state == .running)
    #expect(heart.lockEvents(through: 12).map(\.kind) == [.locked])
    var early = RepeatController()
    #expect(throws: RepeatError.lock(.noPresentTime)) {
      try early.schedule(.start, at: .nextBar(of: music))
    }
    try early.schedule(.start, at: .beat(3, of: music))
    early.advance(to: 0)
    #expect(early.sample(at: 2.09).state == .idle && early.sample(at: 2.11).state == .running)
  }
}
