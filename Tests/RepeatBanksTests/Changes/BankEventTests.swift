// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatBanks
import RepeatTiming
import TestSupport
import Testing

@Suite struct BankEventTests {
  @Test(arguments: [41, 42, 43] as [UInt64])
  func `boundaries are reported as often as a controller reports them`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bank = RepeatBank()
    var pairs: [(id: RepeatID, controller: RepeatController)] = []
    for _ in 0..<20 {
      let rate = RepeatRate.hertz(random.double(in: -5...5))
      let phase = random.double(in: 0...0.999)
      let id = try bank.add(rate, phase: phase, at: 0)
      try bank.listen(to: id, from: 0)
      pairs.append((id, try RepeatController.running(rate, phase: phase)))
    }
    var time = 0.0
    var reported = 0
    for _ in 0..<400 {
      time += random.chance(0.1) ? random.double(in: 0...2) : 1.0 / 60
      var expected: [String] = []
      for index in pairs.indices {
        for event in pairs[index].controller.advance(to: time) where event.kind == .cycle {
          expected.append("\(pairs[index].id.index): \(event.count) at \(event.time)")
        }
      }
      bank.evaluate(at: time)
      #expect(
        bank.events.filter { $0.kind == .cycle }.map { "\($0.id.index): \($0.count) at \($0.time)" }
          == expected, "seed \(seed) at \(time)")
      reported += expected.count
      let index = Int.random(in: pairs.indices, using: &random)
      let rate = RepeatRate.hertz(random.double(in: -5...5))
      try pairs[index].controller.perform(.rate(rate))
      try bank.setRate(rate, of: pairs[index].id, at: time, policy: .phaseMatched)
    }
    #expect(reported > 500)
  }

  @Test func `direction and the end of a run are reported, and nothing after listening has ended`()
    throws
  {
    var bank = RepeatBank()
    let forward = try bank.add(.hertz(1), at: 0)
    let backward = try bank.add(.hertz(-1), phase: 0.5, at: 0)
    let silent = try bank.add(.hertz(1), at: 0)
    try bank.listen(to: forward, from: 0)
    try bank.listen(to: backward, from: 0)
    bank.evaluate(at: 2.25)
    #expect(bank.events.map(\.id) == [forward, backward])
    #expect(bank.events.map(\.isForward) == [true, false])
    #expect(bank.events.map(\.count) == [2, 2])
    #expect(bank.events.map(\.time) == [2, 1.5])
    try bank.stop(forward, at: 2.25)
    try bank.stopListening(to: backward)
    bank.evaluate(at: 4)
    #expect(bank.events.map(\.kind) == [.stopped])
    #expect(bank.events.map(\.time) == [3])
    let states = [try bank.state(of: forward), try bank.state(of: silent)]
    #expect(states == [.idle, .running])
    bank.evaluate(at: 4)
    #expect(bank.events.isEmpty)
    let isListened = [bank.isListening(to: forward), bank.isListening(to: backward)]
    #expect(isListened == [true, false])
  }

  @Test func `each boundary is reported with the direction in which it was passed`() throws {
    var bank = RepeatBank()
    let turned = try bank.add(.hertz(1), at: 0)
    let turns = try bank.add(.hertz(1), at: 0)
    let ramped = try bank.add(.hertz(1), at: 0)
    for id in [turned, turns, ramped] { try bank.listen(to: id, from: 0) }
    bank.evaluate(at: 0.5)
    try bank.setRate(.hertz(-1), of: turns, at: 0.75, policy: .restartPerCycle)
    try bank.ramp(to: .hertz(-2), over: 3, of: ramped, at: 0.75)
    try bank.reverse(turned, at: 1.25)
    bank.evaluate(at: 3.75)
    for id in [turned, turns, ramped] {
      let events = bank.events.filter { $0.id == id }
      #expect(events.map(\.isForward) == [true, false], "\(events)")
    }
  }

  /// The stop had the direction of the boundary before the turn, unless a frame lay between.
  @Test(arguments: [false, true], [false, true])
  func `an end has the direction in which it was reached`(hasFrame: Bool, isRestored: Bool) throws {
    var bank = RepeatBank()
    let id = try bank.add(.hertz(1), at: 0)
    try bank.listen(to: id, from: 0)
    bank.evaluate(at: 0.9)
    try bank.reverse(id, at: 1.2)
    if isRestored { bank = try RepeatBank.restored(from: bank.snapshot(), curve: bank.curve) }
    var events: [BankEvent] = []
    if hasFrame {
      bank.evaluate(at: 1.25)
      events += bank.events
    }
    try bank.stop(id, .immediately, at: 1.3)
    bank.evaluate(at: 2)
    events += bank.events
    #expect(events.map(\.kind) == [.cycle, .stopped])
    #expect(events.map(\.isForward) == [true, false], "\(events)")
  }

  @Test func `a name that is listened to may be removed and its slot reused`() throws {
    var bank = RepeatBank()
    var ids: [RepeatID] = []
    for _ in 0..<5 {
      let id = try bank.add(.hertz(1), at: 0)
      try bank.listen(to: id, from: 0)
      ids.append(id)
    }
    try bank.remove(ids[1])
    let new = try bank.add(.hertz(1), phase: 0.5, at: 0)
    #expect(new.index == 1)
    bank.evaluate(at: 1.25)
    #expect(bank.events.map(\.id) == [ids[0], ids[2], ids[3], ids[4]])
  }
}
