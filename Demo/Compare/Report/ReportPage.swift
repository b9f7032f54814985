// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// The page of `--report`: everything in one file, nothing that runs, nothing from elsewhere.
struct ReportPage {
  /// One schedule: its figures and its picture.
  struct Chapter {
    var report: ComparisonReport
    var summary: String
    var windowText: String
    /// An `svg` element.
    var picture: String
  }

  let chapters: [Chapter]
  let traceSummary: String?
  /// The command that makes it.
  let command: String

  var html: String {
    let sections = chapters.indices.map(section).joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>What each way to change the rate costs</title>
      <style>
      \(ReportStyle.css)
      </style>
      </head>
      <body>
      <header>
      <h1>What each way to change the rate costs</h1>
      \(advice)
      \(lead)
      \(contents)
      </header>
      <main>
      \(overview)
      \(sections)
      \(legends)
      \(making)
      </main>
      </body>
      </html>

      """
  }

  // MARK: - Parts

  /// The answers before the figures.
  private var advice: String {
    let policies = PolicyAdvice.all.map { "<li>\(HTML.marked($0.text))</li>" }
    return """
      <section aria-labelledby="policy">
      <h2 id="policy">\(PolicyAdvice.question)</h2>
      <ol>
      \(policies.joined(separator: "\n"))
      </ol>
      </section>
      <section aria-labelledby="sum">
      <h2 id="sum">\(HTML.marked(PolicyAdvice.sumQuestion))</h2>
      <p>\(HTML.marked(PolicyAdvice.sumAnswer))</p>
      </section>
      """
  }

  private var lead: String {
    """
    <section aria-labelledby="figures">
    <h2 id="figures">The figures</h2>
    <p>Something pulses, and its rate changes while it runs. Each row below is a way to change \
    it: those that this package offers (in blue), and models of what browsers, Android, engines, \
    tweens and music programs do. All had the same rate changes and frames.</p>
    </section>
    """
  }

  private var contents: String {
    let links = chapters.indices.map { index in
      "<li><a href=\"#schedule-\(index + 1)\">\(name(index))</a></li>"
    }
    return """
      <nav aria-label="Contents"><ul>
      \(links.joined(separator: "\n"))
      <li><a href="#measures">Measures</a></li>
      <li><a href="#strategies">Strategies</a></li>
      <li><a href="#making">How it was made</a></li>
      </ul></nav>
      """
  }

  /// The worst of all schedules, where there are several.
  private var overview: String {
    // Where a leader is followed, other strategies are compared.
    let reports = chapters.map(\.report).filter { $0.strategies == chapters[0].report.strategies }
    guard reports.count > 1 else { return "" }
    let table = ReportTable(
      worstOf: reports,
      caption: "The worst figure of each strategy over all schedules, and in which; the worst of a"
        + " column is marked.")
    return """
      <section aria-labelledby="overview">
      <h2 id="overview">At their worst</h2>
      \(table.html)
      </section>
      """
  }

  private func section(_ index: Int) -> String {
    let chapter = chapters[index]
    let report = chapter.report
    let caption =
      "\(quoted(report.schedule)) seen by \(quoted(report.trace)): \(report.extentText);"
      + " the worst of a column is marked."
    return """
      <section aria-labelledby="schedule-\(index + 1)">
      <h2 id="schedule-\(index + 1)">\(name(index))</h2>
      <p>Rate changes: \(HTML.escaped(chapter.summary))</p>
      \(ReportTable(report, caption: caption).html)
      <figure>
      <div class="scroll" role="region" tabindex="0" aria-label="Motions in \(name(index))">
      \(chapter.picture)
      </div>
      <figcaption>\(HTML.escaped(chapter.windowText)) Of each strategy above the value, below the \
      rate: in effect, and in grey as requested.</figcaption>
      </figure>
      </section>
      """
  }

  private func name(_ index: Int) -> String {
    HTML.escaped(quoted(chapters[index].report.schedule))
  }

  private var legends: String {
    let reports = chapters.map(\.report)
    let measures = Measure.allCases.filter { measure in
      reports.contains { $0.measures.contains(measure) }
    }.map { measure in
      "<dt>\(measure.title) <span>in \(HTML.escaped(measure.unit))</span></dt>"
        + "<dd>\(HTML.escaped(measure.definition))</dd>"
    }
    let strategies = ComparisonStrategy.allCases.filter { strategy in
      reports.contains { $0.strategies.contains(strategy) }
    }.map { strategy in
      "<dt>\(strategy.rawValue)</dt><dd>\(HTML.escaped(strategy.summary))</dd>"
    }
    return [
      Self.legend("Measures", id: "measures", measures),
      Self.legend("Strategies", id: "strategies", strategies),
    ].joined(separator: "\n")
  }

  private static func legend(_ title: String, id: String, _ entries: [String]) -> String {
    """
    <section aria-labelledby="\(id)">
    <h2 id="\(id)">\(title)</h2>
    <dl>
    \(entries.joined(separator: "\n"))
    </dl>
    </section>
    """
  }

  private var making: String {
    let trace = HTML.escaped(quoted(chapters.first?.report.trace ?? ""))
    let summary = traceSummary.map { " (\(HTML.escaped($0)))" } ?? ""
    let seed = chapters.first?.report.seed ?? 0
    return """
      <section aria-labelledby="making">
      <h2 id="making">How it was made</h2>
      <p>Frames: \(trace)\(summary). Seed of the random schedules and traces: \(seed). The same input \
      gives the same page, byte for byte:</p>
      <pre><code>\(HTML.escaped(command))</code></pre>
      </section>
      """
  }
}
