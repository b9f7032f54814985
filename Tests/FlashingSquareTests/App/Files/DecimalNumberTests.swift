// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Testing

@testable import FlashingSquare

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    "0", "-0", "+1", "007", "1.", ".5", "-.5e1", "1e3", "1E+3", "1e-3", "0.1", "123456789012345678",
    "9007199254740992", "9007199254740993", "9007199254740993.5", "1e22", "1e23", "1e-22", "1e-23",
    "8.41e21", "9.5367431640625e-07", "5e-324", "2e-324", "1e-400", "1.7976931348623157e308",
    "1e400", "-1e400", "1e99999999999999999999", "0e99999999999999999999",
    "2.2250738585072011e-308", "179769313486231580793728971405301",
    "0.000000000000000000000000000000000000001",
    "100000000000000000000000000000000000000000000000000000000000e-59",
  ]) func `a decimal number is what the standard library says`(_ text: String) throws {
    let expected = try #require(Double(text))
    #expect(DecimalNumber.parse(text)?.bitPattern == expected.bitPattern)
  }

  @Test(arguments: [
    "", " ", "+", "-", ".", "e5", "1e", "1e+", "1e5.", "1.2.3", "--1", "1-", "0x10", "0x1p3", "nan",
    "NaN", "inf", "-infinity", "1,5", "1 ", " 1", "1_000", "\u{661}", "1\0", "1d5", "1f", "5s",
  ]) func `anything else is no number`(_ text: String) {
    #expect(DecimalNumber.parse(text) == nil)
  }
}
