// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@testable import DynamicRepeat

extension RepeatController {
  /// The events of locks up to a time.
  mutating func lockEvents(through time: Double) -> [Happening] {
    run(through: [time]).filter {
      switch $0.kind {
      case .locked, .unlocked: true
      default: false
      }
    }
  }
}

/// How far two phases are apart, around the circle.
func phaseError(_ a: Double, _ b: Double) -> Double {
  (a - b - (a - b).rounded()).magnitude
}

@Suite struct LockTests {
  /// Cycles: a `Double` phase against one worked out in doubles.
  static let tolerance = 1e-12

  static let music = BeatClock(beatsPerMinute: 120, at: 0, beat: CyclePosition(0.3))
  static let wide = LockBounds(leastRate: 1.6, mostRate: 2.4)

  @Test func `locked after e / up, at the bound all the way, at the leader's phase from then on`()
    throws
  {
    var heart = try RepeatController.started(0.5)
    try heart.lock(to: .beats(of: Self.music), within: Self.wide)
    #expect(heart.lockState == .catchingUp)
    #expect((try #require(heart.lockTime) - 0.75).magnitude < 1e-15)
    #expect(heart.sample(at: 0.5).hertz == 2.4)
    #expect(heart.sample(at: 0.8).hertz == 2)
    let events = heart.lockEvents(through: 10)
    #expect(events.map(\.kind) == [.locked])
    #expect((events[0].time - 0.75).magnitude < 1e-15 && heart.lockState == .locked)
    for time in [0.75, 1, 3.3, 7.123, 1000] {
      let phase = heart.sample(at: time).position.phase
      #expect(phaseError(phase, Self.music.beat(at: time).phase) < Self.tolerance)
    }
  }

  @Test(arguments: [(3, 2), (1, 4), (2, 1), (-1, 1)])
  func `a ratio and an offset hold to the bit-long tail`(_ numerator: Int, _ denominator: Int)
    throws
  {
    let ratio = CycleRatio(numerator, denominator)
    let rate = 2 * Double(numerator) / Double(denominator)
    var heart = try RepeatController.started(0.5)
    try heart.lock(
      to: .beats(of: Self.music), ratio: ratio, offset: 0.25,
      within: LockBounds(leastRate: rate - 0.5, mostRate: rate + 0.5, slope: 3, shape: .smooth))
    heart.advance(to: 20)
    #expect(heart.lockState == .locked)
    #expect(heart.sample(at: 20).hertz == rate)
    for time in [20, 33.7, 86_400] {
      let beat = Self.music.beat(at: time)
      let target = (Double(beat.cycle) + beat.phase) * rate / 2 + 0.25
      let phase = heart.sample(at: time).position.phase
      #expect(phaseError(phase, target) < 1e-10, "\(time)")
    }
  }

  @Test func `nothing jumps, and rate and slope stay within the bounds`() throws {
    let seed: UInt64 = 61
    var random = SeededRandom(seed: seed)
    for index in 0..<150 {
      let label: Comment = "seed \(seed), \(index)"
      var heart = try RepeatController.started(random.double(in: 0.2...2))
      heart.advance(to: random.double(in: 0...3))
      let before = heart
      let now = heart.now
      var music = BeatClock(
        beatsPerMinute: random.double(in: 60...180), at: 0,
        beat: CyclePosition(random.double(in: 0...9)))
      if random.chance(0.4) {
        try music.ramp(
          toBeatsPerMinute: random.double(in: 60...180), over: random.double(in: 0...4),
          at: random.double(in: 0...6))
      }
      let slope = random.double(in: 0.2...4)
      let bounds = LockBounds(leastRate: 0.8, mostRate: 3.2, slope: slope)
      try heart.lock(to: .beats(of: music), within: bounds)
      let lockTime = try #require(heart.lockTime, label)
      let start = heart.sample(at: now)
      #expect(start.position == before.sample(at: now).position, label)
      var last = start
      let least = min(start.hertz, 0.8)
      let most = max(start.hertz, 3.2)
      // The leader's own ramp, followed, may be steeper than what it takes to catch up.
      let steepest = max(slope, 2 / 0.01)
      for step in 1...400 {
        let time = now + Double(step) * 0.03
        let sample = heart.sample(at: time)
        #expect((least...most).contains(sample.hertz), label)
        let moved = sample.position.cycles(since: last.position)
        #expect(moved >= least * 0.03 - 1e-12 && moved <= most * 0.03 + 1e-12, label)
        if time < lockTime {
          #expect((sample.hertz - last.hertz).magnitude <= slope * 0.03 + 1e-12, label)
        }
        #expect((sample.hertz - last.hertz).magnitude <= steepest * 0.03, label)
        last = sample
        guard time > lockTime else { continue }
        #expect(phaseError(sample.position.phase, music.beat(at: time).phase) < 1e-12, label)
      }
    }
  }

  @Test func `the value is bit-equal on both sides of every switch`() throws {
    let seed: UInt64 = 62
    var random = SeededRandom(seed: seed)
    for index in 0..<300 {
      var heart = try RepeatController.started(random.double(in: 0.3...1))
      heart.advance(to: random.double(in: 0...3))
      let music = BeatClock(beatsPerMinute: random.double(in: 90...140), at: 0.123)
      let slope = random.chance(0.3) ? Double.infinity : random.double(in: 0.5...5)
      try heart.lock(
        to: .beats(of: music), within: LockBounds(leastRate: 1, mostRate: 4, slope: slope))
      // Up to the switch by the motion before it, and from it by the one after.
      while let change = heart.horizon, change.high < 40 {
        let before = heart.motion.state(at: change).position
        heart.advance(to: change.roundedUp)
        let after = heart.motion.state(at: change).position
        let jump = after.distance(from: before).magnitude.high
        #expect(jump < 1e-25, "seed \(seed), \(index)")
        #expect(after.phase == before.phase || jump == 0, "seed \(seed), \(index)")
      }
      #expect(heart.lockState == .locked)
    }
  }

  @Test func `in step already: locked at once, and a ramp is followed from there`() throws {
    var heart = try RepeatController.started(0.5)
    let bounds = LockBounds(leastRate: 0.5, mostRate: 4, slope: 1)
    var music = BeatClock(beatsPerMinute: 120, at: 0)
    try heart.lock(to: .beats(of: music), within: bounds)
    #expect(heart.takeEvents().map(\.kind).contains(.locked))
    heart.advance(to: 3.21)
    try music.ramp(toBeatsPerMinute: 60, over: 5, at: 3.21, shape: .smooth)
    try heart.lock(to: .beats(of: music), within: bounds)
    #expect(heart.lockState == .locked)
    for time in [3.3, 5, 8, 8.21, 9, 100] {
      let sample = heart.sample(at: time)
      #expect(phaseError(sample.position.phase, music.beat(at: time).phase) < 1e-13)
      #expect((sample.hertz * 60 - music.beatsPerMinute(at: time)).magnitude < 1e-12)
    }
  }

  @Test func `a ramp that lies ahead is followed when it begins`() throws {
    var music = Self.music
    try music.ramp(toBeatsPerMinute: 130, over: 3, at: 10)
    for style in [LockStyle.phase, .wholeCycles] {
      var heart = try RepeatController.started(0.5)
      try heart.lock(to: .beats(of: music), within: Self.wide, style: style)
      #expect(try #require(heart.lockTime) < 2)
      for time in style == .phase ? [9, 11.7, 30] : [9, 30.0] {
        let phase = heart.sample(at: time).position.phase
        #expect(phaseError(phase, music.beat(at: time).phase) < 1e-13)
      }
      // Whole cycles cannot follow a ramp: they lead to where it ends.
      let events = heart.lockEvents(through: 40)
      #expect(events.map(\.kind) == (style == .phase ? [.locked] : [.locked, .locked]))
    }
  }

  @Test func `while the leader ramps, the follower is led to where the ramp ends`() throws {
    var music = BeatClock(beatsPerMinute: 60, at: 0)
    try music.ramp(toBeatsPerMinute: 120, over: 4, at: 0)
    var heart = try RepeatController.started(0.8)
    heart.advance(to: 1)
    let bounds = LockBounds(leastRate: 0.9, mostRate: 2.6, slope: 1)
    try heart.lock(to: .beats(of: music), within: bounds)
    #expect(heart.lockTime == 4)
    let events = heart.lockEvents(through: 10)
    #expect(events.map(\.kind) == [.locked] && events[0].time == 4)
    #expect(phaseError(heart.sample(at: 7).position.phase, music.beat(at: 7).phase) < 1e-13)
  }

  @Test func `by a deadline: the whole time, gently, and the soonest where it is too soon`() throws
  {
    var heart = try RepeatController.started(0.5)
    var music = Self.music
    try music.ramp(toBeatsPerMinute: 132, over: 8, at: 2)
    try heart.lock(to: .beats(of: music), within: Self.wide, by: 4)
    #expect(heart.lockTime == 4)
    let events = heart.lockEvents(through: 5)
    #expect(events.map(\.kind) == [.locked] && events[0].time == 4)
    // In the middle of the ramp, and along it.
    for time in [4, 6.5, 20] {
      #expect(phaseError(heart.sample(at: time).position.phase, music.beat(at: time).phase) < 1e-13)
    }
    let hasty = heart
    let error = #expect(throws: RepeatError.self) {
      try heart.lock(to: .beats(of: Self.music), within: Self.wide, by: 5.01)
    }
    guard case .lock(.tooSoon(deadline: 5.01, let soonest)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(heart == hasty)
    try heart.lock(to: .beats(of: Self.music), within: Self.wide, by: soonest)
    #expect((try #require(heart.lockTime) - soonest).magnitude < 1e-12)
  }

  @Test func `whole cycles: two of 0.425 s, and nothing bends inside a cycle`() throws {
    var heart = try RepeatController.started(0.5)
    heart.advance(to: 0.2)
    try heart.lock(to: .beats(of: Self.music), within: Self.wide, style: .wholeCycles)
    #expect(heart.lockState == .waiting)
    let events = heart.run(through: [20])
    let boundaries = events.filter { $0.kind == .cycle }.map(\.time)
    #expect(zip(boundaries, [0.5, 0.925, 1.35, 1.85]).allSatisfy { ($0 - $1).magnitude < 1e-15 })
    let locked = try #require(events.first { $0.kind == .locked })
    #expect((locked.time - 1.35).magnitude < 1e-15 && locked.cycle == 3)
    #expect(
      phaseError(heart.sample(at: 9.9).position.phase, Self.music.beat(at: 9.9).phase) < 1e-13)
  }

  @Test func `a delay between cycles counts as a part of the cycle`() throws {
    var heart = try RepeatController.started(0.4) { $0.repeatDelay = 0.1 }
    heart.advance(to: 0.2)
    let bounds = LockBounds(leastRate: 2, mostRate: 3)
    #expect(throws: RepeatError.lock(.delayNeedsWholeCycles(0.1))) {
      try heart.lock(to: .beats(of: Self.music), within: bounds)
    }
    try heart.lock(to: .beats(of: Self.music), within: bounds, style: .wholeCycles)
    heart.advance(to: 20)
    #expect(heart.lockState == .locked)
    #expect(heart.sample(at: 20.3).hertz == 2.5 || heart.sample(at: 20.3).isWaiting)
    // Boundaries on the beats: a cycle of 0.4 s and its delay take half a second.
    for event in heart.advance(to: 30) where event.isCycle {
      let beat = Self.music.beat(at: event.time)
      #expect(phaseError(beat.phase, 0) < 1e-12)
    }
  }

  @Test func `a repeat leads another, ramps included; with delays by its boundaries`() throws {
    var first = try RepeatController.started(0.7, .phaseMatched)
    first.advance(to: 1)
    try first.ramp(to: .hertz(1.7), over: 3)
    var second = try RepeatController.started(0.6)
    second.advance(to: 1)
    let bounds = LockBounds(leastRate: 1, mostRate: 3, slope: 2)
    try second.lock(to: try #require(first.leader), within: bounds)
    first.advance(to: 9)
    second.advance(to: 9)
    #expect(
      phaseError(first.sample(at: 9).position.phase, second.sample(at: 9).position.phase) < 1e-13)
    var delayed = try RepeatController.started(0.4) { $0.repeatDelay = 0.2 }
    delayed.advance(to: 9)
    try second.lock(to: try #require(delayed.leader), within: bounds)
    second.advance(to: 15)
    for event in delayed.advance(to: 25) where event.isCycle && event.time > 15 {
      #expect(phaseError(second.sample(at: event.time).position.phase, 0) < 1e-9)
    }
  }
}
