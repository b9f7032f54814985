// SPDX-License-Identifier: Apache-2.0

/// A report as aligned text for a terminal, at most 80 columns: first the advice, then the figures.
package struct TextTable {
  /// The level of detail.
  package enum Detail: Hashable, Sendable {
    /// Four measures, in about twenty lines.
    case brief
    /// Every measure, and a verdict for each strategy.
    case all
    /// Everything of `all`, and the definition of each measure and strategy.
    case explained
  }

  /// The line width; common terminals show 80 characters.
  static let width = 80

  private static let nameWidth = 18
  /// The width of a figure and an asterisk for the worst.
  private static let cellWidth = 10
  private static let cellsPerBlock = 6

  private let report: ComparisonReport
  private let detail: Detail

  /// - Parameters:
  ///   - report: The results to show.
  ///   - detail: The level of detail; `.all` by default.
  package init(_ report: ComparisonReport, _ detail: Detail = .all) {
    (self.report, self.detail) = (report, detail)
  }

  /// The whole text, each line with its line break.
  package var text: String {
    var lines = report.ownFramesText.map { wrapped($0, indent: 0) + [""] } ?? []
    lines.append(PolicyAdvice.question)
    lines += PolicyAdvice.all.map { padded($0.name) + $0.situation + "." }
    lines += wrapped(PolicyAdvice.undecided, indent: 0)
    lines += [""] + wrapped(title, indent: 0) + [""]
    lines += detail == .brief ? brief : whole
    if detail == .explained { lines += [""] + definitions }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The measures of a brief table: the jump, a visible fault, and the costs of the policies.
  package static let briefMeasures: [Measure] = [
    .valueJump, .delayWorst, .cyclesGained, .slopeKink,
  ]

  private var brief: [String] {
    let legend =
      "jump: the largest jump of the value; 1 is its range. worst: the longest wait or lag."
      + " cycles: cycles gained or lost. kink: the largest jump of the speed."
    return block(Self.briefMeasures[...]) + [""] + wrapped(legend, indent: 0)
  }

  private var whole: [String] {
    let measures = Measure.allCases
    var lines: [String] = []
    for start in stride(from: 0, to: measures.count, by: Self.cellsPerBlock) {
      lines += block(measures[start..<min(start + Self.cellsPerBlock, measures.count)]) + [""]
    }
    lines += report.results.map { padded($0.strategy.rawValue) + $0.verdict.text }
    return lines + ["", "* the worst of its column"]
  }

  private var definitions: [String] {
    Measure.allCases.flatMap {
      wrapped("\($0.title) (\($0.unit)): \($0.definition)", indent: 2)
    } + [""]
      + report.results.map { padded($0.strategy.rawValue) + $0.strategy.summary }
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

  /// Wraps a text between words; further lines are indented.
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
