// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import AnimationLayers

/// The fast path of a timing that is prepared for many samples.
@Suite struct PreparedTimingTests {
  @Test(arguments: 0..<4)
  func `a prepared timing gives the same bits as the full computation, in all legs`(block: UInt64) {
    var random = SeededRandom(seed: block)
    var answered = 0
    for round in 0..<2_000 {
      let timing = MediaTiming.random(&random)
      let prepared = PreparedTiming(timing)
      for _ in 0..<60 {
        let time = timing.randomTime(&random, farShare: 0.2, off: 1e-7)
        let fraction = prepared.fraction(at: time)
        if fraction.isNaN { continue }
        answered += 1
        let full = timing.sample(at: time)
        let isSame =
          full.fraction.bitPattern == fraction.bitPattern
          && prepared.sample(at: time, inReversedTime: false) == full
        #expect(isSame, "block \(block), round \(round): \(timing) at \(time)")
        if !isSame { return }
      }
    }
    #expect(answered > 50_000, "of 120,000, many of them outside or next to boundaries")
  }

  @Test func `times of few bits, with many ties in rounding, use the fast path`() {
    for autoreverses in [false, true] {
      let timing = MediaTiming(
        beginTime: 0.1, duration: 0.7321, repeatCount: .infinity, autoreverses: autoreverses)
      let prepared = PreparedTiming(timing)
      for frame in 10...2_000 {
        let time = Double(frame) / 64
        let fraction = prepared.fraction(at: time)
        #expect(fraction == timing.sample(at: time).fraction, "frame \(frame)")
      }
    }
  }

  @Test func `ends, turns, boundaries and their neighbours do not use the fast path`() {
    for duration in [0.1, 0.7, 1.0, 3.3] {
      let prepared = PreparedTiming(
        MediaTiming(duration: duration, repeatCount: 9, autoreverses: true))
      for leg in -1...19 {
        let time = Double(leg) * duration
        for near in [time.nextDown, time, time.nextUp] {
          #expect(prepared.fraction(at: near).isNaN, "\(duration) at \(near)")
        }
      }
    }
  }

  @Test(arguments: [
    MediaTiming(duration: 1, speed: 0), MediaTiming(duration: 1, speed: -1),
    MediaTiming(duration: 1, speed: .nan), MediaTiming(duration: 0),
    MediaTiming(duration: .infinity), MediaTiming(duration: 1, timeOffset: 0.25),
    MediaTiming(beginTime: -.infinity, duration: 1),
  ])
  func `unusual timings have no fast path`(timing: MediaTiming) {
    let prepared = PreparedTiming(timing)
    for time in [-0.5, 0.5, .infinity, .nan] { #expect(prepared.fraction(at: time).isNaN) }
  }

  @Test func `a prepared pace equals the timing function, or is computed by it`() {
    for pacing in [TimingFunction.linear, .easeIn, .easeInEaseOut, .default, .easeOut] {
      let prepared = PreparedTiming(MediaTiming(duration: 1), pacing: pacing)
      for step in 1..<4_000 {
        let fraction = Double(step) / 4_000
        let progress = prepared.progress(atFraction: fraction)
        #expect(progress.isNaN || progress == pacing(fraction), "\(pacing) at \(fraction)")
      }
      #expect(!prepared.progress(atFraction: 0.5).isNaN)
    }
    let stepped = PreparedTiming(MediaTiming(duration: 1), pacing: .steps(3))
    #expect(stepped.progress(atFraction: 0.5).isNaN)
  }
}
