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

  @Test func `the rounding error of a product is computed to within 2^-104 of the product`() {
    var random = SeededRandom(seed: 17)
    for _ in 0..<100_000 {
      let a = random.double(in: 1...2) * (random.chance(0.5) ? -0x1p60 : 0x1p-60)
      let b = random.double(in: 1...2)
      let product = a * b
      let error = abs(a.lost(times: b, product: product) - (-product).addingProduct(a, b))
      #expect(error <= 0x1p-104 * abs(product), "\(a) times \(b)")
    }
  }
}
