// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import AnimationLayers

/// Arithmetic on the parts of a `Double`, which replaces slower operations.
@Suite struct DoublePartsTests {
  @Test func `the rounding error of a product is known to 2^-104 of it`() {
    var random = SeededRandom(seed: 17)
    for _ in 0..<100_000 {
      let (a, b) = (Self.number(&random), Self.number(&random))
      let product = a * b
      let lost = (-product).addingProduct(a, b)
      let error = abs(a.lost(times: b, product: product) - lost)
      #expect(error <= 0x1p-104 * abs(product), "\(a) times \(b)")
    }
  }

  @Test(arguments: [
    (0.0, 0.0), (0.25, 0), (0.5, 0), (0.75, 1), (1.5, 2), (2.5, 2), (-0.25, 0), (-0.75, -1),
    (-7, -7),
    (0x1p50 - 0.25, 0x1p50),
  ])
  func `rounding gives the nearest whole number, ties to even`(number: Double, nearest: Double) {
    #expect(number.nearestWhole == nearest)
    #expect(number.nearestWhole.wholeInteger == Int(nearest))
  }

  /// A number of either sign, with a magnitude from 2^-60 to 2^60.
  private static func number(_ random: inout SeededRandom) -> Double {
    Double(
      sign: random.chance(0.5) ? .plus : .minus, exponent: Int.random(in: -60...60, using: &random),
      significand: random.double(in: 1...2))
  }
}
