// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

/// Thirty days of frames at 60 Hz with a million changes, compared with integer arithmetic.
@Suite struct MonthTests {
  /// The largest error of a controller after the month, in cycles.
  static let bound = 1e-12
  static let changes = 1_000_000
  static let framesOfMonth = 30 * 86_400 * 60

  /// The frames with rate changes, in order, and the requested durations.
  static func changes(seed: UInt64) -> [(frame: Int, duration: Double)] {
    var random = SeededRandom(seed: seed)
    var frame = 0
    return (0..<changes).map { _ in
      frame += Int.random(in: 1...(2 * framesOfMonth / changes - 1), using: &random)
      return (frame, random.double(in: 0.35...2))
    }
  }

  static func difference(_ position: CyclePosition, _ exact: ExactCycles) -> Double {
    (Double(position.cycle - exact.cycle) + (position.phase - exact.phase)).magnitude
  }

  @Test func `with phase matching, a month of a million changes is exact to 1e-12 cycle`() throws {
    let seed: UInt64 = 9
    var repeating = try RepeatController.started(1, .phaseMatched) { $0.reporting = .counted }
    var exact = ExactCycles(ExactTime(units: 0), per: ExactTime(1))
    var since = ExactTime(units: 0)
    var duration = ExactTime(1)
    var worst = 0.0
    for change in Self.changes(seed: seed) {
      let time = Double(change.frame) / 60
      repeating.advance(to: time)
      exact.units += ExactCycles(ExactTime(time) - since, per: duration).units
      worst = max(worst, Self.difference(repeating.sample(at: time).position, exact))
      try repeating.setRate(.cycleDuration(change.duration))
      since = ExactTime(time)
      duration = ExactTime(change.duration)
    }
    print("phase-matched, 30 days, a million changes: off by at most \(worst) cycle")
    #expect(worst <= Self.bound, "seed \(seed)")
  }

  @Test func `with restartPerCycle, a month of a million changes is exact to 1e-12 cycle`() throws {
    let seed: UInt64 = 10
    var repeating = try RepeatController.started(1) { $0.reporting = .counted }
    // The current cycle's number, ideal start and duration; sums of integers have no rounding.
    var cycle = 0
    var start = ExactTime(units: 0)
    var duration = ExactTime(1)
    var next = duration
    var worst = 0.0
    for change in Self.changes(seed: seed) {
      let time = Double(change.frame) / 60
      let now = ExactTime(time)
      repeating.advance(to: time)
      if now - start >= duration {
        start = start + duration
        cycle += 1
        duration = next
        let more = (now - start).units / duration.units
        start.units += more * duration.units
        cycle += Int(more)
      }
      var exact = ExactCycles(now - start, per: duration)
      exact.units += Int128(cycle) << 60
      worst = max(worst, Self.difference(repeating.sample(at: time).position, exact))
      try repeating.setRate(.cycleDuration(change.duration))
      next = ExactTime(change.duration)
      if now == start { duration = next }
    }
    print("restart per cycle, 30 days, a million changes: off by at most \(worst) cycle")
    #expect(worst <= Self.bound, "seed \(seed)")
  }

  @Test func `at one rate, each sampled frame of a month is exact to 2^-52 cycle`() throws {
    let seed: UInt64 = 11
    var random = SeededRandom(seed: seed)
    for duration in [0.35, 2, 0.1, 1.0 / 3, 0.7] {
      let repeating = try RepeatController.started(duration)
      for _ in 0..<20_000 {
        let time = Double(Int.random(in: 1...Self.framesOfMonth, using: &random)) / 60
        let exact = ExactCycles(ExactTime(time), per: ExactTime(duration))
        let off = Self.difference(repeating.sample(at: time).position, exact)
        // Nothing is accumulated; only the rounding of the phase remains.
        #expect(off <= 0x1p-52, "seed \(seed), \(duration) s at \(time) s")
      }
    }
  }
}
