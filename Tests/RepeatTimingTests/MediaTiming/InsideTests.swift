// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import RepeatTiming

/// The short way to a sample inside a leg.
@Suite struct InsideTests {
  @Test(arguments: 0..<4)
  func `the short way gives the bits of the full one`(block: UInt64) {
    var random = SeededRandom(seed: block)
    var answered = 0
    for round in 0..<2_000 {
      let timing = MediaTiming.random(&random, hasOffset: true)
      for _ in 0..<60 {
        let time = timing.randomTime(&random, off: 1e-11)
        guard let short = Self.short(timing, at: time) else { continue }
        answered += 1
        let full = timing.inFull(at: time, .easeIn)
        #expect(short == full, "block \(block), round \(round): \(timing) at \(time)")
        if short != full { return }
      }
    }
    #expect(answered > 40_000, "of 120,000, many of them outside or next to boundaries")
  }

  @Test func `ends, turns, boundaries and their neighbours are left to the full way`() {
    for duration in [0.1, 0.7, 1.0, 3.3] {
      let timing = MediaTiming(duration: duration, repeatCount: 9, autoreverses: true)
      for leg in 0...18 {
        let time = Double(leg) * duration
        for near in [time.nextDown, time, time.nextUp] {
          #expect(Self.short(timing, at: near) == nil, "\(timing) at \(near)")
        }
      }
    }
  }

  @Test func `after millions of cycles, the roundings next to a boundary are left to the full way`()
  {
    // What whole cycles and the time since the beginning have lost comes to more than the rest.
    let timing = MediaTiming(
      beginTime: 0x1.6ae8ae0a1d534p+0, duration: 0x1.10c5fef49a692p-2, repeatCount: .infinity)
    let time = 0x1.08a1e9687299ep+24
    #expect(timing.inFull(at: time, .easeIn).leg == 65_105_987)
    #expect(timing.sample(at: time, timing: .easeIn) == timing.inFull(at: time, .easeIn))
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func `there is no short way at speeds that are no forward ones`(_ speed: Double) {
    let timing = MediaTiming(duration: 1, speed: speed)
    #expect(Self.short(timing, at: 0.5) == nil)
  }

  private static func short(_ timing: MediaTiming, at time: Double) -> MediaSample? {
    timing.sampleInside(
      at: time, timing: .easeIn, length: timing.roundedLength, rotation: timing.rotation)
  }
}
