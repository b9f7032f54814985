// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Testing

/// Numbers and texts as files and tables have them.
@Suite struct TextTests {
  @Test(arguments: [
    (0.0, 0, "0"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.046, 2, "0.05"), (59.9996, 3, "60.000"),
    (-0.004, 2, "0.00"), (-0.0, 1, "0.0"), (1e15, 0, "1000000000000000"),
  ])
  func `numbers have the decimals that are asked for`(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.fixed(value, decimals: decimals) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e16])
  func `what has no such form gives none`(value: Double) {
    #expect(DecimalText.fixed(value, decimals: 0) == nil)
  }

  @Test func `the minus sign is the caller's`() {
    #expect(DecimalText.fixed(-1.25, decimals: 1, minus: "\u{2212}") == "\u{2212}1.3")
  }
}
