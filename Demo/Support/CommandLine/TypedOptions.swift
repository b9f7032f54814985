// SPDX-License-Identifier: Apache-2.0

/// The options of a program, one case each; the raw value is the typed text.
package protocol OptionNaming: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The placeholder of the option's value in messages and in `--help`, and a valid value; `nil` if
  /// the option takes no value.
  var value: (placeholder: String, example: String)? { get }
}

extension OptionNaming {
  /// The option as typed, with the placeholder of its value.
  package var form: String { rawValue + (value.map { " \($0.placeholder)" } ?? "") }

  /// The option with a valid value, for the second line of an error.
  package var example: String { rawValue + (value.map { " \($0.example)" } ?? "") }
}

/// The options as typed: the names are valid and unique, and the values are not yet parsed.
///
/// `Name` lists the program's options.
package struct TypedOptions<Name: OptionNaming> {
  /// The text of each given option; empty for options without a value.
  private var values: [Name: String] = [:]

  /// Splits the arguments into options and values.
  /// - Throws: An error for an unknown or repeated option, a missing value, or an unexpected value.
  package init(_ arguments: [String]) throws(ProgramError) {
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let written = String(parts.first ?? "")
      guard let name = Name(rawValue: written) else { throw Self.unknown(argument, written) }
      guard values[name] == nil else {
        throw ProgramError(
          problem: "\(quoted(argument)): \(name.rawValue) is given twice",
          remedy: "give \(name.form) once")
      }
      if name.value == nil, parts.count == 2 {
        throw ProgramError(
          problem: "\(quoted(argument)): \(name.rawValue) takes no value",
          remedy: "write \(name.rawValue) alone")
      }
      if parts.count == 2 {
        values[name] = String(parts[1])
      } else {
        values[name] = name.value == nil ? "" : try Self.value(of: name, &remaining)
      }
    }
  }

  /// Whether the option was given.
  package func has(_ name: Name) -> Bool { values[name] != nil }

  /// The option's value as text, or `nil` if it was not given.
  package func text(_ name: Name) -> String? { values[name] }

  /// The option's value, which must be one of the given words; `nil` if it was not given.
  package func choice(_ name: Name, among words: [String]) throws(ProgramError) -> String? {
    guard let text = text(name), !words.contains(text) else { return text(name) }
    throw invalidValue(
      name, "is not one of its values",
      right: "\(suggestion(for: text, among: words))\(name.rawValue) takes one of: "
        + words.joined(separator: ", "))
  }

  /// The path of a file or folder, which is not opened here.
  package func path(_ name: Name) throws(ProgramError) -> String? {
    guard let text = text(name) else { return nil }
    let right = "write \(name.form), for example \(name.example)"
    if text.isEmpty { throw invalidValue(name, "is empty", right: right) }
    if text == "-" {
      throw invalidValue(
        name, "means a standard stream, which is not supported",
        right: "\(right); a file that has this name is ./-")
    }
    // Swift has replaced bytes that are not UTF-8 by U+FFFD, so the path would name a different
    // file.
    if text.unicodeScalars.contains("\u{FFFD}") {
      throw invalidValue(
        name, "is not valid UTF-8", right: "name it with a path that is valid UTF-8")
    }
    return text
  }

  /// The error for an option's value: the fault, and a valid form.
  package func invalidValue(_ name: Name, _ wrong: String, right: String) -> ProgramError {
    ProgramError(problem: "\(name.rawValue) \(quoted(text(name) ?? "")) \(wrong)", remedy: right)
  }

  private static func value(
    of name: Name, _ remaining: inout ArraySlice<String>
  ) throws(ProgramError) -> String {
    // An option instead of a value means that the value was forgotten.
    guard let value = remaining.popFirst(), !value.hasPrefix("--") else {
      throw ProgramError(
        problem: "\(name.rawValue): its value is missing",
        remedy: "write \(name.form), for example \(name.example)"
          + "; a value that begins with -- is written \(name.rawValue)=VALUE")
    }
    return value
  }

  private static func unknown(_ argument: String, _ written: String) -> ProgramError {
    let names = Name.allCases.map(\.rawValue)
    // Short forms that are usual in other programs.
    let short = ["-?": "--help", "-v": "--version", "-V": "--version"][written]
    let hint = short.map { "did you mean \($0)? " } ?? suggestion(for: written, among: names)
    return ProgramError(
      problem: argument.hasPrefix("-")
        ? "\(quoted(argument)): there is no such option"
        : "\(quoted(argument)): is neither an option nor the value of one",
      remedy: "\(hint.isEmpty ? "options begin with --; " : hint)--help lists every option")
  }
}
