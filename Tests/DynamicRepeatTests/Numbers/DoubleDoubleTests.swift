// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import TestSupport
import Testing

@Suite struct DoubleDoubleTests {
  /// Relative error of a product or quotient: 2^-102 leaves a few units in the last of 106 bits.
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
    #expect(DoubleDouble(exactly: value) - DoubleDouble(0x1p61) == .one)
  }
}

// MARK: - Short ways

/// The short ways in sums, positions and media timing give the bits of the long way.
@Suite struct ShortWayTests {
  private static let pairs = 250_000

  /// The sum of two pairs without any short way.
  private func longSum(_ a: DoubleDouble, _ b: DoubleDouble) -> DoubleDouble {
    let highs = DoubleDouble(sum: a.high, b.high)
    let lows = DoubleDouble(sum: a.low, b.low)
    let partial = DoubleDouble(high: highs.high, low: highs.low + lows.high)
    return DoubleDouble(high: partial.high, low: partial.low + lows.low)
  }

  private func haveSameBits(_ a: DoubleDouble, _ b: DoubleDouble) -> Bool {
    (a.high.bitPattern == b.high.bitPattern || a.high.isNaN && b.high.isNaN)
      && (a.low.bitPattern == b.low.bitPattern || a.low.isNaN && b.low.isNaN)
  }

  /// Any size from 2^-40 to 2^52, either sign; often whole, a power of two, or zero of either sign.
  private func number(_ random: inout SeededRandom) -> Double {
    let sign: Double = random.chance(0.5) ? 1 : -1
    if random.chance(0.05) { return 0 * sign }
    let exponent = random.double(in: -40...52).rounded()
    let size = Double(sign: .plus, exponent: Int(exponent), significand: 1)
    if random.chance(0.1) { return sign * size }
    let number = sign * size * random.double(in: 1...2)
    return random.chance(0.3) ? number.rounded() : number
  }

  /// A number whose low part is 0 in half of all cases.
  private func pair(_ random: inout SeededRandom) -> DoubleDouble {
    let high = number(&random)
    if random.chance(0.5) { return DoubleDouble(high) }
    return DoubleDouble(sum: high, high.ulp * random.double(in: -0.5...0.5))
  }

  /// Expects that no random case differs; a failure shows the first five that do.
  private func expectNone(
    seed: UInt64, differs: (inout SeededRandom) -> String?,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var random = SeededRandom(seed: seed)
    var found: [String] = []
    for _ in 0..<Self.pairs {
      if let difference = differs(&random) { found.append(difference) }
    }
    #expect(found.isEmpty, "seed \(seed): \(found.prefix(5))", sourceLocation: location)
  }

  @Test func `a sum of plain numbers, of any size`() {
    expectNone(seed: 11) { random in
      let (a, b) = (pair(&random), pair(&random))
      if !haveSameBits(a + b, longSum(a, b)) { return "\(a) + \(b)" }
      return haveSameBits(a - b, longSum(a, -b)) ? nil : "\(a) - \(b)"
    }
  }

  @Test func `a sum of special numbers`() {
    let special: [Double] = [
      0, -0.0, 1, -1, 0x1p-1074, 0x1p-1022, 0x1p1023, .greatestFiniteMagnitude, .infinity,
      -.infinity, .nan,
    ]
    for a in special {
      for b in special {
        let (a, b) = (DoubleDouble(a), DoubleDouble(b))
        #expect(haveSameBits(a + b, longSum(a, b)), "\(a) + \(b)")
      }
    }
  }

  @Test func `a position takes its whole cycles off`() {
    expectNone(seed: 12) { random in
      let cycles = pair(&random)
      let whole = cycles.floor
      let expected = whole == 0 ? cycles : longSum(cycles, -DoubleDouble(exactly: whole))
      let position = PrecisePosition(cycle: 0, fraction: cycles)
      let isSame = position.cycle == whole && haveSameBits(position.fraction, expected)
      return isSame ? nil : "\(cycles)"
    }
  }

  @Test func `the time since a beginning, times one`() {
    expectNone(seed: 13) { random in
      let (parent, begin) = (number(&random), number(&random))
      let time = DoubleDouble(sum: parent, -begin)
      return parent == begin || haveSameBits(time, time * 1) ? nil : "\(parent) - \(begin)"
    }
  }
}
