// SPDX-License-Identifier: Apache-2.0

/// Numbers as text with a fixed number of decimals, independent of the locale.
package enum DecimalText {
  /// `value` rounded to `decimals` digits after the point, halves away from zero.
  ///
  /// The result is `nil` if `value` is not finite, or if its magnitude exceeds 10^15 units of the
  /// last decimal. A number that rounds to 0 has no sign.
  /// - Parameters:
  ///   - decimals: The number of digits after the point. With 0 there is no point.
  ///   - minus: The sign of a negative number.
  /// - Precondition: `decimals` is in 0...15.
  package static func fixed(_ value: Double, decimals: Int, minus: String = "-") -> String? {
    precondition((0...15).contains(decimals), "fixed(decimals: \(decimals)): 0...15")
    let power = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let size = (value.magnitude * Double(power)).rounded()
    guard size <= 1e15 else { return nil }
    let units = Int(size)
    let sign = value < 0 && units > 0 ? minus : ""
    guard decimals > 0 else { return "\(sign)\(units)" }
    let digits = "\(units % power)"
    let zeros = String(repeating: "0", count: decimals - digits.utf8.count)
    return "\(sign)\(units / power).\(zeros)\(digits)"
  }
}
