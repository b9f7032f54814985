// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import Testing

/// The rules of media timing and their test vectors.
@Suite struct MediaTimingVectorTests {
  /// The table's numbers are rounded to five digits.
  static let tolerance = 1e-5

  struct Row: Sendable {
    let timing: MediaTiming
    /// Times and the progress expected at each.
    let expected: [(Double, Double)]
  }

  static let rows: [Row] = [
    Row(
      timing: MediaTiming(duration: 2, speed: -1, fillMode: .both),
      expected: [(-1, 1), (0, 1), (0.5, 0.75), (1.5, 0.25), (2, 0), (3, 0)]),
    Row(
      timing: MediaTiming(duration: 2, repeatCount: 1.5, speed: -1, fillMode: .both),
      expected: [(0, 0.5), (1, 0), (1.5, 0.75), (3, 0)]),
    Row(
      timing: MediaTiming(duration: 0.5, repeatCount: .infinity, autoreverses: true),
      expected: [(1e7 + 0.1, 0.2)]),
    Row(timing: MediaTiming(duration: 2, speed: 0, timeOffset: 0.5), expected: [(-1e9, 0.25)]),
  ]

  @Test(arguments: rows) func `the specification's table of vectors holds`(_ row: Row) {
    for (time, progress) in row.expected {
      let sample = row.timing.sample(at: time)
      #expect(sample.isInEffect, "\(row.timing) at \(time)")
      let error = (sample.progress - progress).magnitude
      // The end of the active interval is exact.
      let tolerance = sample.stage == .after ? 0 : Self.tolerance
      #expect(error <= tolerance, "\(row.timing) at \(time): \(sample.progress)")
    }
  }

  @Test func `the defaults are Core Animation's`() {
    let timing = MediaTiming()
    #expect(timing.beginTime == 0 && timing.timeOffset == 0 && timing.duration == 0)
    #expect(timing.repeatCount == 0 && timing.repeatDuration == 0 && timing.speed == 1)
    #expect(!timing.autoreverses && timing.fillMode == .removed)
  }

  @Test func `the active interval is half-open in the direction of motion`() {
    let timing = MediaTiming(beginTime: 1, duration: 2)
    let stages = { (reversed: Bool) in
      [(1.0).nextDown, 1, (1.0).nextUp, (3.0).nextDown, 3, (3.0).nextUp].map {
        timing.sample(at: $0, inReversedTime: reversed).stage
      }
    }
    #expect(stages(false) == [.before, .active, .active, .active, .after, .after])
    #expect(stages(true) == [.before, .before, .active, .active, .active, .after])
  }

  @Test(arguments: [
    (1.0, false, 0, 1.0), (1, true, 1, 0), (2.5, false, 2, 0.5), (2.5, true, 4, 1),
    (0.5, true, 0, 1), (0.75, true, 1, 0.5), (.infinity, true, MediaSample.greatestLeg, 1),
  ])
  func `a zero duration runs through all its cycles at once`(
    count: Double, autoreverses: Bool, leg: Int, fraction: Double
  ) {
    let timing = MediaTiming(
      beginTime: 1, repeatCount: count, autoreverses: autoreverses, fillMode: .both)
    #expect(timing.activeDuration == 0)
    let before = timing.sample(at: 0.5)
    #expect((before.stage, before.leg, before.fraction) == (.before, 0, 0))
    let after = timing.sample(at: 1)
    #expect((after.stage, after.leg, after.fraction) == (.after, leg, fraction))
    // Backwards the ends are swapped.
    var reversed = timing
    reversed.speed = -1
    #expect(reversed.sample(at: 0.5).fraction == fraction)
    #expect(reversed.sample(at: 1).fraction == 0)
  }

  @Test
  func `an animation of infinite duration stays at its first frame while its local time runs`() {
    let timing = MediaTiming(beginTime: 2, duration: .infinity, speed: 3, timeOffset: 0.5)
    let sample = timing.sample(at: 10, timing: .steps(1, .start))
    #expect((sample.stage, sample.leg, sample.fraction) == (.active, 0, 0))
    // A layer's local time is that of its time space.
    #expect(sample.localTime == TimeSpace(begin: 2, speed: 3, offset: 0.5).local(at: 10))
  }
}
