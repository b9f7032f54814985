// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

/// A leader, and how a range of repeats is locked to it.
struct RangeLock: CustomTestStringConvertible, Sendable {
  var name = ""
  let leader: RepeatLeader
  var ratio = CycleRatio.one
  var offset = 0.0
  var bounds = LockBounds(leastRate: 1.6, mostRate: 2.4)
  /// Seconds after the lock; `nil`: as soon as possible.
  var wait: Double?
  /// Seconds from the lock to its end, where there is no deadline.
  var soonest = 1.25

  var testDescription: String { name }

  /// From second 5 on.
  static let start = 5.0

  static let all: [RangeLock] = {
    let music = BeatClock(beatsPerMinute: 120, at: 0.3)
    let ramping = ramp(music, to: 132, over: 3, at: 4.5, .smooth)
    let later = ramp(music, to: 90, over: 2, at: 6, .linear)
    let paused = RepeatLeader(hertz: 0, at: 0, position: CyclePosition(cycle: 3, phase: 0.7))
    let wide = LockBounds(leastRate: 0, mostRate: 5)
    return [
      RangeLock(name: "music", leader: .beats(of: music)),
      RangeLock(
        name: "3:2 of it, ahead by 7.3", leader: .beats(of: music), ratio: CycleRatio(3, 2),
        offset: 7.3, bounds: LockBounds(leastRate: 2.75, mostRate: 3.1), soonest: 1 / 0.35),
      RangeLock(
        name: "its rate is the least", leader: .beats(of: music),
        bounds: LockBounds(leastRate: 2, mostRate: 3), soonest: 1),
      RangeLock(
        name: "its rate is the most", leader: .beats(of: music),
        bounds: LockBounds(leastRate: 1.5, mostRate: 2), soonest: 2),
      RangeLock(name: "by a deadline", leader: .beats(of: music), wait: 25.7),
      RangeLock(name: "its tempo is ramping", leader: .beats(of: ramping), soonest: 2.5),
      RangeLock(
        name: "its tempo will ramp", leader: .beats(of: later),
        bounds: LockBounds(leastRate: 1, mostRate: 3), soonest: 3),
      RangeLock(name: "a leader that is paused", leader: paused, bounds: wide, soonest: 0.2),
      RangeLock(
        name: "backwards", leader: RepeatLeader(hertz: 1.1, at: 2), ratio: CycleRatio(-1, 3),
        bounds: LockBounds(leastRate: -1, mostRate: 0.5), soonest: 1 / 1.5),
      RangeLock(
        name: "beyond the highest rate of a bank", leader: RepeatLeader(hertz: 3, at: 1),
        bounds: LockBounds(leastRate: -1e6, mostRate: 1e6), soonest: 1 / 1906.0),
    ]
  }()

  private static func ramp(
    _ clock: BeatClock, to tempo: Double, over seconds: Double, at time: Double, _ shape: RampShape
  ) -> BeatClock {
    var clock = clock
    do {
      try clock.ramp(toBeatsPerMinute: tempo, over: seconds, at: time, shape: shape)
    } catch {
      preconditionFailure(error.description)
    }
    return clock
  }

  var goal: RepeatLock { RepeatLock(to: leader, ratio: ratio, offset: offset, within: bounds) }

  /// Locks a range of a bank.
  /// - Returns: The end.
  func lock(
    _ bank: inout RepeatBank, _ range: Range<Int>? = nil, at time: Double = Self.start
  ) throws -> Double {
    try bank.lock(
      to: leader, ratio: ratio, offset: offset, within: bounds, by: wait.map { time + $0 },
      in: range ?? 0..<bank.endIndex, at: time)
  }

  /// How far a phase is from the target, around the cycle.
  func distance(_ phase: Double, at time: Double) -> Double {
    let target = goal.phase(at: DoubleDouble(time))
    let gap = (DoubleDouble(phase) - target).high
    return (gap - gap.rounded()).magnitude
  }

  /// The bound on that at the end of a lock that took so long, and so long after it.
  static func bound(took seconds: Double, after: Double = 0) -> Double {
    0x1p-54 + 0x1p-92 * 1e9 * seconds + 2.1e-19 * after
      // A phase near 1 as a `Double`.
      + 0x1p-53
  }
}

@Suite struct BankLockTests {
  /// A bank at second 5, some of whose repeats run backwards, are held or turned.
  static func filled(
    _ count: Int, mode: BankMode = .autoreverse, seed: UInt64 = 7
  ) throws -> RepeatBank {
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank(mode: mode)
    let ids = try bank.fill(count, upTo: 3, at: 0.25, &random)
    for id in ids where random.chance(0.1) { try bank.reverse(id, at: 1) }
    for id in ids where random.chance(0.05) {
      try bank.setRate(.hertz(0), of: id, at: 2, policy: .phaseMatched)
    }
    bank.evaluate(at: 4)
    return bank
  }

  static func phases(_ bank: borrowing RepeatBank, _ ids: [RepeatID], at time: Double) throws
    -> [Double]
  {
    var phases: [Double] = []
    for id in ids { phases.append(try bank.position(of: id, at: time)) }
    return phases
  }

  @Test(arguments: RangeLock.all)
  func `ten thousand are in step at one time, each within the bounds, and nothing jumps`(
    lock: RangeLock
  ) throws {
    let start = RangeLock.start
    for mode in BankMode.allCases {
      var bank = try Self.filled(10_000, mode: mode)
      let ids = bank.ids
      let before = try Self.phases(bank, ids, at: start)
      let end = try lock.lock(&bank)
      let took = end - start
      #expect((took - (lock.wait ?? lock.soonest)).magnitude < 1e-9)
      #expect(try Self.phases(bank, ids, at: start) == before)
      var rates: Set<Double> = []
      for id in ids {
        let rate = try bank.hertz(of: id, at: start)
        rates.insert(rate)
        if rate < lock.bounds.leastRate || rate > lock.bounds.mostRate || rate.magnitude > 953 {
          Issue.record("\(rate) Hz")
        }
        for time in [start + took / 3, end.nextDown] {
          let isSame = try bank.hertz(of: id, at: time) == rate
          if !isSame { Issue.record("another rate at \(time)") }
        }
      }
      #expect(rates.count > 5000)
      // By the rate before and the one after: as near as the time before is.
      let justBefore = try Self.phases(bank, ids, at: end.nextDown)
      let atEnd = try Self.phases(bank, ids, at: end)
      let step = 953 * end.ulp + 0x1p-52
      for index in ids.indices {
        let moved = atEnd[index] - justBefore[index]
        if (moved - moved.rounded()).magnitude > step { Issue.record("a jump of \(moved)") }
      }
      bank.evaluate(at: end)
      #expect(try Self.phases(bank, ids, at: end) == atEnd)
      for after in [0, 0.37, 1000, 2_592_000] {
        let bound = RangeLock.bound(took: took, after: after)
        let worst = try Self.phases(bank, ids, at: end + after).map {
          lock.distance($0, at: end + after)
        }.max()
        #expect(try #require(worst) <= bound, "\(after) s after the end")
      }
      let rate = lock.goal.endRate.high
      for id in ids {
        let isLeaders = try bank.hertz(of: id, at: end) == rate
        if !isLeaders { Issue.record("not at \(rate) Hz") }
      }
    }
  }

  /// All have the same rate to the last bit: what is between them stays.
  @Test func `in step, the repeats keep their distances for 30 days, and frames show it`() throws {
    var bank = try Self.filled(2000)
    let ids = bank.ids
    let lock = RangeLock.all[0]
    let end = try lock.lock(&bank)
    bank.evaluate(at: end)
    for time in [end, end + 86_400, end + 2_592_000] {
      let phases = try Self.phases(bank, ids, at: time)
      let reference = phases[0]
      // `Double`s near 1 are 2^-53 apart.
      #expect(phases.allSatisfy { ($0 - reference).magnitude <= 0x1p-52 })
      bank.evaluate(at: time)
      let bound = 2 * Float(RepeatBank.phaseBound(hertz: 2)) * 4
      #expect((0..<bank.endIndex).allSatisfy { (bank[$0] - bank[0]).magnitude <= bound })
    }
  }

  @Test(arguments: [31, 32, 33] as [UInt64])
  func `any frames, and any threads, leave the same state bit for bit`(seed: UInt64) throws {
    let curve = BankCurve(.easeInEaseOut)
    var states: [[UInt8]] = []
    for way in 0..<5 {
      var bank = try Self.filled(9000, seed: seed)
      let ids = bank.ids
      var random = SeededRandom(seed: seed &+ UInt64(way))
      try bank.listen(to: ids[5], from: 4)
      let lock = RangeLock.all[0]
      let end = try lock.lock(&bank, 0..<8000)
      let second = try RangeLock.all[1].lock(&bank, 5000..<9000, at: start + 0.1)
      try bank.stopListening(to: ids[5])
      let last = max(end, second) + 1
      var time = start + 0.1
      while way > 0, time < last {
        if way < 3 {
          bank.evaluate(at: time)
        } else {
          var workers = try BankWorkers(threads: way == 3 ? 2 : 4)
          workers.evaluate(&bank, at: time)
        }
        if way == 2, random.chance(0.1) {
          bank = try RepeatBank.restored(from: bank.snapshot(), curve: curve)
        }
        time += random.double(in: 0...0.3)
      }
      bank.evaluate(at: last)
      states.append(bank.snapshot())
    }
    #expect(states.allSatisfy { $0 == states[0] }, "seed \(seed)")
  }

  private var start: Double { RangeLock.start }

  @Test(arguments: RangeLock.all)
  func `before a frame has passed the end, all that is asked about later times knows of it`(
    lock: RangeLock
  ) throws {
    var bank = try Self.filled(300, mode: .sawtooth)
    let ids = bank.ids
    let end = try lock.lock(&bank)
    let times = [end, end.nextUp, end + 0.1, end + 77]
    let expected = try times.map { try Self.answers(bank, ids, at: $0) }
    bank.evaluate(at: end)
    for (index, time) in times.enumerated() {
      #expect(try Self.answers(bank, ids, at: time) == expected[index], "at \(time)")
    }
  }

  /// All that can be asked about a time.
  private static func answers(_ bank: borrowing RepeatBank, _ ids: [RepeatID], at time: Double)
    throws -> [Double]
  {
    var row = try phases(bank, ids, at: time)
    for id in ids {
      row.append(try bank.hertz(of: id, at: time))
      row.append(try bank.value(of: id, at: time))
      row.append(try bank.progress(of: id, at: time))
    }
    row.append(try bank.nextChange(after: time, by: 0.01))
    return row
  }

  @Test(arguments: RangeLock.all)
  func `controllers that are locked by the same time are at the same phases`(lock: RangeLock)
    throws
  {
    var bank = try Self.filled(60)
    let ids = bank.ids
    var controllers: [RepeatController] = []
    for id in ids {
      let rate = RepeatRate.hertz(try bank.hertz(of: id, at: start))
      let phase = try bank.position(of: id, at: start)
      controllers.append(try RepeatController.running(rate, phase: phase, at: start))
    }
    let end = try lock.lock(&bank)
    let bounds = LockBounds(
      leastRate: max(lock.bounds.leastRate, -953), mostRate: min(lock.bounds.mostRate, 953))
    for (index, id) in ids.enumerated() {
      try controllers[index].lock(
        to: lock.leader, ratio: lock.ratio, offset: lock.offset, within: bounds, by: end)
      for time in [start, start + (end - start) / 2, end, end + 100] {
        let sample = controllers[index].sample(at: time)
        let gap = try bank.position(of: id, at: time) - sample.position.phase
        let rate = try bank.hertz(of: id, at: time)
        // Where a rounding of the phase leads around the cycle the other way, both are right.
        let isNear = (gap - gap.rounded()).magnitude < 1e-12
        #expect(isNear && (rate - sample.hertz).magnitude < 1e-9, "\(id.index) at \(time)")
      }
    }
  }
}
