// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct StallRuleTests {
  static let period: Int64 = 10_000_000

  /// The frames of a loop that detects stalls, at these milliseconds of the clock.
  ///
  /// Each is shown a period later.
  static func frames(_ rule: StallRule, at times: [Double]) -> [Frame] {
    var timeline = FrameTimeline.followingClock(stalls: rule)
    var last: Int64?
    return times.map { time in
      let now = 1_000_000_000_000 + Int64(time * 1e6)
      var reading = FrameReading(now: now, seen: now + period, refreshPeriod: 0.01)
      reading.hasStalled =
        last.map { StallDetector().isStall(now - $0, period: period) } ?? false
      last = now
      return timeline.next(reading)
    }
  }

  @Test func `under the rule resume, a stall adds one period, and its frame is flagged`() {
    let frames = Self.frames(.resume, at: [0, 10, 20, 5020, 5030, 5040])
    #expect(frames.map(\.time) == [0, 0.01, 0.02, 0.03, 0.04, 0.05])
    #expect(frames.map(\.isAfterStall) == [false, false, false, true, false, false])
    #expect(frames.map(\.rawDelta) == [0, 0.01, 0.01, 5, 0.01, 0.01])
    #expect(frames.map(\.presentationTime) == [0, 0.01, 0.02, 5.02, 5.03, 5.04])
  }

  @Test func `under the rule wallClock, a stall adds its whole length, and its frame is flagged`() {
    let frames = Self.frames(.wallClock, at: [0, 10, 5010, 5020])
    #expect(frames.map(\.time) == [0, 0.01, 5.01, 5.02])
    #expect(frames.map(\.isAfterStall) == [false, false, true, false])
  }

  @Test(arguments: [StallRule.resume, .wallClock])
  func `a clock that goes back an hour is a stall, and frame time never goes back`(rule: StallRule)
  {
    let frames = Self.frames(rule, at: [0, 10, -3_600_000, -3_599_990, -3_599_980])
    #expect(frames.map(\.time) == [0, 0.01, 0.02, 0.03, 0.04])
    #expect(frames.map(\.isAfterStall) == [false, false, true, false, false])
    #expect(frames[2].rawDelta == 0)
  }

  @Test(arguments: [StallRule.resume, .wallClock], [10, 20, 3_600_000] as [Int64])
  func `after a pause of any length, time continues by one period without a stall`(
    rule: StallRule, milliseconds: Int64
  ) {
    var timeline = FrameTimeline.followingClock(stalls: rule)
    timeline.pause()
    _ = timeline.next(FrameReading(now: 0, refreshPeriod: 0.01))
    timeline.pause()
    let end = milliseconds * 1_000_000
    let first = timeline.next(FrameReading(now: end, refreshPeriod: 0.01))
    let next = timeline.next(FrameReading(now: end + 10_000_000, refreshPeriod: 0.01))
    #expect(first.time == 0.01 && next.time == 0.02)
    #expect(!first.isAfterStall && !next.isAfterStall)
    #expect(first.rawDelta == Double(end) / 1e9)
  }
}
