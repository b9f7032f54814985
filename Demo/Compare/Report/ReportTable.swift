// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// A table of figures as HTML, in a box of its own that scrolls where the page is narrow.
struct ReportTable {
  /// What it shows, for its caption.
  let caption: String
  let measures: [Measure]
  let rows: [Row]

  /// One strategy.
  struct Row {
    var strategy: ComparisonStrategy
    var cells: [Cell]
    var verdict: String?
  }

  /// One figure.
  struct Cell {
    var figure: Double?
    var isWorst = false
    /// Where the figure comes from, if the table has several sources.
    var source: String?
  }

  /// The figures of one comparison.
  init(_ report: ComparisonReport, caption: String) {
    self.caption = caption
    measures = report.measures
    let worst = report.measures.map { report.worst(of: $0) }
    rows = report.results.map { result in
      Row(
        strategy: result.strategy,
        cells: zip(report.measures, worst).map { measure, worst in
          Cell(
            figure: result.figures[measure], isWorst: worst.contains(result.strategy))
        },
        verdict: Verdict(result.figures).text)
    }
  }

  /// The worst figure of each strategy over several comparisons of the same strategies.
  init(worstOf reports: [ComparisonReport], caption: String) {
    self.caption = caption
    let measures = reports.first?.measures ?? []
    self.measures = measures
    let strategies = reports.first?.results.map(\.strategy) ?? []
    var rows = strategies.indices.map { index in
      Row(
        strategy: strategies[index],
        cells: measures.map { measure in Self.worst(of: measure, at: index, in: reports) })
    }
    for column in measures.indices {
      let worst = FigureText.worst(of: rows.map { $0.cells[column].figure })
      for index in rows.indices { rows[index].cells[column].isWorst = worst[index] }
    }
    self.rows = rows
  }

  private static func worst(
    of measure: Measure, at index: Int, in reports: [ComparisonReport]
  ) -> Cell {
    let figures = reports.compactMap { report in
      report.results[index].figures[measure].map { (figure: $0, schedule: report.schedule) }
    }
    guard let worst = figures.max(by: { abs($0.figure) < abs($1.figure) }) else { return Cell() }
    // A figure of 0 comes from everywhere.
    let isSeen = abs(worst.figure) >= FigureText.noise
    return Cell(figure: worst.figure, source: isSeen ? worst.schedule : nil)
  }

  /// More columns need smaller type to be seen whole on a page of 1,280 pixels.
  private static let mostInUsualType = 12

  /// The element, with its box.
  var html: String {
    let head = measures.map { measure in
      "<th scope=\"col\"><abbr title=\"\(HTML.escaped(measure.definition))\">\(measure.title)</abbr>"
        + "<span class=\"unit\">\(HTML.escaped(measure.unit))</span></th>"
    }
    let hasVerdicts = rows.contains { $0.verdict != nil }
    let verdict = hasVerdicts ? "<th scope=\"col\" class=\"verdict\">verdict</th>" : ""
    return """
      <div class="scroll" role="region" tabindex="0" aria-label="\(HTML.escaped(caption))">
      <table\(measures.count > Self.mostInUsualType ? " class=\"wide\"" : "")>
      <caption>\(HTML.escaped(caption))</caption>
      <thead><tr><th scope="col">strategy</th>\(head.joined())\(verdict)</tr></thead>
      <tbody>
      \(rows.map(Self.html).joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      """
  }

  private static func html(_ row: Row) -> String {
    let ours = row.strategy.isOurs ? " class=\"ours\"" : ""
    let verdict = row.verdict.map { "<td class=\"verdict\">\(HTML.escaped($0))</td>" } ?? ""
    return "<tr\(ours)><th scope=\"row\">\(row.strategy.rawValue)</th>"
      + row.cells.map(html).joined() + verdict + "</tr>"
  }

  private static func html(_ cell: Cell) -> String {
    let source = cell.source.map { "<span class=\"unit\">\(HTML.escaped($0))</span>" } ?? ""
    let text = FigureText.text(cell.figure)
    return cell.isWorst
      ? "<td class=\"worst\"><strong>\(text)</strong>\(source)</td>" : "<td>\(text)\(source)</td>"
  }
}
