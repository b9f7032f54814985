// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Lines to which a repeat is locked: of beats, of another repeat and of a followed clock.
@Suite struct RepeatLineTests {
  /// The largest error in cycles, after 30 days and a hundred thousand changes of the leader.
  static let tolerance = 1e-12

  @Test func `over 30 days, a lock after each of 100,000 tempo changes is exact`() throws {
    // Tempos are multiples of 30 per minute and changes are 26 s apart, so a whole number of
    // half beats passes between two changes.
    let seed: UInt64 = 65
    var random = SeededRandom(seed: seed)
    let bounds = try RateBounds(minimumRate: 0.2, maximumRate: 5.5, slope: 4)
    var music = try BeatClock(beatsPerMinute: 120, at: 0)
    var heart = try RepeatController.started(0.7) { $0.reporting = .counted }
    var (halfBeats, tempo, locks, worst) = (0, 120, 0, 0.0)
    for change in 1...100_000 {
      try heart.lock(to: music.line.times(2, over: 3), within: bounds)
      let time = Double(change) * 26
      locks += heart.advance(to: time).count { $0.kind == .locked }
      halfBeats += tempo * 26 / 30
      // The remainder of whole numbers is exact; dividing it by 6 rounds.
      let target = Double(halfBeats * 2 % 6) / 6
      let distance = heart.sample(at: time).position.phase - target
      worst = max(worst, (distance - distance.rounded()).magnitude)
      tempo = 30 * Int.random(in: 1...7, using: &random)
      try music.setTempo(beatsPerMinute: Double(tempo), at: time)
    }
    #expect(heart.now > 30 * 86_400 && locks == 100_000)
    #expect(worst <= Self.tolerance, "\(worst), seed \(seed)")
  }

  @Test
  func `a repeat follows another at three halves of its rate, a quarter of a cycle ahead`() throws {
    var leader = try RepeatController.started(1.25)
    leader.advance(to: 3.3)
    var follower = try RepeatController.started(0.7)
    follower.advance(to: 3.3)
    try follower.lock(to: leader.presentLine.times(3, over: 2, offset: 0.25))
    #expect(follower.lockState == .catchingUp)
    #expect(
      follower.advance(to: 20).contains { $0.kind == .locked } && follower.lockState == .locked)
    for time in [20, 33.3, 1e6] {
      let target = leader.sample(at: time).position.cycles * 1.5 + 0.25
      let distance = follower.sample(at: time).position.cycles - target
      #expect((distance - distance.rounded()).magnitude < 1e-9, "at \(time)")
    }
  }

  @Test func `a followed clock gives a line from any time on, and none before its first sample`()
    throws
  {
    var follower = ClockFollower(ClockFollower.Settings(rate: 2))
    #expect(try follower.line(at: 0) == nil)
    for read in 0..<200 { try follower.add(3 + Double(read) / 50, at: 5 + Double(read) / 100) }
    for time in [5, 6.75, 7, 100] {
      let line = try #require(try follower.line(at: time))
      #expect((line.hertz - 2).magnitude < 1e-9)
      #expect((line.position(at: 9).cycles - 11).magnitude < 1e-6)
    }
    #expect(throws: RepeatError.invalidTime(1e10)) { try follower.line(at: 1e10) }
  }

  @Test func `errors name the impossible value, and nothing is changed`() throws {
    let music = try BeatClock(beatsPerMinute: 120, at: 0)
    #expect(throws: RepeatError.invalidRatio(0, 1)) { try music.line.times(0) }
    #expect(throws: RepeatError.invalidOffset(2e6)) { try music.line.times(1, offset: 2e6) }
    #expect(throws: RepeatError.invalidRate(2e6)) { try music.line.times(1_000_000) }
    var idle = RepeatController(now: 0)
    #expect(throws: RepeatError.notMoving) { try idle.lock(to: music.line) }
    var repeating = try RepeatController.started(1)
    let before = repeating
    let narrow = try RateBounds(minimumRate: 0.5, maximumRate: 1.5)
    #expect(throws: RepeatError.rateOutOfBounds(2)) {
      try repeating.lock(to: music.line, within: narrow)
    }
    repeating.advance(to: 0.3)
    let still = try RateBounds(minimumRate: 2, maximumRate: 2)
    #expect(throws: RepeatError.noWay(limit: .infinity)) {
      try repeating.lock(to: music.line, within: still)
    }
    repeating = before
    #expect(throws: RepeatError.timeHasPassed(time: 0, now: 0)) {
      try repeating.arrive(at: .phase(0.5), by: 0, within: narrow)
    }
    #expect(repeating == before)
  }
}
