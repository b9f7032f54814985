// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport
import Testing

/// Ends that no `Double` meets: the last frame is never the first of a next cycle.
@Suite struct MediaTimingExactEndTests {
  @Test func `seven passes of 0.3 seconds end at the end of the seventh`() {
    let timing = MediaTiming(duration: 0.3, repeatCount: 7, fillMode: .forwards)
    for time in [2.1, 0.3 * 7, (2.1).nextUp, (2.1).nextDown, 5] {
      let sample = timing.sample(at: time)
      #expect(sample.leg == 6, "at \(time)")
      #expect(sample.progress > 1 - 1e-14, "at \(time)")
    }
    #expect(timing.sample(at: 9).progress == 1)
  }

  @Test func `an end is reached when it is, not when a rounding says so`() {
    // 2 - 2^-60 is no `Double`; rounded to 2, all of these would be later than they are.
    let timing = MediaTiming(beginTime: 0x1p-60, duration: 1, repeatCount: 2, fillMode: .forwards)
    #expect(timing.sample(at: 0).stage == .before)
    #expect(timing.sample(at: 1).leg == 0)
    #expect(timing.sample(at: 2).stage == .active)
    #expect(timing.sample(at: (2.0).nextUp).stage == .after)
    let third = MediaTiming(duration: 1, speed: 1 / 3.0)
    // 1/3 is a little less than a third, so at 3 the second is not quite over.
    #expect(third.sample(at: 3).stage == .active)
  }

  @Test func `2.1 seconds of 0.3 second passes are seven, as they are meant`() {
    let timing = MediaTiming(duration: 0.3, repeatDuration: 2.1, fillMode: .forwards)
    #expect(timing.sample(at: 2.1).leg == 6)
    #expect(timing.sample(at: 3).progress == 1)
    // Meant as a part of another pass.
    let longer = MediaTiming(duration: 0.3, repeatDuration: 2.1001, fillMode: .forwards)
    #expect(longer.sample(at: 3).leg == 7)
  }

  @Test func `an offset meant as whole cycles changes no end`() {
    let timing = MediaTiming(duration: 0.3, timeOffset: 0.9, fillMode: .forwards)
    #expect(timing.sample(at: 0).progress == 0)
    #expect(timing.sample(at: 7).progress == 1)
  }

  @Test func `whole counts of any duration end at an end, whatever the speed and begin time`() {
    let seed: UInt64 = 99
    var random = SeededRandom(seed: seed)
    for _ in 0..<20_000 {
      // Decimal numbers, as people write them.
      let duration = Double(Int.random(in: 1...5_000, using: &random)) / 1_000
      let count = Double(Int.random(in: 1...40, using: &random))
      let autoreverses = random.chance(0.5)
      var timing = MediaTiming(
        beginTime: random.chance(0.5) ? 0 : Double(Int.random(in: 0...99, using: &random)) / 10,
        duration: duration, repeatCount: count, autoreverses: autoreverses,
        speed: random.chance(0.7) ? 1 : Double(Int.random(in: 1...40, using: &random)) / 10,
        fillMode: .both)
      let legs = Int(count) * (autoreverses ? 2 : 1)
      let last = autoreverses ? 0.0 : 1
      for steps in -2...2 {
        var time = timing.endTime
        for _ in 0..<abs(steps) { time = steps > 0 ? time.nextUp : time.nextDown }
        let sample = timing.sample(at: time)
        #expect(sample.leg == legs - 1, "seed \(seed): \(timing) at \(time)")
        // Before the end it is on its way there; the begin time's own rounding is the largest.
        #expect((sample.progress - last).magnitude < 1e-9, "seed \(seed): \(timing) at \(time)")
        if sample.stage == .after { #expect(sample.progress == last) }
      }
      #expect(timing.sample(at: timing.endTime * 2 + 1).progress == last)
      timing.speed = -timing.speed
      #expect(timing.sample(at: timing.beginTime).progress == last)
      #expect(timing.sample(at: timing.endTime * 2 + 1).progress == 0)
    }
  }
}
