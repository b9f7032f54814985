// SPDX-License-Identifier: Apache-2.0

import DemoNumbers

/// The rows as aligned text, at most 80 columns wide.
struct RowTable {
  let machine: String
  let rows: [MeasuredRow]

  private let columns = Columns(widths: [32, 11, 8, 11, 8, 8])

  var lines: [String] {
    var lines = wrapped(machine)
    lines += wrapped(
      "Nanoseconds of processor time for one repeat and frame: medians of interleaved runs, and"
        + " the spread of their middle half; ratio: ours / the other")
    lines += ["", columns.line("", "ours", "spread", "other", "spread", "ratio")]
    for row in rows {
      lines.append(
        columns.line(
          row.name, number(row.ours), share(row.ours), number(row.other), share(row.other),
          number(row.ratio)))
    }
    lines += rows.compactMap { row in row.missing.map { "\(row.name) is not measured: \($0)" } }
      .flatMap(wrapped)
    lines.append("")
    var explained: Set<String> = []
    for row in rows where explained.insert(row.description).inserted {
      let kind = row.name.split(separator: "/").prefix(2).joined(separator: "/")
      lines += wrapped("\(kind): \(row.description)")
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

/// Lines of cells; at least one space separates two cells.
///
/// The first cell is left-aligned, and the others are right-aligned.
struct Columns {
  /// The width of a usual terminal, in characters.
  static let width = 80

  let widths: [Int]

  func line(_ cells: String...) -> String {
    zip(cells, widths).reduce("") { line, next in
      let (cell, width) = next
      let space = String(repeating: " ", count: max(line.isEmpty ? 0 : 1, width - cell.count))
      return line.isEmpty ? cell + space : line + space + cell
    }
  }
}

/// A number with two decimals, or below 1 with three or four.
func decimals(_ value: Double) -> String {
  fixed(value, digits: value >= 0.9995 || value == 0 ? 2 : value >= 0.09995 ? 3 : 4)
}

/// A number with fixed decimals; a dash if it is not finite.
func fixed(_ value: Double, digits: Int) -> String {
  DecimalText.fixed(value, decimals: digits) ?? "-"
}

/// Wraps a text between words; continuation lines are indented.
func wrapped(_ text: String) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if line.count + 1 + word.count > Columns.width {
      lines.append(line)
      line = " "
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + [line]
}
