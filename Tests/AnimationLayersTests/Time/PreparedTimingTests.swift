// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import AnimationLayers

@Suite struct PreparedTimingTests {
  /// A prepared timing keeps the leg of its last sample, so the order of the times could matter.
  @Test(arguments: 0..<4)
  func `a prepared timing, asked at times in any order, equals a new one`(block: UInt64) {
    var random = SeededRandom(seed: block)
    let pacings: [TimingFunction] = [.linear, .easeIn, .cubicBezier(0.5, -1, 0.5, 2)]
    var answered = 0
    for round in 0..<2_000 {
      let timing = MediaTiming.random(&random)
      let pacing = pacings[round % pacings.count]
      var prepared = PreparedTiming(timing, pacing: pacing)
      for _ in 0..<60 {
        let time = timing.randomTime(&random)
        let full = timing.sample(at: time, timing: pacing)
        let fraction = prepared.quickFraction(at: LayerTicks(seconds: time))
        let progress = prepared.progress(atFraction: fraction)
        let isQuickSame =
          fraction == full.fraction && full.stage == .active
          && (progress.isNaN || progress == full.progress)
        let isSame =
          prepared.sample(at: LayerTicks(seconds: time), inReversedTime: false) == full
          && (fraction.isNaN || isQuickSame)
        #expect(isSame, "block \(block), round \(round): \(timing) at \(time)")
        if !isSame { return }
        if !fraction.isNaN { answered += 1 }
      }
    }
    #expect(answered > 40_000, "of 120,000, many of them outside or next to boundaries")
  }
}

extension MediaTiming {
  /// A timing, often of numbers with few significant bits; one in ten has no quick fraction.
  fileprivate static func random(_ random: inout SeededRandom) -> MediaTiming {
    let sign: Double = random.chance(0.05) ? -1 : 1
    return MediaTiming(
      beginTime: random.chance(0.3) ? 0 : random.double(in: -9...9), duration: size(&random),
      repeatCount: random.chance(0.5) ? .infinity : random.double(in: 0.3...40),
      autoreverses: random.chance(0.5), speed: sign * (random.chance(0.5) ? 1 : size(&random)),
      timeOffset: random.chance(0.05) ? random.double(in: -9...9) : 0)
  }

  private static func size(_ random: inout SeededRandom) -> Double {
    random.chance(0.5)
      ? Double(Int.random(in: 1...64, using: &random)) / 8
      : random.double(in: 0.01...9) * (random.chance(0.1) ? 1e5 : 1)
  }

  /// A time in or near the first 40 cycles, often next to a boundary; one time in five is up to a
  /// million times as far from the begin time.
  fileprivate func randomTime(_ random: inout SeededRandom) -> Double {
    let legs = random.double(in: -1...41) * (random.chance(0.2) ? 1e6 : 1)
    let near = random.chance(0.3) ? legs.rounded() : legs
    let offset = random.chance(0.3) ? random.double(in: -1e-7...1e-7) : 0
    return min(max(-1e12, beginTime + (near + offset) * duration / speed), 1e12)
  }
}
