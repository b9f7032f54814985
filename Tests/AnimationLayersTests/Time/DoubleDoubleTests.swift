// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import AnimationLayers

@Suite struct DoubleDoubleTests {
  @Test func `sums and differences of whole numbers are exact to 100 bits`() {
    let big = DoubleDouble(0x1p99)
    let small = DoubleDouble(3)
    #expect((big + small) - big == small)
    #expect((big - small) - big == -small)
  }

  @Test func `a product keeps the bits that a Double loses`() {
    let third = DoubleDouble(product: 1 / 3.0, 3)
    #expect(third.high == 1 && third.low == -0x1p-54)
    #expect(third * 3 - 3 == DoubleDouble(-3 * 0x1p-54))
  }

  // MARK: - The fast path of a sum gives the same bits as the full one

  private static let pairs = 100_000

  /// The sum of two pairs without a fast path.
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

  /// A number of a magnitude from 2^-40 to 2^52 and either sign; often whole, a power of two, or a
  /// zero of either sign.
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

  /// Expects no random case to differ; a failure shows the first five differences.
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

  @Test func `the time since a beginning, times one`() {
    expectNone(seed: 13) { random in
      let (parent, begin) = (number(&random), number(&random))
      let time = DoubleDouble(sum: parent, -begin)
      return parent == begin || haveSameBits(time, time * 1) ? nil : "\(parent) - \(begin)"
    }
  }
}
