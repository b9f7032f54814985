// SPDX-License-Identifier: Apache-2.0

/// The rows and their goals as text: aligned, at most 80 columns.
struct Table {
  let machine: Machine
  let rows: [MeasuredRow]

  var text: String {
    var lines = wrapped(machine.summary)
    lines.append("Nanoseconds of processor time: medians of interleaved runs, and how far their")
    lines.append("middle half spreads")
    lines.append("")
    let columns = Columns(widths: [35, 10, 8, 10, 8, 9])
    lines.append(columns.line("", "ours", "spread", "other", "spread", "ratio"))
    for row in rows {
      lines.append(
        columns.line(
          row.name, number(row.ours), share(row.ours), number(row.byHand), share(row.byHand),
          number(row.ratio)))
    }
    lines += goals
    lines += missing
    lines += details
    lines.append("")
    lines += explanations
    return lines.map { $0 + "\n" }.joined()
  }

  /// How many goals are met; nothing where there are none.
  var verdict: String? {
    let verdicts = rows.flatMap { row in row.goals.map { $0.verdict(on: row) } }
    guard !verdicts.isEmpty else { return nil }
    let (reached, met) = (verdicts.count { $0 == .reached }, verdicts.count { $0 == .met })
    let unmeasured = verdicts.count { $0 == .unmeasured }
    return "\(reached + met) of \(verdicts.count) goals met, \(reached) as well as we want"
      + (unmeasured > 0 ? "; \(unmeasured) not measured" : "")
  }

  /// The goals, each beside its figure; nothing where there are none.
  var goals: [String] {
    let columns = Columns(widths: [28, 13, 10, 8, 8])
    let goals = rows.flatMap { row in row.goals.map { (goal: $0, row: row) } }
    guard !goals.isEmpty else { return [] }
    let lines = goals.map { goal, row in
      columns.line(
        row.name, goal.title, goal.figure(of: row).map(decimals) ?? "-",
        "\(goal.bound(goal.must))", "\(goal.bound(goal.after))") + " \(goal.verdict(on: row))"
    }
    return ["", columns.line("Goals", "figure", "is", "must be", "we want")] + lines
  }

  /// What decides figures: which loops ran.
  private var details: [String] {
    let lines = rows.flatMap { row in row.detail.map { wrapped("\(row.name): \($0)") } ?? [] }
    return lines.isEmpty ? [] : ["", "What decides:"] + lines
  }

  /// What could not be measured: nobody should take a short table for a whole one.
  private var missing: [String] {
    let lines = rows.compactMap(\.missingNote).flatMap(wrapped)
    return lines.isEmpty ? [] : [""] + lines
  }

  /// What the rows are; rows of one kind share a line.
  private var explanations: [String] {
    var lines: [String] = []
    var last: String?
    for row in rows where row.description != last {
      let isShared = rows.filter { $0.description == row.description }.count > 1
      let name = isShared ? row.group : row.name
      lines += wrapped("\(name): \(row.description)")
      last = row.description
    }
    return lines
  }

  private func number(_ summary: Summary?) -> String {
    summary.map { decimals($0.median) } ?? "-"
  }

  private func share(_ summary: Summary?) -> String {
    summary.map { "\(Int(($0.spread * 100).rounded())) %" } ?? "-"
  }
}
