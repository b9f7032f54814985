// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import StrategyComparison

/// One run of the command: reads and checks the inputs, runs the strategies, and writes the
/// figures.
struct CompareRun {
  let options: CompareOptions
  /// One comparison per schedule.
  ///
  /// If the options name no schedule, a report has the built-in ones.
  let comparisons: [Comparison]

  /// The largest number of frames in a run: those of half a year at 60 Hz.
  ///
  /// Computing them takes some minutes.
  static let mostFrames = 1e9
  /// The largest number of seconds that a picture shows of a run.
  ///
  /// A cycle of 0.2 s is then 17 pixels wide.
  static let pictureSeconds = 10.0

  /// Reads the inputs named by the options.
  /// - Throws: The error of the first unusable file, before any file is created.
  init(_ options: CompareOptions) throws(ProgramError) {
    for output in [options.plot, options.report].compactMap(\.self) {
      for input in [options.schedule?.path, options.trace.path].compactMap(\.self)
      where areSameFile(input, output) {
        throw ProgramError(
          output, wrong: "is also an input, and would be overwritten",
          remedy: "name another file to write", exitCode: .cannotCreate)
      }
      try OutputFile.check(output)
    }
    let trace =
      switch options.trace {
      case .builtIn(let name): name.trace(seed: options.seed)
      case .file(let path): try Self.file(path, or: BuiltInTrace.self, read: TraceFile.read)
      }
    self.options = options
    comparisons = try Self.schedules(options).map { (schedule) throws(ProgramError) in
      let frames = trace.frameCount(length: schedule.length)
      guard frames <= Self.mostFrames else {
        throw ProgramError(
          schedule.name,
          wrong: "ends at \(schedule.length) s, which takes \(FigureText.text(frames)) frames"
            + " of \(trace.name)",
          remedy: "end the schedule within 1e9 frames, or name a shorter trace: --trace FILE.csv")
      }
      return Comparison(schedule: schedule, trace: trace, strategies: options.strategies)
    }
  }

  private static func schedules(_ options: CompareOptions) throws(ProgramError) -> [RateSchedule] {
    switch options.schedule {
    case .builtIn(let name): [name.schedule(seed: options.seed)]
    case .file(let path): [try file(path, or: BuiltInSchedule.self, read: ScheduleFile.read)]
    case nil:
      names(options).map { $0.schedule(seed: options.seed) }
    }
  }

  /// The built-in schedules to run if none is named.
  ///
  /// `veryLong`, which lasts a month, is only included with `--all`.
  private static func names(_ options: CompareOptions) -> [BuiltInSchedule] {
    guard options.report != nil else { return [.panic] }
    let short = BuiltInSchedule.allCases.filter { $0 != .veryLong && $0 != .panic }
    return [.panic] + short + (options.isWhole ? [.veryLong] : [])
  }

  /// Reads a file.
  ///
  /// If the file is missing, the error also lists the built-in names.
  private static func file<Content, Name: CaseIterable & RawRepresentable<String>>(
    _ path: String, or names: Name.Type, read: (String) throws(ProgramError) -> Content
  ) throws(ProgramError) -> Content {
    do {
      return try read(path)
    } catch {
      // A path with a folder or an extension is meant as a file.
      guard error.systemError == ENOENT, !path.contains(where: { $0 == "/" || $0 == "." }) else {
        throw error
      }
      let builtIn = names.allCases.map(\.rawValue)
      throw ProgramError(
        path, wrong: "cannot be read", code: ENOENT,
        remedy: suggestion(for: path, among: builtIn)
          + "built in are: \(builtIn.joined(separator: ", ")); or name a file.csv",
        exitCode: .noInput)
    }
  }

  /// The note below a brief table, with the options for more measures, strategies and schedules.
  private var more: String {
    guard options.detail == .brief else { return "" }
    return """

      Demo/run-compare --all      every strategy and measure, with a verdict
      Demo/run-compare --explain  the definitions of the measures
      Demo/run-compare --help     the options for other schedules, and for pictures

      """
  }

  /// Runs all strategies, writes the picture or the page, and returns the text to print.
  func output() async throws(ProgramError) -> String {
    let progress = ProgressLine(total: comparisons.count * options.strategies.count)
    let isDrawn = options.plot != nil || options.report != nil
    var reports: [ComparisonReport] = []
    for comparison in comparisons {
      let window = isDrawn ? comparison.window(ofSeconds: Self.pictureSeconds) : nil
      let results = await comparison.results(showing: window) { progress.add() }
      reports.append(ComparisonReport(comparison, seed: options.seed, results: results))
    }
    progress.clear()
    if let path = options.report {
      let page = ReportPage(reports: reports, options: options).html
      try OutputFile.replace(path, with: Array(page.utf8))
      return "\(path)\n"
    }
    let report = reports[0]
    if let path = options.plot, let picture = MotionPicture(report) {
      try OutputFile.replace(path, with: Array("\(picture.svg)\n".utf8))
    }
    return switch options.format {
    case .table: TextTable(report, options.detail).text + more
    case .csv: report.csv
    }
  }
}
