// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The repeats that everything with many of them runs: there and back, eased, a phase and a rate
/// each.
///
/// One way takes 0.5 to 2 s. The numbers are the same for the same count, on every machine.
struct ManyRepeats {
  /// Cycles; in [0, 1).
  let phases: AlignedFloats
  /// Cycles per second; there and back, so half of what one way would be.
  let rates: AlignedFloats

  var count: Int { phases.count }

  /// Seconds of one way: what tween libraries call the duration.
  static let legDurations = 0.5...2.0

  init(count: Int) {
    var random = SeededRandom(seed: 6)
    // 24 bits: what a Float holds of a number below 1.
    phases = AlignedFloats(count: count) { _ in Float(random.next() >> 40) * 0x1p-24 }
    rates = AlignedFloats(count: count) { _ in
      Self.rate(share: Double(random.next() >> 11) * 0x1p-53)
    }
  }

  /// The rate for a share, in [0, 1), of the way from the shortest leg to the longest.
  static func rate(share: Double) -> Float {
    let leg = legDurations.lowerBound + (legDurations.upperBound - legDurations.lowerBound) * share
    return Float(0.5 / leg)
  }
}
