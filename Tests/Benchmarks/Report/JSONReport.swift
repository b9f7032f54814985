// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The rows as JSON (RFC 8259); in `goals`, `within` is null where `must` is a limit; `squares` are
/// the programs of the row `loops`, with milliseconds as their unit.
struct JSONReport {
  let machine: Machine
  let rows: [MeasuredRow]
  var goals: [LoopFigures] = []

  var text: String {
    let facts = [
      ("processor", JSONText.quoted(machine.processor)),
      ("architecture", JSONText.quoted(machine.architecture)),
      ("compiler", JSONText.quoted(machine.compiler)), ("isOptimized", "\(machine.isOptimized)"),
      ("processors", "\(machine.processors)"), ("load", JSONText.number(machine.load)),
      (
        "instructionSets",
        "[\(machine.instructionSets.map(JSONText.quoted).joined(separator: ", "))]"
      ),
      ("cCompiler", JSONText.quoted(machine.cCompiler)),
    ]
    let lines = rows.map { "    " + JSONText.object(fields(of: $0)) }
    let goalLines = goals.flatMap { goal in
      goal.skipped.map { ["    " + JSONText.object(skippedFields(of: goal, $0))] }
        ?? goal.rows.map { "    " + JSONText.object(fields(of: $0, in: goal)) }
    }
    let squareLines = goals.flatMap(\.squares).map { "    " + JSONText.object(fields(of: $0)) }
    return """
      {
        "machine": \(JSONText.object(facts)),
        "unit": "nanoseconds",
        "rows": [
      \(lines.joined(separator: ",\n"))
        ],
        "goals": [
      \(goalLines.joined(separator: ",\n"))
        ],
        "squares": [
      \(squareLines.joined(separator: ",\n"))
        ]
      }

      """
  }

  private func fields(of row: MeasuredRow) -> [(String, String)] {
    [
      ("name", JSONText.quoted(row.name)), ("description", JSONText.quoted(row.description)),
      ("unit", JSONText.quoted(row.unit)),
      ("ours", JSONText.number(row.ours?.median)),
      ("oursSpread", JSONText.number(row.ours?.spread)),
      ("byHand", JSONText.number(row.byHand?.median)),
      ("byHandSpread", JSONText.number(row.byHand?.spread)),
      ("ratio", JSONText.number(row.ratio?.median)),
      ("ratioSpread", JSONText.number(row.ratio?.spread)),
      ("missing", row.missing.map(JSONText.quoted) ?? "null"),
      ("detail", row.detail.map(JSONText.quoted) ?? "null"),
      (
        "goals",
        "[\(row.goals.map { JSONText.object(fields(of: $0, on: row)) }.joined(separator: ", "))]"
      ),
    ]
  }

  private func fields(of goal: Goal, on row: MeasuredRow) -> [(String, String)] {
    [
      ("figure", JSONText.quoted(goal.title)), ("value", JSONText.number(goal.figure(of: row))),
      ("isLargerBetter", "\(goal.isLargerBetter)"), ("must", JSONText.number(goal.must)),
      ("after", JSONText.number(goal.after)),
      ("verdict", JSONText.quoted(goal.verdict(on: row).description)),
    ]
  }

  private func fields(of row: LoopFigure, in goal: LoopFigures) -> [(String, String)] {
    let (must, within): (Double, Double?) =
      switch row.bound {
      case .atMost(let limit), .atLeast(let limit): (limit, nil)
      case .near(let value, let distance): (value, distance)
      }
    return [
      ("name", JSONText.quoted(goal.name)), ("figure", JSONText.quoted(row.label)),
      ("ours", JSONText.number(row.ours)),
      ("bare", JSONText.number(row.bare)), ("control", JSONText.number(row.control)),
      ("must", JSONText.number(must)),
      ("within", JSONText.number(within)), ("isMet", row.isMet.map { "\($0)" } ?? "null"),
      ("load", JSONText.number(row.load)),
    ]
  }

  private func fields(of square: SquareFigures) -> [(String, String)] {
    [
      ("name", JSONText.quoted(square.name)), ("isOurs", "\(square.isOurs)"),
      ("rate", JSONText.number(square.rate)), ("p1", JSONText.number(square.p1)),
      ("p99", JSONText.number(square.p99)), ("worst", JSONText.number(square.worst)),
      ("stepError", JSONText.number(square.stepError)),
      ("percent", JSONText.number(square.percent)),
      ("keyToPixel", JSONText.number(square.keyToPixel)),
      ("missing", square.missing.map(JSONText.quoted) ?? "null"),
    ]
  }

  private func skippedFields(of goal: LoopFigures, _ reason: String) -> [(String, String)] {
    [("name", JSONText.quoted(goal.name)), ("skipped", JSONText.quoted(reason))]
  }
}
