// SPDX-License-Identifier: Apache-2.0

/// The rows as JSON (RFC 8259); in `goals`, `within` is null where `must` is an upper bound.
struct JSONText {
  let machine: Machine
  let rows: [MeasuredRow]
  var goals: [LoopFigures] = []

  var text: String {
    let facts = [
      ("processor", quoted(machine.processor)), ("architecture", quoted(machine.architecture)),
      ("compiler", quoted(machine.compiler)), ("isOptimized", "\(machine.isOptimized)"),
      ("processors", "\(machine.processors)"), ("load", number(machine.load)),
      ("instructionSets", "[\(machine.instructionSets.map(quoted).joined(separator: ", "))]"),
      ("cCompiler", quoted(machine.cCompiler)),
    ]
    let lines = rows.map { "    " + object(fields(of: $0)) }
    let goalLines = goals.flatMap { goal in
      goal.skipped.map { ["    " + object(skippedFields(of: goal, $0))] }
        ?? goal.rows.map { "    " + object(fields(of: $0, in: goal)) }
    }
    return """
      {
        "machine": \(object(facts)),
        "unit": "nanoseconds",
        "rows": [
      \(lines.joined(separator: ",\n"))
        ],
        "goals": [
      \(goalLines.joined(separator: ",\n"))
        ]
      }

      """
  }

  private func fields(of row: MeasuredRow) -> [(String, String)] {
    [
      ("name", quoted(row.name)), ("description", quoted(row.description)),
      ("unit", quoted(row.unit)),
      ("ours", number(row.ours?.median)), ("oursSpread", number(row.ours?.spread)),
      ("byHand", number(row.byHand?.median)),
      ("byHandSpread", number(row.byHand?.spread)),
      ("ratio", number(row.ratio?.median)),
      ("ratioSpread", number(row.ratio?.spread)),
      ("missing", row.missing.map(quoted) ?? "null"),
      ("goals", "[\(row.goals.map { object(fields(of: $0, on: row)) }.joined(separator: ", "))]"),
    ]
  }

  private func fields(of goal: Goal, on row: MeasuredRow) -> [(String, String)] {
    [
      ("figure", quoted(goal.title)), ("value", number(goal.figure(of: row))),
      ("isLargerBetter", "\(goal.isLargerBetter)"), ("must", number(goal.must)),
      ("after", number(goal.after)), ("verdict", quoted(goal.verdict(on: row).description)),
    ]
  }

  private func fields(of row: LoopFigure, in goal: LoopFigures) -> [(String, String)] {
    let (must, within): (Double, Double?) =
      switch row.bound {
      case .atMost(let limit): (limit, nil)
      case .near(let value, let distance): (value, distance)
      }
    return [
      ("name", quoted(goal.name)), ("figure", quoted(row.label)), ("ours", number(row.ours)),
      ("bare", number(row.bare)), ("control", number(row.control)), ("must", number(must)),
      ("within", number(within)), ("isMet", row.isMet.map { "\($0)" } ?? "null"),
      ("load", number(row.load)),
    ]
  }

  private func skippedFields(of goal: LoopFigures, _ reason: String) -> [(String, String)] {
    [("name", quoted(goal.name)), ("skipped", quoted(reason))]
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
