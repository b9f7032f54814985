// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import RepeatBanks

/// The command-line options, one case each; the raw value is the typed text.
enum BenchmarkOption: String, OptionNaming {
  case filter = "--filter"
  case set = "--set"
  case quick = "--quick"
  case plot = "--plot"
  case list = "--list"
  case version = "--version"
  case help = "--help"

  var value: (placeholder: String, example: String)? {
    switch self {
    case .filter: ("WORD", "bank")
    case .set: ("NAME", KernelSet.best.name)
    case .plot: ("FILE.svg", "rows.svg")
    case .quick, .list, .version, .help: nil
    }
  }
}

/// A run of the command: measures and prints the rows chosen by the arguments.
struct Command {
  let rows: [Row]
  let set: KernelSet
  /// Whether to compare the frame loops of several programs, which takes minutes and must be
  /// requested.
  let includesLoops: Bool
  /// Whether to compare the steps of loops on simulated displays, which must be requested.
  let includesSteps: Bool
  let isQuick: Bool
  let isList: Bool
  let plot: String?

  private static let loops = "loops"
  private static let steps = "steps"

  /// - Throws: An error for the first invalid argument, such as a filter without matches.
  init(_ arguments: [String]) throws(ProgramError) {
    let given = try TypedOptions<BenchmarkOption>(arguments)
    let filter = given.text(.filter)
    let sets = KernelSet.available
    let name = given.text(.set) ?? KernelSet.best.name
    guard let set = sets.first(where: { $0.name == name }) else {
      throw given.invalidValue(
        .set, "is not an instruction set of this processor",
        right: sets.map(\.name).joined(separator: ", "))
    }
    self.set = set
    rows = Row.all(on: set).filter { row in filter.map(row.name.contains) ?? true }
    isList = given.has(.list)
    includesLoops = filter.map(Self.loops.contains) ?? isList
    includesSteps = filter.map(Self.steps.contains) ?? isList
    isQuick = given.has(.quick)
    plot = try given.path(.plot)
    guard !rows.isEmpty || includesLoops || includesSteps, filter != "" else {
      throw given.invalidValue(
        .filter, "is in no row's name", right: "--list names the rows")
    }
  }

  func run() throws(ProgramError) {
    try Terminal.requireOutput()
    if let plot { try OutputFile.check(plot) }
    if isList {
      let names =
        rows.map(\.name) + (includesLoops ? [Self.loops] : []) + (includesSteps ? [Self.steps] : [])
      return try Terminal.show(names.joined(separator: "\n"))
    }
    let effort = isQuick ? Effort.quick : .full
    // Read before the runs, so that the reported load does not include the load of the runs.
    let machine = Machine.summary(set)
    var measured: [MeasuredRow] = []
    for (index, row) in rows.enumerated() {
      Terminal.note("[\(index + 1)/\(rows.count)] \(row.name)")
      measured.append(MeasuredRow(of: row, effort: effort))
    }
    var lines = rows.isEmpty ? wrapped(machine) : RowTable(machine: machine, rows: measured).lines
    var picture = Picture(measured).text
    if includesSteps { lines += [""] + StepTable.lines(seconds: isQuick ? 20 : 120) }
    if includesLoops {
      Terminal.note("loops, which take \(isQuick ? "three" : "fourteen") minutes")
      do {
        let squares = try SquareProgram.measureAll(isQuick: isQuick)
        lines += [""] + SquareFigures.table(squares)
        picture = Picture(squares).text
      } catch {
        lines += ["loops are not measured: \(error)"]
      }
    }
    if let plot { try OutputFile.replace(plot, with: Array(picture.utf8)) }
    try Terminal.show(lines.joined(separator: "\n"))
  }
}
