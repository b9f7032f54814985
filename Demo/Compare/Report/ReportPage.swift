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
    let list = "<ol>\n\(policies.joined(separator: "\n"))\n</ol>"
    let answer = "<p>\(HTML.marked(PolicyAdvice.sumAnswer))</p>"
    return [
      Self.section("policy", PolicyAdvice.question, list),
      Self.section("sum", HTML.marked(PolicyAdvice.sumQuestion), answer),
    ].joined(separator: "\n")
  }

  private var lead: String {
    Self.section(
      "figures", "The figures",
      """
      <p>Something pulses, and its rate changes while it runs. Each row below is a way to change \
      it: those that this package offers (in blue), and models of what browsers, Android, engines, \
      tweens and music programs do. All had the same rate changes and frames.</p>
      """)
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
    return Self.section("overview", "At their worst", table.html)
  }

  private func section(_ index: Int) -> String {
    let chapter = chapters[index]
    let report = chapter.report
    let caption =
      "\(quoted(report.schedule)) seen by \(quoted(report.trace)): \(report.extentText);"
      + " the worst of a column is marked."
    return Self.section(
      "schedule-\(index + 1)", name(index),
      """
      <p>Rate changes: \(HTML.escaped(chapter.summary))</p>
      \(ReportTable(report, caption: caption).html)
      <figure>
      <div class="scroll" role="region" tabindex="0" aria-label="Motions in \(name(index))">
      \(chapter.picture)
      </div>
      <figcaption>\(HTML.escaped(chapter.windowText)) Of each strategy above the value, below the \
      rate: in effect, and in grey as requested.</figcaption>
      </figure>
      """)
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
    return [("measures", "Measures", measures), ("strategies", "Strategies", strategies)]
      .map { id, title, entries in
        Self.section(id, title, "<dl>\n\(entries.joined(separator: "\n"))\n</dl>")
      }.joined(separator: "\n")
  }

  private var making: String {
    let trace = HTML.escaped(quoted(chapters.first?.report.trace ?? ""))
    let summary = traceSummary.map { " (\(HTML.escaped($0)))" } ?? ""
    let seed = chapters.first?.report.seed ?? 0
    return Self.section(
      "making", "How it was made",
      """
      <p>Frames: \(trace)\(summary). Seed of the random schedules and traces: \(seed). The same input \
      gives the same page, byte for byte:</p>
      <pre><code>\(HTML.escaped(command))</code></pre>
      """)
  }

  /// A part under a heading of its own; title and content are HTML.
  private static func section(_ id: String, _ title: String, _ content: String) -> String {
    """
    <section aria-labelledby="\(id)">
    <h2 id="\(id)">\(title)</h2>
    \(content)
    </section>
    """
  }
}
