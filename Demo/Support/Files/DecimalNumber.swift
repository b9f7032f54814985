// SPDX-License-Identifier: Apache-2.0

/// Decimal numbers as written in files and arguments: `-12`, `0.5`, `.5`, `1e-3`.
///
/// Narrower than `Double(_:)`, which also takes `nan`, `inf` and hexadecimal: no such text is a
/// duration. Independent of the locale; the result is correctly rounded.
package enum DecimalNumber {
  /// The number that the whole text is, or `nil`.
  ///
  /// Too large a number gives an infinity.
  package static func parse(_ text: String) -> Double? {
    text.utf8.allSatisfy(isDecimal) ? Double(text) : nil
  }

  /// The number that these bytes are, or `nil`.
  package static func parse(_ bytes: [UInt8], in range: Range<Int>) -> Double? {
    parse(String(decoding: bytes[range], as: UTF8.self))
  }

  /// Whether the byte is a digit, a sign, a point or the letter of an exponent.
  private static func isDecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
  }
}
