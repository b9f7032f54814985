// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import RepeatTiming
import TestSupport
import Testing

/// What ends a lock, what it waits for, and what cannot be.
@Suite struct LockEdgeTests {
  static let music = BeatClock(beatsPerMinute: 120, at: 0, beat: CyclePosition(0.3))
  static let bounds = LockBounds(leastRate: 1.6, mostRate: 2.4)

  static func locked() throws -> RepeatController {
    var heart = try RepeatController.started(0.5)
    try heart.lock(to: .beats(of: music), within: bounds)
    heart.advance(to: 3.1)
    return heart
  }

  @Test(arguments: [
    RepeatCommand.rate(.hertz(3)), .rate(.cycleDuration(0.5)), .hold, .reverse,
    .ramp(to: .hertz(1), over: 2),
  ]) func `a rate by hand ends the lock`(command: RepeatCommand) throws {
    var heart = try Self.locked()
    try heart.perform(command)
    #expect(heart.lockState == .unlocked)
    #expect(heart.takeEvents().first?.kind == .unlocked(.replaced))
    heart.advance(to: 9)
    #expect(heart.lockState == .unlocked)
  }

  @Test(arguments: [
    RepeatCommand.start, .resume, .policy(.phaseMatched), .repeatCount(.cycles(100)),
    .stop(.atCycleEnd),
  ]) func `what leaves the rate alone keeps the lock`(command: RepeatCommand) throws {
    var heart = try Self.locked()
    try heart.perform(command)
    #expect(heart.lockState == .locked && heart.takeEvents().isEmpty)
  }

  @Test func `in step it follows a ramp that is steeper than the bounds allow while it catches up`()
    throws
  {
    var music = BeatClock(beatsPerMinute: 60, at: 0)
    var heart = try RepeatController.started(1)
    let bounds = LockBounds(leastRate: 0.5, mostRate: 1.5, slope: 0.1)
    try heart.lock(to: .beats(of: music), within: bounds)
    heart.advance(to: 40)
    #expect(heart.lockState == .locked)
    // By 1/3 Hz in 0.01 s.
    try music.ramp(toBeatsPerMinute: 80, over: 0.01, at: 40)
    try heart.lock(to: .beats(of: music), within: bounds)
    #expect(heart.lockState == .locked)
    for time in [40, 40.004, 40.009, 40.02, 50] {
      let (sample, leader) = (heart.sample(at: time), RepeatLeader.beats(of: music))
      #expect((sample.hertz - leader.hertz(at: time)).magnitude < 1e-12)
      #expect((sample.position.phase - leader.position(at: time).phase).magnitude < 1e-12)
    }
    #expect(heart.sample(at: 40.009).hertz - heart.sample(at: 40).hertz > 0.29)
  }

  /// They were moved beyond all times, and the saved state could not be read.
  @Test func `a timeline is not moved where a deadline would leave the range`() throws {
    let goals: [RateGoal] = [
      .lock(to: .beats(of: Self.music), within: Self.bounds, by: 100),
      .arrive(at: .phase(0.5), time: 100, then: .hertz(2), within: Self.bounds),
    ]
    for goal in goals {
      for isScheduled in [false, true] {
        var heart = try RepeatController.started(0.5)
        if isScheduled {
          try heart.schedule(goal, at: .time(90))
        } else {
          try heart.perform(goal)
        }
        let before = heart
        let latest = 1e12 - 50
        #expect(throws: RepeatError.self) { try heart.moveTimeline(to: latest) }
        #expect(heart == before)
        try heart.moveTimeline(to: 1e12 - 150)
        let data = try JSONEncoder().encode(heart)
        #expect(try JSONDecoder().decode(RepeatController.self, from: data) == heart)
      }
    }
  }

  @Test func `unlock keeps the rate, and says so`() throws {
    var heart = try Self.locked()
    heart.unlock()
    #expect(heart.takeEvents().map(\.kind) == [.unlocked(.released)])
    #expect(heart.sample(at: 4).hertz == 2)
    heart.unlock()
    #expect(heart.takeEvents().isEmpty)
  }

  @Test func `a pause keeps the lock and plans anew when it ends, as a seek does`() throws {
    for action in ["pause", "seek"] {
      var heart = try Self.locked()
      if action == "pause" {
        heart.pause()
        #expect(heart.lockState == .waiting)
        heart.advance(to: 3.3)
        heart.resume()
      } else {
        heart.seek(to: CyclePosition(4.2))
      }
      #expect(heart.lockState == .catchingUp)
      #expect(heart.lockEvents(through: 9).map(\.kind) == [.locked])
      #expect(phaseError(heart.sample(at: 9).position.phase, Self.music.beat(at: 9).phase) < 1e-13)
    }
  }

  @Test func `the run's end wins, by a count or a stop`() throws {
    var counted = try RepeatController.started(0.5) { $0.repeatCount = .cycles(1) }
    try counted.lock(to: .beats(of: Self.music), within: Self.bounds)
    let events = counted.run(through: [3]).map(\.kind)
    #expect(events.suffix(2) == [.unlocked(.runEnded), .stopped(.finished)])
    var stopped = try Self.locked()
    stopped.stop()
    #expect(
      stopped.run(through: [9]).map(\.kind).suffix(2) == [
        .unlocked(.runEnded), .stopped(.cycleEnd),
      ])
    // The next run has the requested rate, not the last one on the way.
    stopped.start()
    #expect(stopped.sample(at: 9).hertz == 2 && stopped.lockState == .unlocked)
  }

  @Test func `an idle repeat gets in step when it starts, also before the first frame`() throws {
    var heart = RepeatController(cycleDuration: 0.5)
    try heart.lock(to: .beats(of: Self.music), within: Self.bounds)
    #expect(heart.lockState == .waiting)
    heart.start()
    #expect(heart.lockState == .waiting)
    heart.advance(to: 7.6)
    #expect(heart.lockState == .catchingUp)
    heart.advance(to: 12)
    #expect(heart.lockState == .locked)
    #expect(phaseError(heart.sample(at: 12).position.phase, Self.music.beat(at: 12).phase) < 1e-13)
  }

  @Test func `a paused leader is followed to a stand where the bounds allow it`() throws {
    var music = Self.music
    var heart = try Self.locked()
    try music.setTempo(beatsPerMinute: 0, at: 3.1)
    #expect(throws: RepeatError.lock(.rateOutOfBounds(0, least: 1.6, most: 2.4))) {
      try heart.lock(to: .beats(of: music), within: Self.bounds)
    }
    #expect(heart.lockState == .locked)
    let standing = LockBounds(leastRate: 0, mostRate: 2.4, slope: 4)
    try heart.lock(to: .beats(of: music), within: standing)
    heart.advance(to: 9)
    #expect(heart.lockState == .locked && heart.sample(at: 9).hertz == 0)
    #expect(phaseError(heart.sample(at: 9).position.phase, music.beat(at: 9).phase) < 1e-13)
    // A run that is to stop at its cycle's end ends where it came to a stand.
    heart.stop()
    #expect(heart.state == .idle)
    #expect(
      throws: RepeatError.lock(.standsStill)
    ) {
      var other = try Self.locked()
      try other.lock(to: .beats(of: music), within: standing, style: .wholeCycles)
    }
  }

  @Test func `a leader that seeks is caught up with, the follower does not jump`() throws {
    var music = Self.music
    var heart = try Self.locked()
    let before = heart.sample(at: 3.1).position
    try music.seek(toBeat: CyclePosition(100.9), at: 3.1)
    try heart.lock(to: .beats(of: music), within: Self.bounds)
    #expect(heart.sample(at: 3.1).position == before)
    heart.advance(to: 9)
    #expect(phaseError(heart.sample(at: 9).position.phase, music.beat(at: 9).phase) < 1e-13)
  }

  @Test func `a rate outside the bounds is braked first`() throws {
    var heart = try RepeatController.started(0.2)
    let bounds = LockBounds(leastRate: 1.6, mostRate: 2.4, slope: 2)
    try heart.lock(to: .beats(of: Self.music), within: bounds)
    #expect(heart.sample(at: 0).hertz == 5)
    #expect((heart.sample(at: 1).hertz - 3).magnitude < 1e-14)
    heart.advance(to: 20)
    #expect(heart.lockState == .locked)
  }

  @Test func `a limit of flashes narrows the bounds`() throws {
    var heart = try RepeatController.started(0.5) { $0.maxFlashRate = 2.2 }
    try heart.lock(to: .beats(of: Self.music), within: Self.bounds)
    #expect(heart.sample(at: 0.5).hertz <= 2.2)
    let fast = BeatClock(beatsPerMinute: 240, at: 0)
    #expect(throws: RepeatError.lock(.rateOutOfBounds(4, least: -2.2, most: 2.2))) {
      try heart.lock(to: .beats(of: fast), within: LockBounds(leastRate: 3, mostRate: 5))
    }
  }

  @Test func `a scheduled lock that cannot be says so when its time has come`() throws {
    var heart = try RepeatController.started(0.5)
    let narrow = LockBounds(leastRate: 1, mostRate: 1.5)
    try heart.schedule(.lock(to: .beats(of: Self.music), within: narrow), at: .time(1))
    let id = try heart.schedule(
      .lock(to: .beats(of: Self.music), within: Self.bounds), at: .nextCycle)
    #expect(heart.cancel(id) && !heart.cancel(id))
    let events = heart.lockEvents(through: 3)
    #expect(events.map(\.kind) == [.unlocked(.impossible)] && events[0].time == 1)
    #expect(heart.sample(at: 3).hertz == 2)
    try heart.schedule(.lock(to: .beats(of: Self.music), within: Self.bounds), at: .time(4))
    heart.cancelAll()
    #expect(heart.lockEvents(through: 9).isEmpty)
  }

  @Test func `another lock takes the place of the first silently; a reversal turns it out`() throws
  {
    var heart = try Self.locked()
    let other = BeatClock(beatsPerMinute: 110, at: 0)
    try heart.lock(to: .beats(of: other), within: Self.bounds)
    #expect(heart.lockEvents(through: 12).map(\.kind) == [.locked])
    heart.reverse()
    #expect(heart.takeEvents().first?.kind == .unlocked(.replaced))
    #expect(heart.sample(at: 13).hertz == -110.0 / 60)
  }

  @Test func `whole cycles from a standstill run to the boundary at the leader's rate`() throws {
    var heart = try RepeatController.started(0.5)
    heart.advance(to: 0.6)
    heart.hold()
    heart.advance(to: 2)
    try heart.lock(to: .beats(of: Self.music), within: Self.bounds, style: .wholeCycles)
    #expect(heart.sample(at: 2.01).hertz == 2)
    heart.advance(to: 9)
    #expect(phaseError(heart.sample(at: 9).position.phase, Self.music.beat(at: 9).phase) < 1e-13)
    // The same at the end of a ramp to 0.
    var slow = try RepeatController.started(0.5)
    try slow.ramp(to: .hertz(0), over: 0.3)
    try slow.lock(to: .beats(of: Self.music), within: Self.bounds, style: .wholeCycles)
    slow.advance(to: 9)
    #expect(phaseError(slow.sample(at: 9).position.phase, Self.music.beat(at: 9).phase) < 1e-13)
  }

  /// Such a goal took the place of the lock, and was reported as impossible.
  @Test func `on a boundary, whole cycles that cannot be throw, and the lock stays`() throws {
    var heart = try RepeatController.started(0.5)
    let beat = RepeatLeader(hertz: 2, at: 0)
    try heart.lock(to: beat, within: LockBounds(leastRate: 1, mostRate: 3))
    heart.advance(to: 1)
    let before = heart
    #expect(throws: RepeatError.lock(.noWay(leaderRate: 2))) {
      try heart.lock(
        to: beat, offset: 0.5, within: LockBounds(leastRate: 2, mostRate: 2), style: .wholeCycles)
    }
    #expect(heart == before && heart.lockState == .locked)
  }

  /// The run went on stopping for ever.
  @Test(arguments: [false, true])
  func `a stop that waits ends where a lock stands still at once`(isScheduled: Bool) throws {
    var heart = try RepeatController.started(0.5)
    heart.advance(to: 0.125)
    heart.stop()
    let standing = RateGoal.lock(
      to: RepeatLeader(hertz: 0, at: 0, position: CyclePosition(0.25)),
      within: LockBounds(leastRate: 0, mostRate: 4))
    if isScheduled {
      try heart.schedule(standing, at: .now)
    } else {
      try heart.perform(standing)
    }
    #expect(heart.state == .idle)
    #expect(heart.takeEvents().stop == .immediately)
  }

  /// Here the way to the lock stands still, for a while that `unlock` makes endless.
  @Test func `a stop that waits ends where an unlocked repeat stands still`() throws {
    var heart = try RepeatController.started(0.5)
    heart.advance(to: 1.125)
    try heart.lock(
      to: RepeatLeader(hertz: 2, at: 0), offset: 0.75,
      within: LockBounds(leastRate: 0, mostRate: 3))
    heart.stop()
    heart.advance(to: 1.2)
    #expect(heart.state == .stopping && heart.sample(at: 1.2).hertz == 0)
    heart.unlock()
    #expect(heart.state == .idle)
  }

  @Test func `a clock that is paused on a beat before its anchor is there now`() throws {
    var music = BeatClock(beatsPerMinute: 120, at: 0)
    try music.setTempo(beatsPerMinute: 0, at: 2)
    var heart = try RepeatController.started(0.5)
    heart.advance(to: 1.5)
    try heart.schedule(.hold, at: .nextBeat(of: music))
    #expect(heart.sample(at: 1.5).hertz == 0)
  }

  @Test func `on a clock that is paused on a beat, the next beat is now`() throws {
    var music = BeatClock(beatsPerMinute: 120, at: 0)
    try music.setTempo(beatsPerMinute: 0, at: 2)
    for moment in [BeatMoment.nextBeat(of: music), .nextBar(of: music), .beat(4, of: music)] {
      var heart = try RepeatController.started(0.5)
      heart.advance(to: 3)
      try heart.schedule(.hold, at: moment)
      #expect(heart.sample(at: 3).hertz == 0)
      #expect(throws: RepeatError.lock(.noSuchBeat(3))) {
        try heart.schedule(.hold, at: .beat(3, of: music))
      }
    }
  }

  @Test func `a run that waits for its first time leads nobody`() throws {
    var first = RepeatController(cycleDuration: 0.5)
    #expect(first.leader?.hertz(at: 0) == 0)
    first.start()
    #expect(first.leader == nil)
    first.advance(to: 7)
    #expect(first.leader?.position(at: 7.25) == CyclePosition(0.5))
  }

  @Test func `an error says what would be right`() throws {
    var heart = try Self.locked()
    let leader = RepeatLeader.beats(of: Self.music)
    func text(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return ""
    }
    let deadline = text {
      try heart.lock(to: leader, within: Self.bounds, style: .wholeCycles, by: 5)
    }
    #expect(deadline.contains("whole cycles take no deadline"))
    let delay = text {
      _ = try RatePlan.wholeCycles(gap: 0, leaderRate: 2, repeatDelay: -1, within: Self.bounds)
    }
    #expect(delay.contains("a repeat delay is 0 to 1e9 s"))
    let slow = LockBounds(leastRate: 0, mostRate: 1)
    let present = text {
      try heart.perform(.arrive(RepeatArrival(atNextPhase: 0.5, then: .hertz(0), within: slow)))
    }
    #expect(present.contains("the rate to keep or to reach, 2.0 Hz"))
  }

  @Test func `invalid numbers are named, and change nothing`() throws {
    var heart = try Self.locked()
    let before = heart
    let leader = RepeatLeader.beats(of: Self.music)
    #expect(throws: RepeatError.lock(.invalidOffset(.infinity))) {
      try heart.lock(to: leader, offset: .infinity, within: Self.bounds)
    }
    #expect(throws: RepeatError.lock(.rateOutOfBounds(3, least: 1.6, most: 2.4))) {
      try heart.lock(to: leader, ratio: CycleRatio(3, 2), within: Self.bounds)
    }
    #expect(throws: RepeatError.lock(.noWay(leaderRate: 2))) {
      try heart.lock(
        to: leader, offset: 0.5, within: LockBounds(leastRate: 2, mostRate: 2, slope: 1))
    }
    #expect(throws: RepeatError.lock(.invalidTime(5))) {
      try heart.lock(to: leader, within: Self.bounds, style: .wholeCycles, by: 5)
    }
    #expect(throws: RepeatError.invalidPhase(1)) {
      try heart.arrive(at: .phase(1), time: 5, within: Self.bounds)
    }
    #expect(throws: RepeatError.lock(.invalidTime(3))) {
      try heart.arrive(at: .phase(0.5), time: 3, within: Self.bounds)
    }
    #expect(throws: RepeatError.invalidTime(1e13)) {
      try heart.arrive(at: .phase(0.5), time: 1e13, within: Self.bounds)
    }
    #expect(throws: RepeatError.lock(.invalidDistance(.infinity))) {
      try heart.arrive(at: .cycles(.infinity), time: 9, within: Self.bounds)
    }
    #expect(heart == before)
  }
}
