// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import TestSupport
import Testing

@Suite struct DoubleDoubleTests {
  /// Relative error of a product or quotient: 2^-102 leaves a few units in the last of 106 places.
  static let tolerance = 0x1p-101

  @Test func `sums and differences of whole numbers are exact to 100 bits`() {
    let big = DoubleDouble(0x1p99)
    let small = DoubleDouble(3)
    #expect((big + small) - big == small)
    #expect((big - small) - big == -small)
  }

  @Test func `a sum cancels down to what was lost`() {
    let tenth = DoubleDouble(1) / DoubleDouble(10)
    var sum = DoubleDouble.zero
    for _ in 0..<10 { sum = sum + tenth }
    #expect((sum - 1).magnitude.high < 1e-30)
    #expect(tenth.low != 0)
  }

  @Test func `a product divided by one factor gives the other`() {
    let seed: UInt64 = 2
    var random = SeededRandom(seed: seed)
    for _ in 0..<10_000 {
      let a = DoubleDouble(sum: random.double(in: -1e6...1e6), random.double(in: -1e-12...1e-12))
      let b = DoubleDouble(sum: random.double(in: 1e-3...1e6), random.double(in: -1e-22...1e-22))
      let error = (a * b) / b - a
      #expect(error.magnitude.high <= Self.tolerance * a.magnitude.high, "seed \(seed)")
    }
  }

  @Test func `a reciprocal times its number is one`() {
    let seed: UInt64 = 3
    var random = SeededRandom(seed: seed)
    for _ in 0..<10_000 {
      let value = random.double(in: 1e-6...1e9)
      let error = DoubleDouble(reciprocalOf: value) * value - 1
      #expect(error.magnitude.high <= Self.tolerance, "seed \(seed)")
    }
  }

  @Test(arguments: [
    (DoubleDouble(2), 2), (DoubleDouble(2.5), 2), (DoubleDouble(-2.5), -3), (DoubleDouble(-2), -2),
    (DoubleDouble(high: 2, low: -1e-20), 1), (DoubleDouble(high: 2, low: 1e-20), 2),
    (DoubleDouble(high: -2, low: -1e-20), -3), (DoubleDouble(-1e-300), -1),
    (DoubleDouble(high: 0x1p60, low: -0.5), (1 << 60) - 1),
  ])
  func `the floor looks at the low part where the high part is whole`(
    value: DoubleDouble, floor: Int
  ) {
    #expect(value.floor == floor)
  }

  @Test func `rounding up never goes below the value`() {
    #expect(DoubleDouble(high: 1, low: 1e-20).roundedUp == (1.0).nextUp)
    #expect(DoubleDouble(high: 1, low: -1e-20).roundedUp == 1)
    #expect(DoubleDouble(1).roundedUp == 1)
  }

  @Test func `an integer of 62 bits is kept exactly`() {
    let value = (1 << 61) + 1
    #expect(DoubleDouble(value) - DoubleDouble(0x1p61) == .one)
  }
}
