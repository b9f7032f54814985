// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

/// The decision that a loop has stalled, and the effect of a stall or a pause on the frames' time.
struct StallTests {
  static let period: Int64 = 10_000_000

  @Test func `a time above a quarter of a second and above two periods is a stall`() {
    let detector = StallDetector()
    for limit in [250_000_000, -250_000_000] as [Int64] {
      #expect(!detector.isStall(limit, period: Self.period))
      #expect(detector.isStall(limit + limit.signum(), period: Self.period))
    }
    for extreme in [.max, .min] as [Int64] {
      #expect(detector.isStall(extreme, period: Self.period))
    }
    #expect(!detector.isStall(2_000_000_000, period: 1_000_000_000))
    #expect(detector.isStall(2_000_000_001, period: 1_000_000_000))
    #expect(!detector.isStall(.max, period: .max))
    let slowed = StallDetector(longestAdvance: 0.1, slowest: FrameRate(hertz: 4))
    #expect(slowed.longestAdvance == 0.5)
    #expect(StallDetector(longestAdvance: 0.1, slowest: .sixty).longestAdvance == 0.1)
  }

  /// Milliseconds of the clock at which frames begin, milliseconds of their time, and the number of
  /// the frame after the stall.
  static let stalls: [(rule: StallRule, clock: [Double], time: [Double], stalled: Int)] = [
    (.resume, [0, 10, 20, 5020, 5030, 5040], [0, 10, 20, 30, 40, 50], 3),
    (.wallClock, [0, 10, 5010, 5020], [0, 10, 5010, 5020], 2),
    (.resume, [0, 10, -3_600_000, -3_599_990, -3_599_980], [0, 10, 20, 30, 40], 2),
    (.wallClock, [0, 10, -3_600_000, -3_599_990, -3_599_980], [0, 10, 20, 30, 40], 2),
  ]

  @Test(arguments: stalls.indices)
  func `a stall adds its length or a period, the next frame is flagged, and time never goes back`(
    _ row: Int
  ) {
    let stall = Self.stalls[row]
    var timeline = FrameTimeline(stalls: stall.rule)
    var last: Double?
    for (index, (clock, time)) in zip(stall.clock, stall.time).enumerated() {
      let now = 1_000_000_000_000 + Int64(clock * 1e6)
      // Each frame is shown a period later.
      var reading = FrameReading(now: now, seen: now + Self.period, refreshPeriod: 0.01)
      let passed = clock - (last ?? clock)
      reading.hasStalled = StallDetector().isStall(Int64(passed * 1e6), period: Self.period)
      let frame = timeline.next(reading)
      #expect(frame.time == time / 1000 && frame.isAfterStall == (index == stall.stalled))
      #expect(frame.rawDelta == max(passed, 0) / 1000 && frame.presentationTime == clock / 1000)
      last = clock
    }
  }

  @Test(arguments: [StallRule.resume, .wallClock], [10, 20, 3_600_000] as [Int64])
  func `after a pause of any length, time continues by one period without a stall`(
    rule: StallRule, milliseconds: Int64
  ) {
    var timeline = FrameTimeline(stalls: rule)
    timeline.pause()
    _ = timeline.next(FrameReading(now: 0, refreshPeriod: 0.01))
    timeline.pause()
    let end = milliseconds * 1_000_000
    let first = timeline.next(FrameReading(now: end, refreshPeriod: 0.01))
    let next = timeline.next(FrameReading(now: end + Self.period, refreshPeriod: 0.01))
    #expect(first.time == 0.01 && next.time == 0.02)
    #expect(!first.isAfterStall && !next.isAfterStall)
    #expect(first.rawDelta == Double(end) / 1e9)
  }
}
