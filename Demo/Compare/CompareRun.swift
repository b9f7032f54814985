// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import StrategyComparison

/// One run of the command: inputs read and checked, strategies run, figures written.
struct CompareRun {
  let options: CompareOptions
  /// One for each schedule: a report shows all that are built in, unless one is named.
  let comparisons: [Comparison]

  /// The most frames of a run: half a year at 60 Hz, some minutes of work.
  static let mostFrames = 1e9
  /// Seconds of a longer run that a picture shows: a cycle of 0.2 s is still 17 pixels wide.
  static let pictureSeconds = 10.0

  /// Reads the inputs that the options name.
  /// - Throws: The first file that cannot be used; nothing has been made then.
  init(_ options: CompareOptions) throws(ProgramError) {
    for output in [options.plot, options.report].compactMap(\.self) {
      for input in [options.schedule?.path, options.trace.path].compactMap(\.self)
      where areSameFile(input, output) {
        throw ProgramError(
          output, wrong: "is a file that is read, and would be overwritten",
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
          remedy: "end it within 1e9 frames, or give frames of its own with --trace FILE.csv")
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

  /// The built-in schedules if none is named: a report shows all, but a month only if it is asked
  /// to show everything.
  private static func names(_ options: CompareOptions) -> [BuiltInSchedule] {
    guard options.report != nil else { return [.panic] }
    let short = BuiltInSchedule.allCases.filter { $0 != .veryLong && $0 != .panic }
    return [.panic] + short + (options.isWhole ? [.veryLong] : [])
  }

  /// Reads a file; if there is none, the error also names the built-in ones.
  private static func file<Content, Name: CaseIterable & RawRepresentable<String>>(
    _ path: String, or names: Name.Type, read: (String) throws(ProgramError) -> Content
  ) throws(ProgramError) -> Content {
    do {
      return try read(path)
    } catch {
      // A path with a folder or an ending names a file.
      guard error.systemError == ENOENT, !path.contains(where: { $0 == "/" || $0 == "." }) else {
        throw error
      }
      let builtIn = names.allCases.map(\.rawValue)
      let near = nearest(to: path, among: builtIn).map { "did you mean \($0)? " } ?? ""
      throw ProgramError(
        path, wrong: "cannot be read", code: ENOENT,
        remedy: "\(near)built in are: \(builtIn.joined(separator: ", ")); or name a file.csv",
        exitCode: .noInput)
    }
  }

  /// The note under a brief table: its omissions, and the option that shows them.
  private var more: String {
    guard options.detail == .brief else { return "" }
    return """

      Demo/run-compare --all      every strategy and measure, with a verdict
      Demo/run-compare --explain  what the figures mean; --help: schedules, pictures

      """
  }

  /// Runs all strategies, and returns the text to show; a picture or a page is written before.
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
      try WholeFile.write(Array(ReportPage(reports, options).html.utf8), to: path)
      return "\(path)\n"
    }
    let report = reports[0]
    if let path = options.plot, let picture = MotionPicture(report) {
      try WholeFile.write(Array("\(picture.svg)\n".utf8), to: path)
    }
    return switch options.format {
    case .table: TextTable(report, options.detail).text + more
    case .csv: report.csv
    }
  }
}
