// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The rows as text: aligned, at most 80 columns.
struct Table {
  let machine: Machine
  let rows: [MeasuredRow]

  /// Characters in a line, the most that a terminal of the usual size shows.
  static let width = 80

  private static let nameWidth = 35

  var text: String {
    var lines = wrapped(machine.summary)
    lines.append("Nanoseconds of processor time: medians of interleaved runs, and how far their")
    lines.append("middle half spreads")
    lines.append("")
    lines.append(line("", "ours", "spread", "other", "spread", "ratio"))
    for row in rows {
      lines.append(
        line(
          row.name, number(row.ours), share(row.ours), number(row.byHand), share(row.byHand),
          number(row.ratio)))
    }
    lines += GoalTable(rows: rows).lines
    lines += missing
    lines.append("")
    lines += explanations
    return lines.map { $0 + "\n" }.joined()
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

  private func line(
    _ name: String, _ ours: String, _ spread: String, _ byHand: String, _ itsSpread: String,
    _ ratio: String
  ) -> String {
    let start = name + String(repeating: " ", count: max(0, Self.nameWidth - name.count))
    return zip([ours, spread, byHand, itsSpread, ratio], [10, 8, 10, 8, 9]).reduce(start) {
      $0 + String(repeating: " ", count: max(1, $1.1 - $1.0.count)) + $1.0
    }
  }

  private func number(_ summary: Summary?) -> String {
    summary.map { decimals($0.median) } ?? "-"
  }

  private func share(_ summary: Summary?) -> String {
    summary.map { "\(Int(($0.spread * 100).rounded())) %" } ?? "-"
  }
}

/// Two decimals, or three figures of what is less than 1.
func decimals(_ value: Double) -> String {
  let decimals = value >= 0.9995 || value == 0 ? 2 : value >= 0.09995 ? 3 : 4
  return DecimalText.fixed(value, decimals: decimals) ?? "-"
}

/// Breaks a text between words; further lines are indented.
func wrapped(_ text: String) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if line.count + 1 + word.count > Table.width {
      lines.append(line)
      line = " "
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + [line]
}
