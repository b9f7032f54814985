// SPDX-License-Identifier: Apache-2.0

/// What the arguments ask for.
struct Options: Equatable {
  var filter: String?
  var jsonFile: String?
  var isQuick = false
  var wantsHelp = false
}

/// Arguments that mean nothing; the problem says what would be right.
struct UsageError: Error, Equatable {
  let problem: String
}

extension Options {
  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--quick": isQuick = true
      case "--filter":
        filter = try Self.value(
          of: argument, from: &rest, before: filter, isA: "a word, as in --filter layers")
      case "--json":
        jsonFile = try Self.value(
          of: argument, from: &rest, before: jsonFile, isA: "a file, as in --json figures.json")
      default:
        throw UsageError(
          problem: "there is no argument \"\(argument)\"; right are --filter WORD, --quick,"
            + " --json FILE and --help")
      }
    }
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>, before: String?, isA kind: String
  ) throws(UsageError) -> String {
    guard before == nil else {
      throw UsageError(problem: "\(option) stands here twice; once is right")
    }
    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError(problem: "\(option) must be followed by \(kind)")
    }
    return value
  }
}
