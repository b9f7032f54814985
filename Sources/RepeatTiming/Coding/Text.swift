// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// Values as CSV (RFC 4180) writes them.
  package enum CSVText {
    /// A text in quotes, each quote in it doubled.
    package static func quoted(_ text: String) -> String {
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
      return "\"\(parts.joined(separator: "\"\""))\""
    }
  }

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

  /// Values as JSON (RFC 8259) writes them.
  package enum JSONText {
    /// An object on one line.
    /// - Parameter fields: Names, and values that are JSON already.
    package static func object(_ fields: [(name: String, value: String)]) -> String {
      "{" + fields.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// The shortest number that reads back as the same `Double`.
    ///
    /// JSON has no infinity: what is not finite is null, as is what is missing.
    package static func number(_ value: Double?) -> String {
      guard let value, value.isFinite else { return "null" }
      return "\(value)"
    }

    /// A text in quotes.
    package static func quoted(_ text: String) -> String {
      var quoted = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\0"..<" ":
          let digits = String(scalar.value, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: quoted.unicodeScalars.append(scalar)
        }
      }
      return quoted + "\""
    }
  }
#endif
