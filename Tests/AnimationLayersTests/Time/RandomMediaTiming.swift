// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import TestSupport

extension MediaTiming {
  /// A random timing that runs forwards, often with numbers of few bits.
  static func random(_ random: inout SeededRandom, hasOffset: Bool = false) -> MediaTiming {
    MediaTiming(
      beginTime: random.chance(0.3) ? 0 : random.double(in: -9...9), duration: size(&random),
      repeatCount: random.chance(0.5) ? .infinity : random.double(in: 0.3...40),
      autoreverses: random.chance(0.5), speed: random.chance(0.5) ? 1 : size(&random),
      timeOffset: !hasOffset || random.chance(0.6) ? 0 : random.double(in: -9...9))
  }

  private static func size(_ random: inout SeededRandom) -> Double {
    random.chance(0.5)
      ? Double(Int.random(in: 1...64, using: &random)) / 8
      : random.double(in: 0.01...9) * (random.chance(0.1) ? 1e6 : 1)
  }

  /// A time in or near the first 40 cycles, often next to an event.
  /// - Parameters:
  ///   - farShare: The fraction of times that are a million times farther out.
  ///   - off: The largest distance of neighbours from events, in cycles.
  func randomTime(_ random: inout SeededRandom, farShare: Double = 0, off: Double) -> Double {
    let legs = random.double(in: -1...41) * (random.chance(farShare) ? 1e6 : 1)
    let near = random.chance(0.3) ? legs.rounded() : legs
    let offset = random.chance(0.3) ? random.double(in: -1...1) * off : 0
    return beginTime + (near + offset) * duration / speed
  }
}
