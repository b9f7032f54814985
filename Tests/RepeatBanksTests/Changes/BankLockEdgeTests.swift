// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

@Suite struct BankLockEdgeTests {
  private let start = RangeLock.start
  private let music = RangeLock.all[0]

  // MARK: - Commands before the end

  struct Command: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether the lock goes on.
    var keepsLock = false
    let apply: @Sendable (inout RepeatBank, RepeatID, Double) throws -> Void
  }

  static let commands: [Command] = [
    Command(testDescription: "a rate") {
      try $0.setRate(.hertz(1.7), of: $1, at: $2, policy: .phaseMatched)
    },
    Command(testDescription: "the rate that it has") {
      let hertz = try $0.hertz(of: $1, at: $2)
      try $0.setRate(.hertz(hertz), of: $1, at: $2, policy: .phaseMatched)
    },
    Command(testDescription: "a duration") {
      try $0.setCycleDuration(0.7, of: $1, at: $2, policy: .phaseMatched)
    },
    Command(testDescription: "a rate that waits for the boundary") {
      try $0.setRate(.hertz(1.7), of: $1, at: $2, policy: .restartPerCycle)
    },
    Command(testDescription: "many rates") {
      try $0.setRates([1.7, 1.9], of: [$1, $1], at: $2)
    },
    Command(testDescription: "a ramp") { try $0.ramp(to: .hertz(1), over: 3, of: $1, at: $2) },
    Command(testDescription: "a reversal") { try $0.reverse($1, at: $2) },
    Command(testDescription: "a rate of 0") {
      try $0.setRate(.hertz(0), of: $1, at: $2, policy: .phaseMatched)
    },
    Command(testDescription: "a seek") { try $0.seek(to: 0.3, of: $1, at: $2) },
    Command(testDescription: "a pause and its end") {
      try $0.pause($1, at: $2)
      try $0.resume($1, at: $2)
    },
    Command(testDescription: "a pause") { try $0.pause($1, at: $2) },
    Command(testDescription: "a stop") { try $0.stop($1, at: $2) },
    Command(testDescription: "a stop at once, and a start") {
      try $0.stop($1, .immediately, at: $2)
      try $0.start($1, at: $2)
    },
    Command(testDescription: "a start", keepsLock: true) { try $0.start($1, at: $2) },
    Command(testDescription: "a pause's end", keepsLock: true) { try $0.resume($1, at: $2) },
    Command(testDescription: "a listener", keepsLock: true) { try $0.listen(to: $1, from: $2) },
    Command(testDescription: "a listener who leaves", keepsLock: true) {
      try $0.listen(to: $1, from: $2)
      try $0.stopListening(to: $1)
    },
  ]

  @Test(arguments: commands, [false, true])
  func `a command that changes a motion ends the lock of that repeat alone`(
    command: Command, isListening: Bool
  ) throws {
    let curve = BankCurve(.easeInEaseOut)
    var bank = try BankLockTests.filled(9, seed: 3)
    let ids = bank.ids
    // It runs, and is not in step.
    let id = ids[4]
    try bank.setRate(.hertz(1.3), of: id, at: 4.5, policy: .phaseMatched)
    if isListening { try bank.listen(to: id, from: 4.5) }
    let end = try music.lock(&bank)
    let time = start + 0.4
    let (rate, phase) = (try bank.hertz(of: id, at: time), try bank.position(of: id, at: time))
    #expect((rate - 2).magnitude > 1e-3)
    // The same motion without a lock.
    var free = try RepeatBank.restored(from: bank.snapshot(), curve: curve)
    try free.remove(id)
    let other = try free.add(.hertz(rate), phase: phase, at: time)
    if isListening { try free.listen(to: other, from: time) }
    try command.apply(&bank, id, time)
    if !command.keepsLock { try command.apply(&free, other, time) }
    for later in [end - 0.01, end, end + 0.01, end + 3] {
      bank.evaluate(at: later)
      free.evaluate(at: later)
      let position = try bank.position(of: id, at: later)
      if command.keepsLock {
        let isInStep = music.distance(position, at: later) <= RangeLock.bound(took: 2, after: 9)
        #expect(isInStep == (later >= end), "at \(later)")
      } else {
        let gap = position - (try free.position(of: other, at: later))
        let rates = (try bank.hertz(of: id, at: later), try free.hertz(of: other, at: later))
        #expect((gap - gap.rounded()).magnitude < 1e-14, "at \(later)")
        #expect((rates.0 - rates.1).magnitude < 1e-12, "at \(later)")
      }
      for neighbour in ids where neighbour != id && later >= end {
        let phase = try bank.position(of: neighbour, at: later)
        #expect(music.distance(phase, at: later) <= RangeLock.bound(took: 2, after: 9))
      }
    }
  }

  @Test func `a repeat that comes to the slot of one that was removed is not locked`() throws {
    var bank = try BankLockTests.filled(9)
    let ids = bank.ids
    let end = try music.lock(&bank)
    try bank.remove(ids[8])
    try bank.remove(ids[3])
    let added = try bank.add(.hertz(0.7), phase: 0.2, at: start + 0.5)
    #expect(added.index == 3)
    bank.evaluate(at: end + 1)
    #expect(try bank.hertz(of: added, at: end + 1) == 0.7)
    try bank.remove(in: 0..<bank.endIndex)
    #expect(bank.count == 0)
  }

  @Test func `repeats that are paused or idle are passed over, also where someone listens`() throws
  {
    var bank = try BankLockTests.filled(6)
    let ids = bank.ids
    for (index, id) in ids.enumerated() where index < 4 {
      try bank.setRate(.hertz(1.5), of: id, at: 4, policy: .phaseMatched)
      if index % 2 == 1 { try bank.listen(to: id, from: 4) }
      if index < 2 { try bank.pause(id, at: 4) } else { try bank.stop(id, .freeze, at: 4) }
    }
    let end = try music.lock(&bank)
    bank.evaluate(at: end)
    for id in ids[..<4] {
      try bank.resume(id, at: end)
      try bank.start(id, at: end)
      #expect(try bank.hertz(of: id, at: end + 1) == 1.5)
    }
    for id in ids[4...] { #expect(try bank.hertz(of: id, at: end + 1) == 2) }
  }

  @Test func `those that a controller evaluates are in step at the same time, and go back`() throws
  {
    var bank = try BankLockTests.filled(5)
    let ids = bank.ids
    for id in ids { try bank.setRate(.hertz(1.1), of: id, at: 4, policy: .phaseMatched) }
    try bank.ramp(to: .hertz(4), over: 30, of: ids[0], at: 4.5)
    try bank.setRate(.cycleDuration(3), of: ids[1], at: 4.5, policy: .restartPerCycle)
    try bank.listen(to: ids[2], from: 4.5)
    let end = try music.lock(&bank)
    #expect(bank.individualCount == 3)
    for time in [start, end.nextDown] {
      for id in ids { #expect((1.6...2.4).contains(try bank.hertz(of: id, at: time))) }
    }
    var boundaries = 0
    for step in 0...400 {
      bank.evaluate(at: start + Double(step) / 80)
      boundaries += bank.events.reduce(0) { $0 + $1.count }
    }
    // Five seconds at 2 Hz, but for what it had to catch up.
    #expect((9...11).contains(boundaries))
    #expect(bank.individualCount == 1)
    for id in ids {
      let phase = try bank.position(of: id, at: end + 3)
      #expect(music.distance(phase, at: end + 3) <= RangeLock.bound(took: 2, after: 9))
      #expect(try bank.hertz(of: id, at: end + 3) == 2)
    }
    // The next run is at that rate, as after a rate.
    try bank.stop(in: 0..<5, .immediately, at: end + 4)
    try bank.start(in: 0..<5, at: end + 5)
    for id in ids { #expect(try bank.hertz(of: id, at: end + 5) == 2) }
  }

  @Test func `a field ends all locks`() throws {
    var bank = try BankLockTests.filled(5000)
    let ids = bank.ids
    try bank.listen(to: ids[1], from: start)
    let end = try music.lock(&bank)
    let fast = [Float](repeating: 3, count: bank.endIndex)
    try bank.evaluate(at: start + 0.1, following: fast)
    bank.evaluate(at: end + 1)
    for id in ids { #expect(try bank.hertz(of: id, at: end + 1) == 3) }
    // And a lock ends following.
    let next = try music.lock(&bank, at: end + 1)
    bank.evaluate(at: next)
    for id in ids {
      #expect(music.distance(try bank.position(of: id, at: next), at: next) < 0x1p-50)
    }
  }

  // MARK: - Another lock

  @Test func `of several locks of a slot the last one holds, whichever ends first`() throws {
    for seed in [41, 42, 43] as [UInt64] {
      var random = SeededRandom(seed: seed)
      var bank = try BankLockTests.filled(400, seed: seed)
      let ids = bank.ids
      var last = [Int?](repeating: nil, count: 400)
      var time = start
      var ends: [Double] = []
      for step in 0..<60 {
        let lock = RangeLock.all[step % 3]
        let first = Int.random(in: 0..<400, using: &random)
        let range = first..<Int.random(in: first...400, using: &random)
        ends.append(try lock.lock(&bank, range, at: time))
        for slot in range { last[slot] = step }
        time += random.double(in: 0...0.2)
        if random.chance(0.3) { bank.evaluate(at: time) }
      }
      bank.evaluate(at: 30)
      for (slot, id) in ids.enumerated() {
        guard let step = last[slot] else { continue }
        let gap = RangeLock.all[step % 3].distance(try bank.position(of: id, at: 30), at: 30)
        #expect(gap < RangeLock.bound(took: 3, after: 30), "seed \(seed), slot \(slot)")
      }
    }
  }

  @Test func `a thousand changes of tempo, each handed over, leave no error`() throws {
    var random = SeededRandom(seed: 5)
    var bank = try BankLockTests.filled(20)
    let ids = bank.ids
    var clock = BeatClock(beatsPerMinute: 120, at: 0)
    var time = start
    // The first one takes its time.
    var end = try bank.lock(
      to: .beats(of: clock), within: LockBounds(leastRate: 1, mostRate: 3), in: 0..<20, at: time)
    for step in 0..<1000 {
      time += random.double(in: 0...0.8)
      try clock.setTempo(beatsPerMinute: random.double(in: 60...180), at: time)
      if step == 500 { time = max(time, end) }
      let leader = RepeatLeader.beats(of: clock)
      // Its rate is a bound every other time: there is no way to close a last bit's gap.
      let rate = leader.hertz(at: time)
      let bounds =
        step.isMultiple(of: 2) && step > 500
        ? LockBounds(leastRate: 0.5, mostRate: rate) : LockBounds(leastRate: 0.5, mostRate: 3.5)
      end = try bank.lock(to: leader, within: bounds, in: 0..<20, at: time)
      if step > 505 {
        for id in ids { #expect((try bank.hertz(of: id, at: time) - rate).magnitude < 1e-10) }
      }
    }
    let target = RepeatLock(to: .beats(of: clock), within: LockBounds(leastRate: 0, mostRate: 9))
      .phase(at: DoubleDouble(end)).high
    for id in ids {
      let gap = try bank.position(of: id, at: end) - target
      #expect((gap - gap.rounded()).magnitude < 1e-12)
    }
  }

  // MARK: - What cannot be

  @Test func `what cannot be throws, names what can, and changes nothing`() throws {
    var bank = try BankLockTests.filled(10)
    _ = try music.lock(&bank, 2..<5)
    let before = bank.snapshot()
    let still = RepeatLeader(hertz: 0, at: 0)
    let fast = RepeatLeader(hertz: 2000, at: 0)
    let music = RangeLock.all[0]
    let bounds = music.bounds
    let soonest = start + (1 + 0x1p-36) / (2.4 - 1.6)
    func lock(_ bounds: LockBounds, to leader: RepeatLeader = music.leader) -> RangeLock {
      RangeLock(leader: leader, bounds: bounds)
    }
    func lock(_ wait: Double, to leader: RepeatLeader = music.leader) -> RangeLock {
      RangeLock(leader: leader, wait: wait)
    }
    let cases: [(RangeLock, time: Double, range: Range<Int>, BankError)] = [
      (music, start, 0..<11, .rangeOutside(0..<11, count: 10)),
      (music, start, -1..<3, .rangeOutside(-1..<3, count: 10)),
      (music, 4, 0..<10, .timeHasPassed(time: 4, now: start)),
      (music, 1e10, 0..<10, .invalidTime(1e10)),
      (
        RangeLock(leader: still), start, 0..<10, .lock(.rateOutOfBounds(0, least: 1.6, most: 2.4))
      ),
      (
        lock(LockBounds(leastRate: 0, mostRate: 1e6), to: fast), start, 0..<10,
        .lock(.rateOutOfBounds(2000, least: 0, most: 953))
      ),
      (
        lock(LockBounds(leastRate: 2, mostRate: 2)), start, 0..<10, .lock(.noWay(leaderRate: 2))
      ),
      (
        RangeLock(leader: music.leader, offset: 2e15), start, 0..<10, .lock(.invalidOffset(2e15))
      ),
      (lock(LockBounds(leastRate: 1.6, mostRate: 2.4, slope: 2)), start, 0..<10, .finiteSlope(2)),
      (lock(1), start, 0..<10, .lock(.tooSoon(deadline: 6, soonest: soonest.nextUp))),
      (
        lock(2.4, to: RangeLock.all[5].leader), start, 0..<10,
        .lock(.tooSoon(deadline: 7.4, soonest: 7.5))
      ),
      (lock(1e10), start, 0..<10, .invalidTime(1e10 + 5)),
    ]
    for (lock, time, range, error) in cases {
      do {
        _ = try lock.lock(&bank, range, at: time)
        Issue.record("nothing was thrown where \(error.description)")
      } catch let thrown as BankError {
        if case .lock(.tooSoon(let deadline, let least)) = thrown,
          case .lock(.tooSoon(let wantedDeadline, let wantedLeast)) = error
        {
          #expect(deadline == wantedDeadline && (least - wantedLeast).magnitude < 1e-9)
        } else {
          #expect(thrown == error)
        }
        #expect(!thrown.description.isEmpty)
      }
      #expect(bank.snapshot() == before, "\(error.description)")
    }
    for wrong in [Double.nan, .infinity] {
      #expect(throws: BankError.self) {
        try bank.lock(to: music.leader, within: bounds, by: wrong, in: 0..<10, at: start)
      }
      #expect(throws: BankError.self) {
        try bank.lock(to: music.leader, offset: wrong, within: bounds, in: 0..<10, at: start)
      }
      #expect(throws: BankError.self) {
        try bank.lock(to: music.leader, within: bounds, in: 0..<10, at: wrong)
      }
    }
    #expect(bank.snapshot() == before)
    // An empty range is one, and the soonest deadline is possible.
    let end = try music.lock(&bank, 3..<3)
    #expect(try bank.lock(to: music.leader, within: bounds, by: end, in: 0..<10, at: start) == end)
  }
}
