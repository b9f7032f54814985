// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// The options of the command line, one case each; the raw value is what a person types.
enum BenchmarkOption: String, OptionNaming {
  case filter = "--filter"
  case quick = "--quick"
  case json = "--json"
  case plot = "--plot"
  case list = "--list"
  case version = "--version"
  case help = "--help"

  var placeholder: String? {
    switch self {
    case .filter: "WORD"
    case .json: "FILE"
    case .plot: "FILE.svg"
    case .quick, .list, .version, .help: nil
    }
  }

  var example: String {
    switch self {
    case .filter: "--filter layers"
    case .json: "--json figures.json"
    case .plot: "--plot loops.svg"
    case .quick, .list, .version, .help: rawValue
    }
  }
}

/// What the arguments ask for.
struct Options: Equatable {
  var filter: String?
  var jsonFile: String?
  /// Where the picture of the row `loops` goes.
  var plotFile: String?
  var isQuick = false
  /// Whether the names are listed, and nothing is measured.
  var isList = false
}

extension Options {
  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    let given = try TypedOptions<BenchmarkOption>(arguments)
    filter = given.text(.filter)
    if filter == "" {
      throw given.invalidValue(
        .filter, "is empty", right: "write --filter WORD, as in --filter layers")
    }
    jsonFile = try given.path(.json)
    plotFile = try given.path(.plot)
    isQuick = given.has(.quick)
    isList = given.has(.list)
  }
}
