// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AnimationLayers

@Suite struct DoubleDoubleTests {
  @Test func `sums and differences of whole numbers are exact to 100 bits`() {
    let big = DoubleDouble(0x1p99)
    let small = DoubleDouble(3)
    #expect((big + small) - big == small)
    #expect((big - small) - big == -small)
  }
}
