// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// The page of `--report`: a single file without scripts or external resources.
struct ReportPage {
  let reports: [ComparisonReport]
  let options: CompareOptions

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The cost of each way to change the rate</title>
    <style>
    \(ProgramText.reportStyle)
    </style>
    </head>
    <body id="top">
    \(reports[0].ownFramesText.map { "<p><strong>\(HTML.escaped($0))</strong></p>" } ?? "")
    \(OpeningPicture.html)
    <h2>The figures</h2>
    <p>Click a line to open or close it.</p>
    \(reports.enumerated().map { chapter($1, isOpen: $0 == 0) }.joined(separator: "\n"))
    \(legends)
    \(making)
    </body>
    </html>

    """
  }

  /// A collapsible part, with a link to the page's beginning.
  private func part(_ title: String, isOpen: Bool = false, _ text: String) -> String {
    """
    <details\(isOpen ? " open" : "")>
    <summary>\(title)</summary>
    \(text)
    <p><a href="#top">Back to the beginning</a></p>
    </details>
    """
  }

  /// One schedule: its figures and its picture.
  private func chapter(_ report: ComparisonReport, isOpen: Bool) -> String {
    let schedule = report.comparison.schedule.name
    let summary = BuiltInSchedule(rawValue: schedule)?.summary ?? "from a file"
    return part(
      "\(HTML.escaped(quoted(schedule))): \(HTML.escaped(summary))", isOpen: isOpen,
      """
      <p>\(HTML.escaped(report.extentText)); the worst of each column is marked.</p>
      <div class="scroll">
      \(table(report))
      </div>
      <div class="scroll">
      \(MotionPicture(report)?.svg ?? "")
      </div>
      """)
  }

  private func table(_ report: ComparisonReport) -> String {
    let head = Measure.allCases.map { measure in
      "<th scope=\"col\">\(measure.title)"
        + "<span class=\"unit\">\(HTML.escaped(measure.unit))</span></th>"
    }
    let worst = Measure.allCases.map { report.worst(of: $0) }
    let rows = report.results.map { result in
      let cells = zip(Measure.allCases, worst).map { measure, worst in
        let isWorst = worst.contains(result.strategy)
        return "<td\(isWorst ? " class=\"worst\"" : "")>"
          + "\(FigureText.text(result.figures[measure]))</td>"
      }
      return "<tr\(result.strategy.isOurs ? " class=\"ours\"" : "")>"
        + "<th scope=\"row\">\(result.strategy.rawValue)</th>\(cells.joined())"
        + "<td class=\"verdict\">\(HTML.escaped(result.verdict.text))</td></tr>"
    }
    return """
      <table>
      <tr><th scope="col">strategy</th>\(head.joined())<th scope="col" class="verdict">verdict</th></tr>
      \(rows.joined(separator: "\n"))
      </table>
      """
  }

  private var legends: String {
    let measures = Measure.allCases.map { measure in
      "<dt>\(measure.title) <span>in \(HTML.escaped(measure.unit))</span></dt>"
        + "<dd>\(HTML.escaped(measure.definition))</dd>"
    }
    let strategies = options.strategies.map { strategy in
      "<dt>\(strategy.rawValue)</dt><dd>\(HTML.escaped(strategy.summary))</dd>"
    }
    return part("The measures, defined", "<dl>\(measures.joined(separator: "\n"))</dl>") + "\n"
      + part("The strategies", "<dl>\(strategies.joined(separator: "\n"))</dl>")
  }

  /// The command that makes the same page, with FILE.html for the file's name.
  private var making: String {
    let comparison = reports[0].comparison
    var words = ["Demo/run-compare --report FILE.html"]
    if options.schedule != nil { words.append("--schedule \(quoted(comparison.schedule.name))") }
    words.append("--trace \(quoted(comparison.trace.name))")
    if options.isWhole { words.append("--all") }
    if options.strategies != CompareOptions().strategies,
      options.strategies != ComparisonStrategy.allCases || !options.isWhole
    {
      words.append("--strategies \(options.strategies.map(\.rawValue).joined(separator: ","))")
    }
    words.append("--seed \(options.seed)")
    return """
      <h2>How it was made</h2>
      <p><code>\(HTML.escaped(words.joined(separator: " ")))</code> makes the same page, byte for byte.</p>
      """
  }
}
