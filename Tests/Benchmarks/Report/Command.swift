// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowRigs

/// The command line: what it says, and how it ends.
enum Command {
  /// What a run leaves: an exit code, and text for standard output and standard error.
  struct Result {
    var exitCode: Int32 = 0
    var output = ""
    var errors = ""
  }

  static let help = """
    benchmark: what the package costs, beside loops by hand for the same work.

    Usage: swift run -c release benchmark [--filter WORD] [--quick] [--json FILE]

      --filter WORD  only the row of that name, or the rows whose names contain it
      --quick        a few short runs: shows that all works, its figures are rough
      --json FILE    the same rows as JSON as well

    Each row runs both contenders in turn, A B A B, the peers in processes of
    their own. What is missing, such as Qt, is named. Progress goes to standard
    error.
    \(wrapped("Rows: " + groups(allBenchmarks().map(\.name))).joined(separator: "\n"))

    These have goals, open windows on an X server of their own, and take some
    minutes: only a WORD that names them measures them.
    Goals: \(groups(allLoopSubjects().map(\.name)))

    Exit codes: 0 all is well, 64 wrong arguments, 69 a program that is needed is
    missing, 73 FILE cannot be written.

    """

  /// What stands before the slash in names.
  private static func groups(_ names: [String]) -> String {
    Set(names.map { $0.prefix { $0 != "/" } }).sorted().joined(separator: ", ")
  }

  /// - Parameter progress: Is told each line of progress when it comes.
  static func run(_ arguments: [String], progress: (String) -> Void) -> Result {
    if arguments.first == MemoryCount.argument {
      return count(arguments.dropFirst().joined(separator: " "))
    }
    do throws(UsageError) {
      let options = try Options(arguments)
      return options.wantsHelp ? Result(output: help) : try run(options, progress: progress)
    } catch {
      return Result(exitCode: 64, errors: "benchmark: \(error.problem)\n")
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
      let rows = MemoryCount.allCases.map { "bank/\($0.rawValue)" }.joined(separator: ", ")
      return Result(
        exitCode: 64,
        errors: "benchmark: only the rows of memory use \(MemoryCount.argument); right is"
          + " --filter with one of \(rows)\n")
    }
    return Result(output: "\(figure)\n")
  }

  private static func run(
    _ options: Options, progress: (String) -> Void
  ) throws(UsageError) -> Result {
    let all = allBenchmarks()
    let chosen = rows(of: all, chosenBy: options.filter)
    let goals = allLoopSubjects().filter { options.filter.map($0.name.contains) ?? false }
    guard !chosen.isEmpty || !goals.isEmpty else {
      throw UsageError(
        problem: "no row's name contains \"\(options.filter ?? "")\"; the rows are "
          + (all.map(\.name) + allLoopSubjects().map(\.name)).joined(separator: ", "))
    }
    if goals.contains(where: \.needsServer), let problem = XServer.problem {
      return Result(exitCode: 69, errors: "benchmark: \(problem)\n")
    }
    let effort = options.isQuick ? Effort.quick : Effort.full
    let machine = Machine.current  // before the runs: their own load is no news
    var rows: [MeasuredRow] = []
    for (index, benchmark) in chosen.enumerated() {
      progress("[\(index + 1)/\(chosen.count + goals.count)] \(benchmark.name)\n")
      let row = MeasuredRow(of: benchmark, effort: effort)
      if let note = row.missingNote { progress(note + "\n") }
      rows.append(row)
    }
    let rig = LoopRig(isQuick: options.isQuick)
    var reached: [LoopFigures] = []
    for (index, goal) in goals.enumerated() {
      progress("[\(chosen.count + index + 1)/\(chosen.count + goals.count)] \(goal.name)\n")
      reached.append(LoopFigures(of: goal, rig))
    }
    return report(machine, rows, reached, toFile: options.jsonFile)
  }

  private static func report(
    _ machine: Machine, _ rows: [MeasuredRow], _ goals: [LoopFigures], toFile file: String?
  ) -> Result {
    var result = Result()
    if !rows.isEmpty { result.output = Table(machine: machine, rows: rows).text }
    if !goals.isEmpty {
      result.output += rows.isEmpty ? "" : "\n"
      result.output += LoopTable(machine: machine, results: goals).text
    }
    if let file,
      let problem = write(
        JSONText(machine: machine, rows: rows, goals: goals).text, toFile: file)
    {
      result.exitCode = 73
      result.errors = "benchmark: \(file) cannot be written: \(problem)\n"
    }
    return result
  }

  /// - Returns: What went wrong, if anything did.
  private static func write(_ text: String, toFile path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    let isWritten = benchmark.write(text, to: descriptor)
    let problem = errno
    guard close(descriptor) == 0, isWritten else {
      return String(cString: strerror(isWritten ? errno : problem))
    }
    return nil
  }
}

/// Writes all of a text; whether that worked.
func write(_ text: String, to descriptor: Int32) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
