// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Foundation
import RepeatTiming
import TestSupport
import Testing

/// Locks and arrivals among all other commands: any split into frames is bit-equal, and a saved
/// state goes on as it would have.
@Suite struct LockSplitTests {
  /// How many scripts: `DYNAMIC_REPEAT_LOCK_SCRIPTS=100000` runs that many.
  static let scripts =
    ProcessInfo.processInfo.environment["DYNAMIC_REPEAT_LOCK_SCRIPTS"].flatMap(UInt64.init) ?? 800

  static func goal(_ random: inout SeededRandom) -> RateGoal {
    if random.chance(0.08) { return .unlock }
    let ratios = [
      CycleRatio.one, CycleRatio(2, 3), CycleRatio(3), CycleRatio(-1), CycleRatio(1, 4),
    ]
    let ratio = ratios[Int.random(in: 0..<5, using: &random)]
    let tempo = random.chance(0.05) ? 0 : random.double(in: 20...200)
    let rate = tempo / 60 * Double(ratio.numerator) / Double(ratio.denominator)
    // Mostly such that the leader's rate is within.
    let middle = random.chance(0.8) ? rate : random.double(in: -1...3)
    let bounds = LockBounds(
      leastRate: middle - random.double(in: 0.1...3), mostRate: middle + random.double(in: 0.1...3),
      slope: random.chance(0.3) ? .infinity : random.double(in: 0.2...8),
      shape: random.chance(0.3) ? .smooth : .linear)
    if random.chance(0.25) {
      let point: ArrivalPoint =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .phase(Double.random(in: 0..<1, using: &random))
        case 1: .cycles(random.double(in: -3...9))
        default: .position(CyclePosition(random.double(in: -3...20)))
        }
      return .arrive(
        at: point, time: random.double(in: 0...SplitTests.end),
        then: random.chance(0.5) ? nil : .hertz(middle), within: bounds)
    }
    var music = BeatClock(
      beatsPerMinute: tempo, at: random.double(in: -5...5),
      beat: CyclePosition(random.double(in: -9...9)))
    if random.chance(0.4) {
      try? music.setTempo(beatsPerMinute: random.double(in: 0...200), at: 0)
      try? music.ramp(
        toBeatsPerMinute: tempo, over: random.double(in: 0...6),
        at: random.double(in: 0...SplitTests.end),
        shape: random.chance(0.5) ? .linear : .smooth)
    }
    let style: LockStyle = random.chance(0.3) ? .wholeCycles : .phase
    return .lock(
      to: .beats(of: music), ratio: ratio,
      offset: random.chance(0.5) ? 0 : random.double(in: -2...2),
      within: bounds, style: style,
      by: style == .phase && random.chance(0.2) ? random.double(in: 0...SplitTests.end) : nil)
  }

  static func script(seed: UInt64) throws -> (RepeatController, String) {
    var (controller, text) = try SplitTests.randomScript(seed: seed)
    var random = SeededRandom(seed: seed ^ 0x10c4)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let goal = goal(&random)
      let moment = SplitTests.moment(&random)
      try controller.schedule(goal, at: moment)
      text += "\n\(moment): \(goal)"
    }
    return (controller, text)
  }

  @Test(arguments: 0..<8)
  func `phases, values and events do not depend on the frames`(block: UInt64) throws {
    var locked = 0
    for seed in stride(from: block, to: Self.scripts, by: 8) {
      let (start, script) = try Self.script(seed: seed)
      var random = SeededRandom(seed: seed &+ 1_000_000)
      let events = try SplitTests.expectNoSplit(
        start, over: random.split(through: SplitTests.end), share: 0.1, "seed \(seed)\n\(script)")
      locked += events.count { $0.kind == .locked }
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
    }
    #expect(locked > 0)
  }

  @Test func `a state saved in the middle of a plan goes on bit for bit, as bytes, JSON and copy`()
    throws
  {
    var catchingUp = 0
    for seed in 7000..<7150 as Range<UInt64> {
      var (repeating, script) = try Self.script(seed: seed)
      repeating.advance(to: 5.9)
      var random = SeededRandom(seed: seed)
      for _ in 0..<3 { try? repeating.perform(Self.goal(&random)) }
      repeating.advance(to: 6)
      if repeating.lockState == .catchingUp { catchingUp += 1 }
      let data = try JSONEncoder().encode(repeating)
      var fromJSON = try JSONDecoder().decode(RepeatController.self, from: data)
      #expect(fromJSON == repeating, "seed \(seed)\n\(script)")
      let bytes = ByteWriter.bytes { repeating.write(to: &$0) }
      var fromBytes = try #require(try Self.restored(from: bytes, as: repeating), "seed \(seed)")
      var copy = repeating
      let expected = repeating.run(through: [20])
      #expect(fromJSON.run(through: [20]) == expected, "seed \(seed)\n\(script)")
      #expect(fromBytes.run(through: [20]) == expected, "seed \(seed)\n\(script)")
      #expect(copy.run(through: [20]) == expected, "seed \(seed)\n\(script)")
      #expect(fromBytes == repeating && fromJSON == repeating, "seed \(seed)\n\(script)")
      #expect(copy == repeating && copy.hashValue == repeating.hashValue, "seed \(seed)\n\(script)")
    }
    #expect(catchingUp > 20)
  }

  /// What bytes say of a controller with the same settings; `nil` where they are damaged.
  private static func restored(from bytes: [UInt8], as other: RepeatController) throws
    -> RepeatController?
  {
    var controller = try RepeatController(other.settings, now: 0)
    controller.repeatCount = other.repeatCount
    let fits = bytes.withUnsafeBytes { raw in
      var reader = ByteReader(raw)
      let fits = controller.read(
        from: &reader, commandLimit: 100, eventLimit: 100, goalLimit: 100)
      return fits && reader.isSound && reader.bytesLeft == 0
    }
    return fits ? controller : nil
  }

  @Test func `damaged bytes are rejected, or the controller goes on without a trap`() throws {
    let seed: UInt64 = 64
    var random = SeededRandom(seed: seed)
    for round in 0..<250 as Range<UInt64> {
      var (repeating, _) = try Self.script(seed: round % 40)
      repeating.advance(to: 4)
      var bytes = ByteWriter.bytes { repeating.write(to: &$0) }
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      guard var restored = try Self.restored(from: bytes, as: repeating), restored.now < 20 else {
        continue
      }
      restored.advance(to: 20)
      #expect(restored.sample(at: 25).progress.isFinite, "seed \(seed), round \(round)")
    }
  }

  @Test func `a goal given at a frame is the same as one kept for that time`() throws {
    for seed in 3000..<3100 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var kept = try RepeatController.started(
        random.double(in: 0.2...2), SplitTests.policy(&random))
      var given = kept
      let times = random.split(through: 12)
      let goals = times.filter { _ in random.chance(0.1) }.map { ($0, Self.goal(&random)) }
      for (time, goal) in goals { try kept.schedule(goal, at: .time(time)) }
      var isPossible = true
      for time in times {
        given.advance(to: time)
        for (_, goal) in goals.filter({ $0.0 == time }) {
          do { try given.perform(goal) } catch { isPossible = false }
        }
        // What cannot be throws where it is given, and ends the lock where it was scheduled.
        guard isPossible else { break }
        #expect(given.sample(at: time) == kept.sample(at: time), "seed \(seed)")
      }
    }
  }

  /// The end of the plan and the sum of its parts were rounded far from 0, and parted there.
  @Test func `a plan goes on where the timeline moves from far away`() throws {
    for seed in 5000..<5040 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let start = 1e9 + Double(Int.random(in: 0...1000, using: &random))
      var here = try RepeatController(RepeatSettings(rate: .hertz(2)), now: start)
      here.start()
      var music = BeatClock(beatsPerMinute: random.double(in: 110...130), at: start - 0.25)
      if random.chance(0.5) {
        try music.ramp(toBeatsPerMinute: 125, over: 3, at: start + random.double(in: 0...30))
      }
      let bounds = LockBounds(leastRate: 1.5, mostRate: 2.5, slope: random.double(in: 1...4))
      try here.lock(to: .beats(of: music), within: bounds)
      var there = here
      try there.moveTimeline(to: 0)
      for time in [0.5, 1, 3.25, 8, 20, 40] {
        here.advance(to: start + time)
        there.advance(to: time)
        let (a, b) = (here.sample(at: start + time), there.sample(at: time))
        #expect(a.position.cycles(since: b.position).magnitude < 1e-12, "seed \(seed) at \(time)")
        #expect(here.lockState == there.lockState, "seed \(seed) at \(time)")
      }
      #expect(there.lockState == .locked)
    }
  }

  @Test func `a moved timeline takes the leader along`() throws {
    for seed in 4000..<4060 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var here = try RepeatController.started(random.double(in: 0.2...2))
      guard (try? here.perform(Self.goal(&random))) != nil else { continue }
      here.advance(to: 0.25)
      var there = here
      try there.moveTimeline(to: 1024.25)
      for time in [0.5, 1, 3.25, 8, 20] {
        here.advance(to: time)
        there.advance(to: time + 1024)
        let (a, b) = (here.sample(at: time), there.sample(at: time + 1024))
        #expect(a.position.cycles(since: b.position).magnitude < 1e-9, "seed \(seed) at \(time)")
        #expect(here.lockState == there.lockState, "seed \(seed) at \(time)")
      }
    }
  }
}
