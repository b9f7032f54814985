// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import StrategyComparison

/// One run of the command: inputs read and checked, strategies run, figures written.
struct CompareRun {
  let options: CompareOptions
  let comparison: Comparison

  /// The most frames of a run: half a year at 60 Hz, some minutes of work.
  static let mostFrames = 1e9

  /// Reads what the options name.
  /// - Throws: The first file that cannot be used; nothing has been made then.
  init(_ options: CompareOptions) throws(FileError) {
    try Self.checkFilesDiffer(options)
    if let file = options.outputFile { try OutputFile.check(file) }
    let schedule =
      switch options.schedule {
      case .builtIn(let name): name.schedule(seed: options.seed)
      case .file(let path):
        try Self.file(path, or: BuiltInSchedule.self, read: ScheduleFile.read)
      }
    let trace =
      switch options.trace {
      case .builtIn(let name): name.trace(seed: options.seed)
      case .file(let path):
        try Self.file(path, or: BuiltInTrace.self, read: TraceFile.read)
      }
    let frames = trace.frameCount(length: schedule.length)
    guard frames <= Self.mostFrames else {
      throw FileError(
        schedule.name,
        wrong: "ends at \(schedule.length) s, which takes \(FigureText.text(frames)) frames"
          + " of \(trace.name)",
        remedy: "end it within 1e9 frames, or give frames of its own with --trace FILE.csv")
    }
    self.options = options
    comparison = Comparison(
      schedule: schedule, trace: trace,
      strategies: options.strategies ?? ComparisonStrategy.standard(for: schedule))
  }

  private static func checkFilesDiffer(_ options: CompareOptions) throws(FileError) {
    let outputs = [options.outputFile, options.plot?.path].compactMap { $0 }
    for input in [options.schedule.path, options.trace.path].compactMap({ $0 }) {
      for output in outputs where areSameFile(input, output) {
        throw FileError(
          output, wrong: "is a file that is read, and would be overwritten",
          remedy: "name another file to write", exitCode: .cannotCreate)
      }
    }
    if let file = options.outputFile, let plot = options.plot?.path, areSameFile(file, plot) {
      throw FileError(
        file, wrong: "is the file that --plot draws into",
        remedy: "name another file for --output", exitCode: .cannotCreate)
    }
  }

  /// Reads a file; where there is none, the error also names the built-in ones.
  private static func file<Content, Name: CaseIterable & RawRepresentable<String>>(
    _ path: String, or names: Name.Type, read: (String) throws(FileError) -> Content
  ) throws(FileError) -> Content {
    do {
      return try read(path)
    } catch {
      // A path with a folder or an ending names a file.
      guard error.systemError == ENOENT, !path.contains(where: { $0 == "/" || $0 == "." }) else {
        throw error
      }
      let builtIn = names.allCases.map(\.rawValue)
      let near = nearest(to: path, among: builtIn).map { "did you mean \($0)? " } ?? ""
      throw FileError(
        path, wrong: "cannot be read", code: ENOENT,
        remedy: "\(near)built in are: \(builtIn.joined(separator: ", ")); or name a file.csv",
        exitCode: .noInput)
    }
  }

  /// Runs the strategies, as many at a time as there are processors.
  func report() async -> ComparisonReport {
    let progress = ProgressLine(total: comparison.work)
    let results = await comparison.results { progress.add($0) }
    progress.clear()
    return ComparisonReport(comparison, seed: options.seed, results: withCosts(results))
  }

  /// The results, with the cost where the options include it.
  func withCosts(_ results: [StrategyResult]) -> [StrategyResult] {
    guard options.measuresCost else { return results }
    return results.map { result in
      var result = result
      result.figures[.cost] = comparison.cost(of: result.strategy, clock: Self.processorTime)
      return result
    }
  }

  /// The figures as the options want them.
  func text(of report: ComparisonReport) -> String {
    switch options.format {
    case .table: TextTable(report).text
    case .csv: DataText.csv(report)
    case .json: DataText.json(report)
    }
  }

  /// Nanoseconds that this thread has run.
  private static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
