// SPDX-License-Identifier: Apache-2.0

/// The options of a program, one case each; the raw value is what a person types.
package protocol OptionNaming: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The placeholder of the option's value in messages and in `--help`; `nil`: it takes none.
  var placeholder: String? { get }

  /// An example that is right, for the second line of an error.
  var example: String { get }
}

extension OptionNaming {
  /// The option as it is typed, with the placeholder of its value.
  package var form: String {
    guard let placeholder else { return rawValue }
    return "\(rawValue) \(placeholder)"
  }
}

/// The options as they were typed: names known, none twice, values not yet understood.
///
/// `Name` lists the program's options.
package struct TypedOptions<Name: OptionNaming> {
  /// The text of each given option; empty for those that take no value.
  private var values: [Name: String] = [:]

  /// Splits the arguments into options and values.
  /// - Throws: An unknown option, one given twice, a missing value, or a value too many.
  package init(_ arguments: [String]) throws(UsageError) {
    var index = arguments.startIndex
    while index < arguments.endIndex {
      let argument = arguments[index]
      index += 1
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Name(rawValue: String(parts.first ?? "")) else {
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
  package func has(_ name: Name) -> Bool { values[name] != nil }

  /// The option's text, or `nil` where it was not given.
  package func text(_ name: Name) -> String? { values[name] }

  private static func value(
    of name: Name, at index: Int, in arguments: [String]
  ) throws(UsageError) -> String {
    guard index < arguments.endIndex else {
      throw UsageError(
        problem: "\(name.rawValue): its value is missing at the end of the line",
        remedy: "write \(name.form), for example \(name.example)")
    }
    let value = arguments[index]
    // An option in place of a value means that the value was forgotten.
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
    let short = ["-?": "--help", "-v": "--version", "-V": "--version"]
    let names = Name.allCases.map(\.rawValue)
    let meant = short[name].flatMap { names.contains($0) ? $0 : nil }
    let near = meant ?? nearest(to: name, among: names)
    let example = Name.allCases.first { $0.placeholder != nil }?.example
    let isOption = argument.hasPrefix("-")
    let shape = "options begin with --" + (example.map { ", for example \($0)" } ?? "")
    return UsageError(
      problem: isOption
        ? "\(quoted(argument)): there is no such option"
        : "\(quoted(argument)): is neither an option nor the value of one",
      remedy: near.map { "did you mean \($0)? --help lists every option" }
        ?? "\(shape); --help lists every option")
  }
}
