// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import WindowRigs

/// The command line: what it says, and how it ends.
enum Command {
  /// What a run leaves: an exit code, and text for standard output and standard error.
  struct Result {
    var exitCode: Int32 = 0
    var output = ""
    var errors = ""

    init(exitCode: Int32 = 0, output: String = "", errors: String = "") {
      (self.exitCode, self.output, self.errors) = (exitCode, output, errors)
    }

    /// What a failure leaves: both of its lines.
    init(_ failure: some DemoFailure) {
      self.init(
        exitCode: failure.exitCode.rawValue,
        errors: "benchmark: \(failure.problem)\n  \(failure.remedy)\n")
    }
  }

  /// - Parameter progress: Gets each line of progress when it comes.
  static func run(_ arguments: [String], progress: (String) -> Void) -> Result {
    if arguments.first == MemoryCount.argument {
      return count(arguments.dropFirst().joined(separator: " "))
    }
    if let request = StandardRequest(arguments) {
      return Result(output: ProgramText.benchmark.answer(to: request) + "\n")
    }
    do throws(UsageError) {
      let options = try Options(arguments)
      let choice = try Choice(options)
      if options.isList { return Result(output: choice.names.map { $0 + "\n" }.joined()) }
      do throws(FileError) {
        return try run(options, choice, progress: progress)
      } catch {
        return Result(error)
      }
    } catch {
      return Result(error)
    }
  }

  /// Those whose names contain the word; a whole name chooses its row alone.
  private static func rows(of all: [Benchmark], chosenBy filter: String?) -> [Benchmark] {
    guard let filter else { return all }
    let named = all.filter { $0.name == filter }
    return named.isEmpty ? all.filter { $0.name.contains(filter) } : named
  }

  /// What the rows of memory start this program anew for.
  private static func count(_ what: String) -> Result {
    guard let kind = MemoryCount(rawValue: what), let figure = kind.figure() else {
      let rows = MemoryCount.allCases.map(\.row).joined(separator: ", ")
      return Result(
        exitCode: 64,
        errors: "benchmark: only the rows of memory use \(MemoryCount.argument); right is"
          + " --filter with one of \(rows)\n")
    }
    return Result(output: "\(figure)\n")
  }

  /// The rows and goals that the options choose.
  private struct Choice {
    let rows: [Benchmark]
    let goals: [LoopSubject]

    var names: [String] { rows.map(\.name) + goals.map(\.name) }

    /// - Throws: The filter chooses none.
    init(_ options: Options) throws(UsageError) {
      let all = allBenchmarks()
      rows = Command.rows(of: all, chosenBy: options.filter)
      // They take minutes: unless they are named, they are only listed.
      goals = allLoopSubjects().filter { options.filter.map($0.name.contains) ?? options.isList }
      if options.plotFile != nil, !goals.contains(where: { $0.name == scoreboardSubject.name }) {
        throw UsageError(
          problem: "--plot draws the programs of the row \(scoreboardSubject.name) only",
          remedy: "write --filter \(scoreboardSubject.name) --plot FILE.svg")
      }
      guard !rows.isEmpty || !goals.isEmpty else {
        let names = all.map(\.name) + allLoopSubjects().map(\.name)
        let groups = names.map { String($0.prefix { $0 != "/" }) }
        let words = groups.indices.filter { groups[..<$0].last != groups[$0] }.map { groups[$0] }
        throw UsageError(
          problem: "--filter \(quoted(options.filter ?? "")): no row's name contains it",
          remedy: "--list names the rows, of "
            + words.joined(separator: ", "))
      }
    }
  }

  /// - Throws: Before anything is measured, where its result could not be written.
  private static func run(
    _ options: Options, _ choice: Choice, progress: (String) -> Void
  ) throws(FileError) -> Result {
    try Terminal.requireOutput()
    for file in [options.jsonFile, options.plotFile].compactMap(\.self) {
      try OutputFile.check(file)
    }
    if choice.goals.contains(where: \.needsServer), let problem = XServer.problem {
      return Result(exitCode: 69, errors: "benchmark: \(problem)\n")
    }
    let effort = options.isQuick ? Effort.quick : Effort.full
    let machine = Machine.current  // before the runs: their own load is no news
    let count = choice.rows.count + choice.goals.count
    var rows: [MeasuredRow] = []
    for (index, benchmark) in choice.rows.enumerated() {
      progress("[\(index + 1)/\(count)] \(benchmark.name)\n")
      let row = MeasuredRow(of: benchmark, effort: effort)
      if let note = row.missingNote { progress(note + "\n") }
      rows.append(row)
    }
    let rig = LoopRig(isQuick: options.isQuick)
    var reached: [LoopFigures] = []
    for (index, goal) in choice.goals.enumerated() {
      progress("[\(choice.rows.count + index + 1)/\(count)] \(goal.name)\n")
      reached.append(LoopFigures(of: goal, rig))
    }
    return report(machine, rows, reached, options)
  }

  /// The table, and the file; one that breaks off at the end costs no figures.
  private static func report(
    _ machine: Machine, _ rows: [MeasuredRow], _ goals: [LoopFigures], _ options: Options
  ) -> Result {
    var result = Result()
    do throws(FileError) {
      if let file = options.jsonFile {
        let text = JSONReport(machine: machine, rows: rows, goals: goals).text
        try WholeFile.write(Array(text.utf8), to: file)
      }
      if let file = options.plotFile {
        let picture = SquarePicture(goals.flatMap(\.squares))
        try WholeFile.write(Array(picture.text.utf8), to: file)
      }
    } catch {
      result = Result(error)
    }
    if !rows.isEmpty { result.output = Table(machine: machine, rows: rows).text }
    if !goals.isEmpty {
      result.output += rows.isEmpty ? "" : "\n"
      result.output += LoopTable(machine: machine, results: goals).text
    }
    // The last line: what a reader of the last line only has to know.
    if let verdict = Table(machine: machine, rows: rows).verdict {
      result.output += "\n\(verdict)\n"
    }
    return result
  }
}
