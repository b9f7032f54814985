// SPDX-License-Identifier: Apache-2.0

/// The programs of the scoreboard side by side, at most 80 columns.
struct SquareTable {
  private let squares: [SquareFigures]
  private let columns = Columns(widths: [29, 8, 7, 7, 7, 7, 7, 7])

  init(_ squares: [SquareFigures]) { self.squares = squares }

  var lines: [String] {
    var lines = [
      columns.line("a moving square", "Hz", "p1", "p99", "worst", "step", "CPU %", "key")
    ]
    for square in squares {
      lines.append(
        columns.line(
          square.name, text(square.rate, 2), text(square.p1, 2), text(square.p99, 2),
          text(square.worst, 1), text(square.stepError, 2), text(square.percent, 1),
          text(square.keyToPixel, 1)))
    }
    for square in squares {
      if let missing = square.missing { lines += wrapped("- \(square.name): \(missing)") }
    }
    return lines
      + wrapped(
        "p1, p99, worst: ms between two pictures; step: ms by which the square's step differs from"
          + " what that time asks for, p99; key: ms from a key's press to the pixel, p50")
  }

  private func text(_ figure: Double, _ digits: Int) -> String {
    figure.isFinite ? fixed(figure, digits: digits) : "-"
  }
}
