// SPDX-License-Identifier: Apache-2.0

/// The goals as text, beside what was measured: aligned, at most 80 columns.
struct GoalTable {
  let rows: [MeasuredRow]

  private static let nameWidth = 28

  /// Nothing where there are no goals.
  var lines: [String] {
    let goals = rows.flatMap { row in
      row.goals.map { goal in
        line(
          row.name, goal.title, goal.figure(of: row).map(decimals) ?? "-", bound(goal.must, goal),
          bound(goal.after, goal), "\(goal.verdict(on: row))")
      }
    }
    guard !goals.isEmpty else { return [] }
    return ["", line("Goals", "figure", "is", "must be", "we want", "")] + goals + [summary]
  }

  /// How many are met, in a line.
  private var summary: String {
    let verdicts = rows.flatMap { row in row.goals.map { $0.verdict(on: row) } }
    let (reached, met) = (verdicts.count { $0 == .reached }, verdicts.count { $0 == .met })
    let unmeasured = verdicts.count { $0 == .unmeasured }
    return "\(reached + met) of \(verdicts.count) goals are met, \(reached) as well as we want"
      + (unmeasured > 0 ? "; \(unmeasured) not measured" : "")
  }

  private func bound(_ value: Double, _ goal: Goal) -> String {
    let text = value == value.rounded() ? "\(Int(value))" : decimals(value)
    return (goal.isLargerBetter ? ">=" : "<=") + text
  }

  private func line(
    _ name: String, _ figure: String, _ value: String, _ must: String, _ after: String,
    _ verdict: String
  ) -> String {
    let start = name + String(repeating: " ", count: max(0, Self.nameWidth - name.count))
    let columns = zip([figure, value, must, after], [13, 10, 8, 8]).reduce(start) {
      $0 + String(repeating: " ", count: max(1, $1.1 - $1.0.count)) + $1.0
    }
    return verdict.isEmpty ? columns : columns + " " + verdict
  }
}
