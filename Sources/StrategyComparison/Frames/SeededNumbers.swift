// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed, on every machine.
///
/// Source: SplitMix64, G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators"
/// (2014).
struct SeededNumbers: Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in [0, 1), a multiple of 2^-53.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in [lower, upper).
  mutating func number(from lower: Double, to upper: Double) -> Double {
    lower + (upper - lower) * unit()
  }

  /// A whole number in the range; its bias is below 2^-40 for the small ranges here.
  mutating func whole(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
