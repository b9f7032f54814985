// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// The page of `--report`: a single file without scripts or external resources.
struct ReportPage {
  let reports: [ComparisonReport]
  let options: CompareOptions

  init(_ reports: [ComparisonReport], _ options: CompareOptions) {
    (self.reports, self.options) = (reports, options)
  }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>The cost of each way to change the rate</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body id="top">
    <h1>The cost of each way to change the rate</h1>
    \(opening)
    \(advice)
    <h2>The figures</h2>
    <p>Click a line to open or close it.</p>
    \(reports.enumerated().map { chapter($1, isOpen: $0 == 0) }.joined(separator: "\n"))
    \(legends)
    \(making)
    </body>
    </html>

    """
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1f2328; --faded: #59636e; --line: #b4bbc3;
      --ours: #0072b2; --worst: #fdebdd; background: #fff; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e9ec; --faded: #a5afba; --line: #5d6873; --ours: #56b4e9;
        --worst: #46290f; background: #14171a; }
    }
    body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem; color: var(--ink);
      font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
    h2 { margin: 3rem 0 .5rem; }
    details { border-bottom: 1px solid var(--line); }
    summary { padding: .6rem 0; font-size: 1.1rem; font-weight: 600; cursor: pointer; }
    a { color: var(--ours); }
    p, dl, ol { max-width: 46rem; }
    dt { font-weight: 600; margin-top: .6rem; }
    dt span, .unit { font-weight: 400; color: var(--faded); }
    dd { margin: 0; }
    .scroll { overflow-x: auto; margin: 1rem 0; }
    table { border-collapse: collapse; font-size: .8rem; font-variant-numeric: tabular-nums; }
    th, td { padding: .3rem .4rem; text-align: right; white-space: nowrap; vertical-align: top; }
    th:first-child { text-align: left; }
    tr { border-bottom: 1px solid var(--line); }
    tr.ours th { color: var(--ours); }
    .unit { display: block; font-size: .75rem; }
    td.verdict, th.verdict { text-align: left; white-space: normal; min-width: 13rem; }
    td.worst { background: var(--worst); font-weight: 600; }
    svg { display: block; width: 100%; min-width: 720px; max-width: 960px; }
    code { overflow-wrap: anywhere; }
    """

  /// A picture of the policies `restart-per-cycle` and `phase-matched` under the first schedule.
  private var opening: String {
    let report = reports[0]
    let two = report.results.filter { [.restartPerCycle, .phaseMatched].contains($0.strategy) }
    let shown = two.count == 2 ? two : Array(report.results.prefix(2))
    let picture = MotionPicture(
      ComparisonReport(report.comparison, seed: report.seed, results: shown))
    return "<div class=\"scroll\">\n\(picture?.svg ?? "")\n</div>"
  }

  private var advice: String {
    let items = PolicyAdvice.all.map { "<li>\(HTML.marked($0.text))</li>" }
    return "<h2>\(PolicyAdvice.question)</h2>\n<ol>\n\(items.joined(separator: "\n"))\n</ol>"
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
