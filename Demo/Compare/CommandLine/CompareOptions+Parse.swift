// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

extension CompareOptions {
  /// Reads the arguments, without the program's name.
  ///
  /// `--help` and `--version`, or else `--list`, win over everything beside them, mistakes too;
  /// only the format of a list is read.
  /// - Throws: The first mistake.
  static func parse(_ arguments: [String]) throws(UsageError) -> CompareRequest {
    if let request = StandardRequest(arguments) { return .standard(request) }
    if arguments.contains(CompareOption.list.rawValue) {
      let given = try? TypedOptions<CompareOption>(arguments)
      return .list(try given?.format() ?? .table)
    }
    let given = try TypedOptions<CompareOption>(arguments)
    var options = CompareOptions()
    if let text = try given.path(.schedule) { options.schedule = InputSource(text) }
    if let text = try given.path(.trace) { options.trace = InputSource(text) }
    options.strategies = try given.strategies()
    options.format = try given.format() ?? options.format
    options.seed = try given.seed() ?? options.seed
    options.measuresCost = given.has(.cost)
    options.outputFile = try given.path(.output)
    options.plot = try given.plot()
    options.namesSchedule = given.has(.schedule)
    options.reportFolder = try given.reportFolder()
    return .compare(options)
  }
}

extension TypedOptions<CompareOption> {
  fileprivate func format() throws(UsageError) -> OutputFormat? {
    // `choice` returns one of the raw values it was given.
    try choice(.format, among: OutputFormat.allCases.map(\.rawValue))
      .flatMap(OutputFormat.init(rawValue:))
  }

  /// Names of strategies between commas, none twice.
  fileprivate func strategies() throws(UsageError) -> [ComparisonStrategy]? {
    guard let text = text(.strategies) else { return nil }
    let names = ComparisonStrategy.allCases.map(\.rawValue)
    var chosen: [ComparisonStrategy] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let strategy = ComparisonStrategy(rawValue: String(part)) else {
        let near = nearest(to: String(part), among: names).map { "did you mean \($0)? " } ?? ""
        throw UsageError(
          problem: "--strategies \(quoted(String(part))): there is no such strategy",
          remedy: "\(near)right are: \(names.joined(separator: ", "))")
      }
      guard !chosen.contains(strategy) else {
        throw UsageError(
          problem: "--strategies \(quoted(text)): \(part) is named twice",
          remedy: "name each strategy once")
      }
      chosen.append(strategy)
    }
    return chosen
  }

  /// A file whose ending says what kind of picture it is.
  fileprivate func plot() throws(UsageError) -> PlotTarget? {
    guard let path = try path(.plot) else { return nil }
    guard let format = PlotFormat(path: path) else {
      throw invalidValue(
        .plot, "does not end as a picture that is drawn",
        right: "name a file that ends in .svg or .png, for example \(CompareOption.plot.example)")
    }
    return PlotTarget(path: path, format: format)
  }

  /// A report is all that comes out, in one form.
  fileprivate func reportFolder() throws(UsageError) -> String? {
    guard let path = try path(.report) else { return nil }
    for other in [CompareOption.format, .output, .plot, .cost] where has(other) {
      throw UsageError(
        problem: "--report and \(other.rawValue) do not go together",
        remedy: "a report holds every table and picture, in one form and without measured times;"
          + " leave \(other.rawValue) away")
    }
    return path
  }

  /// A whole number of 64 bits.
  fileprivate func seed() throws(UsageError) -> UInt64? {
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
