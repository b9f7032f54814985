// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
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
