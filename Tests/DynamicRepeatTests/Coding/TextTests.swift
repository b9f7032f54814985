// SPDX-License-Identifier: Apache-2.0

import DemoNumbers
import Testing

/// Numbers as text, as in files and tables.
@Suite struct TextTests {
  @Test(arguments: [
    (0.0, 0, "0"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.046, 2, "0.05"), (59.9996, 3, "60.000"),
    (-0.004, 2, "0.00"), (-0.0, 1, "0.0"), (1e15, 0, "1000000000000000"),
  ])
  func `numbers have the requested decimals`(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.fixed(value, decimals: decimals) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e16])
  func `numbers that are too large or not finite give nil`(value: Double) {
    #expect(DecimalText.fixed(value, decimals: 0) == nil)
  }

  @Test func `a negative number is written with the minus sign that the caller chooses`() {
    #expect(DecimalText.fixed(-1.25, decimals: 1, minus: "\u{2212}") == "\u{2212}1.3")
  }
}
