// SPDX-License-Identifier: Apache-2.0

/// The options as they were typed: names known, none twice, values not yet understood.
struct GivenOptions {
  /// The text of each given option; empty for those that take no value.
  private var values: [OptionName: String] = [:]

  /// Splits the arguments into options and values.
  /// - Throws: An unknown option, one given twice, a missing value, or a value too many.
  init(_ arguments: [String]) throws(UsageError) {
    var index = arguments.startIndex
    while index < arguments.endIndex {
      let argument = arguments[index]
      index += 1
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = OptionName(rawValue: String(parts.first ?? "")) else {
        throw Self.unknown(argument, written: String(parts.first ?? ""))
      }
      guard values[name] == nil else {
        throw UsageError(
          problem: "\(quoted(argument)): \(name.rawValue) is given twice",
          remedy: "give \(name.form) once")
      }
      if name.placeholder == nil {
        guard parts.count == 1 else {
          throw UsageError(
            problem: "\(quoted(argument)): \(name.rawValue) takes no value",
            remedy: "write \(name.rawValue) alone")
        }
        values[name] = ""
      } else if parts.count == 2 {
        values[name] = String(parts[1])
      } else {
        values[name] = try Self.value(of: name, at: index, in: arguments)
        index += 1
      }
    }
  }

  /// Whether the option was given.
  func has(_ name: OptionName) -> Bool { values[name] != nil }

  /// The option's text, or `nil` where it was not given.
  func text(_ name: OptionName) -> String? { values[name] }

  private static func value(
    of name: OptionName, at index: Int, in arguments: [String]
  ) throws(UsageError) -> String {
    guard index < arguments.endIndex else {
      throw UsageError(
        problem: "\(name.rawValue): its value is missing at the end of the line",
        remedy: "write \(name.form), for example \(name.example)")
    }
    let value = arguments[index]
    // An option where a value should stand means that the value was forgotten.
    if value.hasPrefix("--") {
      throw UsageError(
        problem: "\(name.rawValue): its value is missing before \(quoted(value))",
        remedy: "write \(name.form), for example \(name.example)"
          + "; a value that begins with -- is written \(name.rawValue)=VALUE")
    }
    return value
  }

  private static func unknown(_ argument: String, written name: String) -> UsageError {
    // The short forms that other programs have.
    let short = ["-h": "--help", "-?": "--help", "-v": "--version", "-V": "--version"]
    let near = short[name] ?? nearest(to: name, among: OptionName.allCases.map(\.rawValue))
    let isOption = argument.hasPrefix("-")
    return UsageError(
      problem: isOption
        ? "\(quoted(argument)): there is no such option"
        : "\(quoted(argument)): stands alone; every argument is an option or its value",
      remedy: near.map { "did you mean \($0)? --help lists every option" }
        ?? "options begin with --, for example --mode phase; --help lists every option")
  }
}
