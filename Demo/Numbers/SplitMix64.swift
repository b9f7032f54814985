// SPDX-License-Identifier: Apache-2.0

/// A random number generator; a seed gives the same numbers on every machine.
///
/// Source: SplitMix64, G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators" (2014).
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// The generator of one seed.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  /// A number in [0, 1), a multiple of 2^-53.
  package mutating func unit() -> Double { Self.unit(next()) }

  /// A number in [lower, upper).
  package mutating func number(from lower: Double, to upper: Double) -> Double {
    lower + (upper - lower) * unit()
  }

  /// A whole number in the range.
  ///
  /// For ranges of up to 2^24, the bias is below 2^-40.
  package mutating func whole(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// The 64 bits at `index` in the sequence of seed 0, counted from 1.
  ///
  /// The bits look random and differ for each index.
  package static func bits(_ index: Int) -> UInt64 {
    mixed(UInt64(truncatingIfNeeded: index) &* step)
  }

  /// ``bits(_:)`` as a number in [0, 1).
  package static func unit(_ index: Int) -> Double { unit(bits(index)) }

  private static func unit(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

  private static func mixed(_ state: UInt64) -> UInt64 {
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
