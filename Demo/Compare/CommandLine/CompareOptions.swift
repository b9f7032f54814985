// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// What a run of the command does: a plain value, before any file is touched or work started.
struct CompareOptions: Hashable, Sendable {
  /// Where the rate changes come from.
  ///
  /// Default: health that falls, what the package was made for.
  var schedule = InputSource<BuiltInSchedule>.builtIn(.panic)
  /// Where the frames come from.
  ///
  /// Default: 60 Hz without a fault, the usual display at its best.
  var trace = InputSource<BuiltInTrace>.builtIn(.ideal60)
  /// What is compared, in the order given.
  ///
  /// Default: those that the schedule is for (`ComparisonStrategy.standard(for:)`).
  var strategies: [ComparisonStrategy]?
  /// How the figures are written.
  ///
  /// Default: for people.
  var format = OutputFormat.table
  /// What random schedules and traces are made from.
  ///
  /// Default: 1.
  var seed: UInt64 = 1
  /// Whether the cost per frame is measured too, which differs from run to run.
  var measuresCost = false
  /// The file that takes the figures; `nil`: standard output.
  var outputFile: String?
  /// The picture that is drawn beside the figures; `nil`: none.
  var plot: PlotTarget?
  /// The folder that takes a report instead of the figures; `nil`: none.
  var reportFolder: String?
  /// Whether a report shows ``schedule`` alone, as it was named, and not all that are built in.
  var namesSchedule = false
}

/// A picture's file, and the format that its ending names.
struct PlotTarget: Hashable, Sendable {
  var path: String
  var format: PlotFormat
}

/// A built-in schedule or trace by its name, or a file.
enum InputSource<Name: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  case builtIn(Name)
  case file(String)

  /// A name that is not built in is a file's; a file called `panic` is written `./panic`.
  init(_ text: String) { self = Name(rawValue: text).map(Self.builtIn) ?? .file(text) }

  /// The path, if it is a file.
  var path: String? { if case .file(let path) = self { path } else { nil } }
}

/// The values of `--format`.
enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case csv
  case json
}

/// What the command line asks for.
enum CompareRequest: Hashable, Sendable {
  case compare(CompareOptions)
  case list(OutputFormat)
  case standard(StandardRequest)
}
