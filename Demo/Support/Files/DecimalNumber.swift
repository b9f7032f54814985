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
    let bytes = Array(text.utf8)
    return parse(bytes, in: bytes.indices)
  }

  /// The number that these bytes are, or `nil`.
  ///
  /// Most numbers in a file have few digits: where the digits are an integer of at most 2^53 and
  /// the power of ten is at most 22, both are exact Doubles, and one multiplication or division
  /// rounds correctly. Source: Clinger, "How to Read Floating Point Numbers Accurately", 1990,
  /// section 3. Other numbers go to the standard library's own conversion.
  package static func parse(_ bytes: [UInt8], in range: Range<Int>) -> Double? {
    guard let parts = split(bytes, range) else { return nil }
    guard let digits = parts.digits, digits <= 1 << 53, abs(parts.exponent) <= 22 else {
      return Double(String(decoding: bytes[range], as: UTF8.self))
    }
    let power = powersOfTen[abs(parts.exponent)]
    let size = parts.exponent < 0 ? Double(digits) / power : Double(digits) * power
    return parts.isNegative ? -size : size
  }

  private struct Parts {
    var isNegative = false
    /// All digits as one integer; `nil` where they do not fit.
    var digits: UInt64? = 0
    /// The power of ten that the integer is multiplied by.
    var exponent = 0
  }

  private static let powersOfTen: [Double] = (0...22).reduce(into: []) { powers, n in
    // Each is an integer below 2^53 times a power of two: the product is exact.
    powers.append(n == 0 ? 1 : powers[n - 1] * 10)
  }

  /// Checks the grammar: sign, digits with at most one point among or beside them, exponent.
  private static func split(_ bytes: [UInt8], _ range: Range<Int>) -> Parts? {
    var parts = Parts()
    var index = range.lowerBound
    if let sign = sign(bytes, range) {
      parts.isNegative = sign < 0
      index += 1
    }
    let whole = readDigits(bytes, index..<range.upperBound, into: &parts)
    index += whole
    var fraction = 0
    if index < range.upperBound, bytes[index] == UInt8(ascii: ".") {
      fraction = readDigits(bytes, (index + 1)..<range.upperBound, into: &parts)
      index += 1 + fraction
    }
    guard whole + fraction > 0 else { return nil }
    parts.exponent = -fraction
    if index < range.upperBound, bytes[index] | 0x20 == UInt8(ascii: "e") {
      guard let exponent = readExponent(bytes, (index + 1)..<range.upperBound) else { return nil }
      parts.exponent += exponent
      index = range.upperBound
    }
    return index == range.upperBound ? parts : nil
  }

  /// Appends the digits at the start of the range to the integer; their count.
  private static func readDigits(
    _ bytes: [UInt8], _ range: Range<Int>, into parts: inout Parts
  ) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { break }
      if let digits = parts.digits {
        // 2^60 * 10 + 9 still fits; beyond it the fast path is out of the question.
        parts.digits = digits < 1 << 60 ? digits &* 10 &+ UInt64(digit) : nil
      }
      index += 1
    }
    return index - range.lowerBound
  }

  /// The exponent, which must fill the range; beyond six digits its size no longer matters.
  private static func readExponent(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    var isNegative = false
    if let sign = sign(bytes, range) {
      isNegative = sign < 0
      index += 1
    }
    guard index < range.upperBound else { return nil }
    var exponent = 0
    while index < range.upperBound {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      index += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// 1 or -1 where the range begins with a sign.
  private static func sign(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard let first = range.first else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "+"): return 1
    case UInt8(ascii: "-"): return -1
    default: return nil
    }
  }
}
