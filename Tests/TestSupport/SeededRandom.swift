// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed, on every machine.
///
/// Source: SplitMix64, G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators" (2014).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// The generator of one seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `range`.
  public mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// True in `share` of all cases.
  public mutating func chance(_ share: Double) -> Bool { double(in: 0...1) < share }
}
