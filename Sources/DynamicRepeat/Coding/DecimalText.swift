// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// Numbers with a fixed number of decimals, whatever the locale.
  package enum DecimalText {
    /// The nearest such number, halves away from zero; `nil` where it is not finite, or above 10^15
    /// in units of its last decimal.
    ///
    /// Nothing that rounds to 0 has a sign.
    /// - Parameters:
    ///   - decimals: How many digits follow the point; 0 leaves the point out.
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
#endif
