// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Testing

struct FrameTimelineTests {
  @Test(arguments: [60.0, 59.94, 144, 0.5])
  func `a fixed timeline gives frame n the time n / rate to the last bit`(hertz: Double) throws {
    let rate = try #require(FrameRate(nearest: hertz))
    var timeline = FrameTimeline.fixed(rate)
    for number in 0..<10_000 {
      let frame = timeline.next(at: .random(in: 0...1_000_000), refreshPeriod: 1)
      #expect(frame.number == number)
      #expect(frame.time == Double(number) / hertz)
      #expect(frame.delta == (number == 0 ? 0 : frame.time - Double(number - 1) / hertz))
      #expect(frame.refreshPeriod == rate.period)
    }
  }

  @Test func `a clock's timeline starts at 0 whatever the clock shows`() {
    var timeline = FrameTimeline.followingClock
    let start: Int64 = 9_007_199_254_740_993
    let times = [0, 16_666_666, 16_666_667, 2_592_000_000_000_001] as [Int64]
    let frames = times.map { timeline.next(at: start + $0, refreshPeriod: 0.02, missed: 3) }
    #expect(frames.map(\.time) == [0, 0.016666666, 0.016666667, 2_592_000.000000001])
    #expect(frames.map(\.delta) == [0, 0.016666666, 0.000000001, 2_591_999.983333334])
    #expect(frames.map(\.number) == [0, 1, 2, 3])
    #expect(frames.allSatisfy { $0.refreshPeriod == 0.02 && $0.missed == 3 })
  }

  @Test func `a pause is taken out of the time`() {
    var timeline = FrameTimeline.followingClock
    _ = timeline.next(at: 1_000_000_000, refreshPeriod: 0.02)
    _ = timeline.next(at: 2_000_000_000, refreshPeriod: 0.02)
    timeline.skip(nanoseconds: 60_000_000_000)
    let frame = timeline.next(at: 62_500_000_000, refreshPeriod: 0.02)
    #expect(frame.time == 1.5)
    #expect(frame.delta == 0.5)
  }

  /// The prediction was behind by nearly a period when the display became slower.
  @Test func `a prediction catches up in steps of one and a half times what passed, and does`() {
    var timeline = FrameTimeline.followingClock(stalls: .resume)
    let readings: [(now: Int64, seen: Int64)] = [
      (0, 10), (20, 20), (40, 60), (60, 80), (80, 100), (82, 120),
    ]
    let frames = readings.map {
      timeline.next(
        FrameReading(
          now: $0.now * 1_000_000, presentation: $0.seen * 1_000_000, refreshPeriod: 0.01))
    }
    #expect(frames.map { Int(($0.time * 1000).rounded()) } == [0, 10, 40, 70, 90, 105])
    #expect(frames.allSatisfy { !$0.isAfterStall })
  }

  @Test func `a pause before the first frame changes nothing`() {
    var timeline = FrameTimeline.followingClock
    timeline.skip(nanoseconds: 5)
    let first = timeline.next(at: 7, refreshPeriod: 1)
    #expect(first.time == 0)
    var fixed = FrameTimeline.fixed(.sixty)
    _ = fixed.next(at: 0, refreshPeriod: 1)
    fixed.skip(nanoseconds: 5)
    let second = fixed.next(at: 0, refreshPeriod: 1)
    #expect(second.time == 1.0 / 60)
  }
}
