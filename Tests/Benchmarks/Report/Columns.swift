// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Lines of cells: the first to the left, the others to the right, with a space between.
struct Columns {
  /// Characters in a line, the most that a terminal of the usual size shows.
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

/// Two decimals, or three figures of what is less than 1.
func decimals(_ value: Double) -> String {
  fixed(value, digits: value >= 0.9995 || value == 0 ? 2 : value >= 0.09995 ? 3 : 4)
}

/// So many decimals; a dash for a figure that is not finite.
func fixed(_ value: Double, digits: Int) -> String {
  DecimalText.fixed(value, decimals: digits) ?? "-"
}

/// The same without the zeros at the end.
func short(_ value: Double, digits: Int = 3) -> String {
  var text = fixed(value, digits: digits)
  guard text.contains(".") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text
}

/// Breaks a text between words; further lines are indented.
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
