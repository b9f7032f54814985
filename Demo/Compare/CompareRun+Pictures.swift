// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

extension CompareRun {
  /// Does what the options say, and returns the text to show or write.
  /// - Throws: gnuplot does not draw, or a file cannot be made.
  func output() async throws(CompareFailure) -> String {
    if let folder = options.reportFolder { return "\(try await writeReport(to: folder))\n" }
    if let plot = options.plot { return text(of: try await report(drawing: plot)) }
    return text(of: await report())
  }

  /// Runs the strategies, draws their motions into a file, and returns their figures.
  /// - Throws: Before anything is run, where the file cannot be made or gnuplot is missing.
  private func report(
    drawing plot: PlotTarget
  ) async throws(CompareFailure) -> ComparisonReport {
    try CompareFailure.of { () throws(FileError) in try OutputFile.check(plot.path) }
    let gnuplot = try Gnuplot()
    let progress = ProgressLine(total: comparison.work)
    let content = await content(of: comparison, progress)
    progress.clear()
    let script = PlotScript(content, plot.format)
    var picture = try gnuplot.draw(script.text, plot.format)
    if plot.format == .svg {
      picture = SVGPicture(picture, naming: script.groupNames).file(titled: content.title)
    }
    try CompareFailure.of { () throws(FileError) in try WholeFile.write(picture, to: plot.path) }
    return ComparisonReport(
      comparison, seed: options.seed, results: withCosts(content.sketches.map(\.result)))
  }

  /// Runs and draws everything, and writes the page.
  /// - Returns: The page's path.
  private func writeReport(to path: String) async throws(CompareFailure) -> String {
    let gnuplot = try Gnuplot()
    let folder = try CompareFailure.of { () throws(FileError) in try ReportFolder(path) }
    let html = try await page(with: gnuplot).html
    try CompareFailure.of { () throws(FileError) in try folder.write(html) }
    return folder.page
  }

  private func page(with gnuplot: Gnuplot) async throws(CompareFailure) -> ReportPage {
    let comparisons = reportedComparisons
    let progress = ProgressLine(total: comparisons.reduce(0) { $0 + $1.work })
    defer { progress.clear() }
    var chapters: [ReportPage.Chapter] = []
    for comparison in comparisons {
      let content = await content(of: comparison, progress)
      let script = PlotScript(content, .svg)
      let picture = SVGPicture(
        try gnuplot.draw(script.text, .svg), naming: script.groupNames)
      chapters.append(
        ReportPage.Chapter(
          report: ComparisonReport(
            comparison, seed: options.seed, results: content.sketches.map(\.result)),
          summary: BuiltInSchedule(rawValue: comparison.schedule.name)?.summary
            ?? "from a file.",
          windowText: content.windowText, picture: picture.element(titled: content.title)))
    }
    return ReportPage(
      chapters: chapters, traceSummary: BuiltInTrace(rawValue: comparison.trace.name)?.summary,
      command: command)
  }

  /// The schedule that was named, or all that are built in.
  private var reportedComparisons: [Comparison] {
    if options.namesSchedule { return [comparison] }
    return BuiltInSchedule.allCases.map { name in
      let schedule = name.schedule(seed: options.seed)
      return Comparison(
        schedule: schedule, trace: comparison.trace,
        strategies: options.strategies ?? ComparisonStrategy.standard(for: schedule))
    }
  }

  private func content(of comparison: Comparison, _ progress: ProgressLine) async -> PlotContent {
    let window = comparison.window(ofSeconds: PlotContent.seconds)
    return PlotContent(
      schedule: comparison.schedule, trace: comparison.trace.name, window: window,
      sketches: await comparison.sketches(in: window) { progress.add($0) })
  }

  /// The command that makes the same report; the folder's name is no part of it.
  private var command: String {
    var words = ["Demo/run-compare --report FOLDER"]
    if options.namesSchedule { words.append("--schedule \(quoted(comparison.schedule.name))") }
    words.append("--trace \(quoted(comparison.trace.name))")
    if let strategies = options.strategies {
      words.append("--strategies \(strategies.map(\.rawValue).joined(separator: ","))")
    }
    words.append("--seed \(options.seed)")
    return words.joined(separator: " ")
  }
}
