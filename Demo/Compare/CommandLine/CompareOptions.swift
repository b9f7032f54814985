// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// The options of a run, as a plain value; no file is opened.
struct CompareOptions {
  /// The source of the rate changes.
  ///
  /// `nil` means the schedule `panic`, a player's falling health; a report then has the other
  /// built-in schedules too.
  var schedule: InputSource<BuiltInSchedule>?
  /// The source of the frames.
  ///
  /// The default is 60 Hz without faults, as on a usual display.
  var trace = InputSource<BuiltInTrace>.builtIn(.ideal60)
  /// The strategies in the given order; by default the three policies and `naive`.
  var strategies: [ComparisonStrategy] = [.restartPerCycle, .phaseMatched, .phaseRamp, .naive]
  /// The amount of detail in a table.
  var detail = TextTable.Detail.brief
  /// Whether `--all` requests every strategy and measure, and in a report also `veryLong`.
  ///
  /// `veryLong` is the schedule of a month, and takes most of the time.
  var isWhole = false
  /// The format of the figures.
  var format = OutputFormat.table
  /// The seed of random schedules and traces; default 1.
  var seed: UInt64 = 1
  /// The path of an additional picture, or `nil` for none.
  var plot: String?
  /// The path of an HTML report, which replaces the printed figures; `nil` for none.
  var report: String?
}

/// A built-in schedule or trace by its name, or a file.
enum InputSource<Name: RawRepresentable<String>> {
  case builtIn(Name)
  case file(String)

  /// A name that is not built in is a path.
  ///
  /// A file named `panic` is given as `./panic`.
  init(_ text: String) { self = Name(rawValue: text).map(Self.builtIn) ?? .file(text) }

  /// The path, if the source is a file.
  var path: String? { if case .file(let path) = self { path } else { nil } }
}

/// The values of `--format`.
enum OutputFormat: String, CaseIterable {
  case table
  case csv
}

/// A parsed command line.
enum CompareRequest {
  case compare(CompareOptions)
  case list
  case answer(String)

  /// Reads the arguments, without the program's name.
  ///
  /// `--help` and `--version` override all other arguments, including invalid ones. If neither is
  /// given, `--list` overrides the others.
  /// - Throws: The first error.
  init(_ arguments: [String]) throws(ProgramError) {
    if let answer = ProgramText.compare.answer(to: arguments) {
      self = .answer(answer)
    } else if arguments.contains(CompareOption.list.rawValue) {
      self = .list
    } else {
      self = .compare(try CompareOptions(TypedOptions(arguments)))
    }
  }
}

extension CompareOptions {
  init(_ given: TypedOptions<CompareOption>) throws(ProgramError) {
    schedule = try given.path(.schedule).map(InputSource.init)
    if let text = try given.path(.trace) { trace = InputSource(text) }
    isWhole = given.has(.all)
    detail = given.has(.explain) ? .explained : isWhole ? .all : .brief
    strategies =
      try given.strategies() ?? (isWhole ? ComparisonStrategy.allCases : strategies)
    let word = try given.choice(.format, among: OutputFormat.allCases.map(\.rawValue))
    format = word.flatMap(OutputFormat.init) ?? format
    seed = try given.seed() ?? seed
    plot = try given.path(.plot)
    report = try given.path(.report)
    for other in [CompareOption.format, .plot] where report != nil && given.has(other) {
      throw ProgramError(
        problem: "--report and \(other.rawValue) do not go together",
        remedy: "a report has every table and picture, always as HTML; leave out \(other.rawValue)")
    }
  }
}

extension TypedOptions<CompareOption> {
  /// Names of strategies, separated by commas, without duplicates.
  fileprivate func strategies() throws(ProgramError) -> [ComparisonStrategy]? {
    guard let text = text(.strategies) else { return nil }
    let names = ComparisonStrategy.allCases.map(\.rawValue)
    var chosen: [ComparisonStrategy] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let strategy = ComparisonStrategy(rawValue: String(part)) else {
        throw ProgramError(
          problem: "--strategies \(quoted(String(part))): there is no such strategy",
          remedy: suggestion(for: String(part), among: names)
            + "the strategies are: \(names.joined(separator: ", "))")
      }
      guard !chosen.contains(strategy) else {
        throw ProgramError(
          problem: "--strategies \(quoted(text)): \(part) is named twice",
          remedy: "name each strategy once")
      }
      chosen.append(strategy)
    }
    return chosen
  }

  /// The value of `--seed`, a whole number of at most 64 bits.
  fileprivate func seed() throws(ProgramError) -> UInt64? {
    guard let text = text(.seed) else { return nil }
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits, let seed = UInt64(text) else {
      throw invalidValue(
        .seed, isDigits ? "is too large" : "is not a whole number",
        right: "--seed takes a whole number from 0 to \(UInt64.max), for example --seed 7")
    }
    return seed
  }
}
