// SPDX-License-Identifier: Apache-2.0

/// The rows as JSON (RFC 8259).
struct JSONText {
  let machine: Machine
  let rows: [MeasuredRow]

  var text: String {
    let facts = [
      ("processor", quoted(machine.processor)), ("architecture", quoted(machine.architecture)),
      ("compiler", quoted(machine.compiler)), ("isOptimized", "\(machine.isOptimized)"),
    ]
    let lines = rows.map { "    " + object(fields(of: $0)) }
    return """
      {
        "machine": \(object(facts)),
        "unit": "nanoseconds",
        "rows": [
      \(lines.joined(separator: ",\n"))
        ]
      }

      """
  }

  private func fields(of row: MeasuredRow) -> [(String, String)] {
    [
      ("name", quoted(row.name)), ("description", quoted(row.description)),
      ("ours", number(row.ours.median)), ("oursSpread", number(row.ours.spread)),
      ("byHand", number(row.byHand?.median)),
      ("byHandSpread", number(row.byHand?.spread)),
      ("ratio", number(row.ratio?.median)),
      ("ratioSpread", number(row.ratio?.spread)),
    ]
  }

  private func object(_ fields: [(name: String, value: String)]) -> String {
    "{" + fields.map { "\(quoted($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// JSON has no infinity: a figure that is none is null.
  private func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return "\(value)"
  }

  private func quoted(_ text: String) -> String {
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
