// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// A timeline that moves to another clock.
@Suite struct ClockChangeTests {
  /// A repeat in the middle of much: a ramp or a delay, commands that wait, events not yet taken.
  private static func busy(isDelayed: Bool) throws -> RepeatController {
    var settings = RepeatSettings(rate: .cycleDuration(0.75), repeatCount: 40)
    settings.repeatDelay = isDelayed ? 0.25 : 0
    var repeating = try RepeatController(settings, now: 2)
    repeating.start()
    try repeating.schedule(.ramp(to: .hertz(2), over: 3), at: .time(4))
    try repeating.schedule(.reverse, at: .time(9.5))
    try repeating.schedule(.rate(.hertz(1.5)), at: .phase(0.25))
    try repeating.schedule(.hold, at: .cycle(20))
    repeating.advance(to: 5.125)
    try repeating.setRate(.cycleDuration(0.5))
    repeating.pause()
    repeating.resume()
    return repeating
  }

  @Test(arguments: [true, false], [0.125, -3, 600_000, -1_000_000.5])
  func `on exact times it goes on bit for bit as on the old clock`(isDelayed: Bool, shift: Double)
    throws
  {
    let old = try Self.busy(isDelayed: isDelayed)
    var moved = old
    try moved.moveTimeline(to: old.now + shift)
    #expect(moved.now == old.now + shift)
    var unmoved = old
    for step in 0...400 {
      let time = old.now + Double(step) / 32
      let (a, b) = (unmoved.advance(to: time), moved.advance(to: time + shift))
      #expect(a.map(\.kind) == b.map(\.kind) && a.map(\.cycle) == b.map(\.cycle))
      for (old, new) in zip(a, b) { #expect(abs(old.time + shift - new.time) < 2e-10) }
      let (before, after) = (unmoved.sample(at: time), moved.sample(at: time + shift))
      #expect(before.position.cycle == after.position.cycle)
      #expect(abs(before.position.phase - after.position.phase) < 1e-15)
    }
  }

  @Test(arguments: [0.1, 1e9, -0.3, 7e11])
  func `what shows at the present time stays, bit for bit, on any clock`(newNow: Double) throws {
    let old = try Self.busy(isDelayed: false)
    var moved = old
    try moved.moveTimeline(to: newNow)
    #expect(moved.now == newNow)
    #expect(moved.sample(at: newNow).position == old.sample(at: old.now).position)
    #expect(moved.hasPendingRateChange == old.hasPendingRateChange)
  }

  @Test func `what shows at the present time stays at any rate`() throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let rate = RepeatRate.cycleDuration(random.double(in: 1e-6...1e-5))
      var repeating = try RepeatController(RepeatSettings(rate: rate), now: 0)
      repeating.start()
      repeating.advance(to: random.double(in: 0...9))
      // From the end of a cycle on, which is no `Double`.
      try repeating.setRate(.hertz(999_983))
      repeating.advance(to: repeating.now + 3e-5)
      let shown = repeating.sample(at: repeating.now).position
      try repeating.moveTimeline(to: 7e11)
      #expect(repeating.sample(at: 7e11).position == shown, "seed \(seed)")
    }
  }

  @Test func `a saved state goes on in a process whose clock starts anew`() throws {
    var repeating = RepeatController(cycleDuration: 2)
    repeating.start()
    repeating.advance(to: 604_800)
    repeating.advance(to: 604_800.5)
    var loaded = try RepeatController(savedState: repeating.savedState)
    try loaded.moveTimeline(to: 0.25)
    #expect(loaded.sample(at: 0.25).position == CyclePosition(0.25))
    #expect(loaded.advance(to: 2.25).map(\.time) == [1.75, 1.75])
  }

  @Test func `a move there and back is none, and equal controllers stay equal`() throws {
    let old = try Self.busy(isDelayed: true)
    var moved = old
    try moved.moveTimeline(to: old.now + 1024)
    #expect(moved != old)
    try moved.moveTimeline(to: old.now)
    #expect(moved == old)
  }

  @Test func `a time that would leave the range changes nothing`() throws {
    let old = try Self.busy(isDelayed: false)
    var moved = old
    #expect(throws: RepeatError.self) { try moved.moveTimeline(to: .nan) }
    #expect(throws: RepeatError.self, "a command would wait for a later time") {
      try moved.moveTimeline(to: 1e12)
    }
    #expect(throws: RepeatError.invalidTime(1.1e12)) { try moved.moveTimeline(to: 1.1e12) }
    #expect(moved == old)
  }

  @Test func `a state is restored whatever clocks it was moved to`() throws {
    var repeating = RepeatController(now: 0)
    repeating.start()
    repeating.advance(to: 0.25)
    for clock in [1e12, -1e12, 7] {
      try repeating.moveTimeline(to: clock)
      #expect(try RepeatController(savedState: repeating.savedState) == repeating)
    }
  }

  @Test func `a run that began too long ago for a saved state is not moved further back`() throws {
    var idle = RepeatController(now: -1e12)
    var running = idle
    running.start()
    for round in 1...2 {
      idle.advance(to: 1e12)
      try idle.moveTimeline(to: -1e12)
      #expect(try RepeatController(savedState: idle.savedState) == idle)
      running.advance(to: running.now + 0.6e12)
      let old = running
      if round < 2 {
        try running.moveTimeline(to: -1e12)
        #expect(try RepeatController(savedState: running.savedState) == running)
      } else {
        #expect(throws: RepeatError.invalidTime(-1e12)) { try running.moveTimeline(to: -1e12) }
        #expect(running == old)
      }
    }
  }

  @Test func `before the first advance a move sets the start`() throws {
    var repeating = RepeatController()
    repeating.start()
    try repeating.moveTimeline(to: 7)
    #expect(repeating.advance(to: 7).map(\.time) == [7])
  }
}
