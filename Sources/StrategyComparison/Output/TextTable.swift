// SPDX-License-Identifier: Apache-2.0

/// A report as text for a terminal: aligned, at most 80 columns; the advice first, then figures.
public struct TextTable {
  /// Characters in a line, the most that a terminal of the usual size shows.
  static let width = 80

  private static let nameWidth = 18
  /// A figure, and an asterisk behind the worst one.
  private static let cellWidth = 10
  private static let cellsPerBlock = 6

  private let report: ComparisonReport

  /// - Parameter report: The results to show.
  public init(_ report: ComparisonReport) { self.report = report }

  /// All lines, each with its line break.
  public var text: String {
    let measures = Measure.allCases
    var lines = [PolicyAdvice.question]
    lines += PolicyAdvice.all.map { padded($0.name) + $0.situation + "." }
    lines += [""] + wrapped(title, indent: 0) + [""]
    for start in stride(from: 0, to: measures.count, by: Self.cellsPerBlock) {
      lines += block(measures[start..<min(start + Self.cellsPerBlock, measures.count)]) + [""]
    }
    lines += report.results.map { padded($0.strategy.rawValue) + Verdict($0.figures).text }
    lines += ["", "* the worst of its column", ""]
    for measure in measures {
      lines += wrapped("\(measure.title) (\(measure.unit)): \(measure.definition)", indent: 2)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var title: String {
    "\(report.title): \(report.extentText), seed \(report.seed)"
  }

  private func block(_ measures: ArraySlice<Measure>) -> [String] {
    func head(_ text: (Measure) -> String) -> String {
      trimmed(measures.reduce(padded("")) { $0 + cell(text($1), isWorst: false) })
    }
    let worst = measures.map { report.worst(of: $0) }
    let rows = report.results.map { result in
      let cells = zip(measures, worst).map { measure, worst in
        cell(
          FigureText.text(result.figures[measure]), isWorst: worst.contains(result.strategy))
      }
      return trimmed(padded(result.strategy.rawValue) + cells.joined())
    }
    return [head(\.title), head(\.unit)] + rows
  }

  private func cell(_ text: String, isWorst: Bool) -> String {
    String(repeating: " ", count: max(1, Self.cellWidth - 1 - text.count)) + text
      + (isWorst ? "*" : " ")
  }

  private func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, Self.nameWidth - name.count))
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Breaks a text between words; further lines are indented.
  private func wrapped(_ text: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > Self.width {
        lines.append(line)
        line = String(repeating: " ", count: max(0, indent - 1))
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
