// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Moves of a timeline to another clock.
@Suite struct ClockChangeTests {
  /// A repeat in a complex state: a ramp, pending commands, unread events.
  private static func busy() throws -> RepeatController {
    let settings = RepeatSettings(rate: .cycleDuration(0.75), repeatCount: 40)
    var repeating = try RepeatController(settings, now: 2)
    repeating.start()
    try repeating.schedule(.ramp(to: .hertz(2), over: 3), at: .time(4))
    try repeating.schedule(.reverse, at: .time(9.5))
    try repeating.schedule(.rate(.hertz(1.5)), at: .phase(0.25))
    try repeating.schedule(.ramp(to: .hertz(0), over: 0), at: .cycle(20))
    repeating.advance(to: 5.125)
    try repeating.setRate(.cycleDuration(0.5))
    repeating.pause()
    repeating.resume()
    return repeating
  }

  @Test(arguments: [0.1, 1e9, -0.3, 7e11])
  func `the present sample stays the same, bit for bit, on any clock`(newNow: Double) throws {
    let old = try Self.busy()
    var moved = old
    try moved.moveTimeline(to: newNow)
    #expect(moved.now == newNow)
    #expect(moved.sample(at: newNow).position == old.sample(at: old.now).position)
    #expect(moved.hasPendingRateChange == old.hasPendingRateChange)
  }

  @Test func `the present sample stays the same at any rate`() throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let rate = RepeatRate.cycleDuration(random.double(in: 1e-6...1e-5))
      var repeating = try RepeatController(RepeatSettings(rate: rate), now: 0)
      repeating.start()
      repeating.advance(to: random.double(in: 0...9))
      // The rate changes at the end of a cycle, whose time is no `Double`.
      try repeating.setRate(.hertz(999_983))
      repeating.advance(to: repeating.now + 3e-5)
      let shown = repeating.sample(at: repeating.now).position
      try repeating.moveTimeline(to: 7e11)
      #expect(repeating.sample(at: 7e11).position == shown, "seed \(seed)")
    }
  }

  @Test func `a move beyond the range of times throws and changes nothing`() throws {
    let old = try Self.busy()
    var moved = old
    #expect(throws: RepeatError.self) { try moved.moveTimeline(to: .nan) }
    #expect(throws: RepeatError.self, "a waiting command would leave the range") {
      try moved.moveTimeline(to: 1e12)
    }
    #expect(throws: RepeatError.invalidTime(1.1e12)) { try moved.moveTimeline(to: 1.1e12) }
    #expect(moved == old)
  }

  @Test func `a state can be restored after moves to other clocks`() throws {
    var repeating = RepeatController(now: 0)
    repeating.start()
    repeating.advance(to: 0.25)
    for clock in [1e12, -1e12, 7] {
      try repeating.moveTimeline(to: clock)
      #expect(try RepeatController(savedState: repeating.savedState) == repeating)
    }
  }

  @Test func `a run's start is not moved beyond the range of a saved state`() throws {
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

  @Test func `a flash limit that no longer holds does not keep a moved state from being restored`()
    throws
  {
    var flash = try RepeatController(RepeatSettings(rate: .hertz(1), maxFlashRate: 1), now: 0)
    flash.start()
    flash.advance(to: 0.5)
    flash.stop(.immediately)
    flash.advance(to: 0.6)
    for _ in 1...2 {
      try flash.moveTimeline(to: -1e12)
      flash.advance(to: 1e12)
    }
    try flash.moveTimeline(to: -1e12)
    #expect(try RepeatController(savedState: flash.savedState) == flash)
  }
}
