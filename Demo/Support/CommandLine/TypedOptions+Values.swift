// SPDX-License-Identifier: Apache-2.0

extension TypedOptions {
  /// One of a list of words.
  package func choice(_ name: Name, among words: [String]) throws(UsageError) -> String? {
    guard let text = text(name) else { return nil }
    guard !words.contains(text) else { return text }
    let near = nearest(to: text, among: words).map { "did you mean \($0)? " } ?? ""
    throw invalidValue(
      name, "is not one of its values",
      right: "\(near)\(name.rawValue) takes one of: \(words.joined(separator: ", "))")
  }

  /// The path of a file or folder; nothing is opened here.
  package func path(_ name: Name) throws(UsageError) -> String? {
    guard let text = text(name) else { return nil }
    let right = "write \(name.form), for example \(name.example)"
    if text.isEmpty { throw invalidValue(name, "is empty", right: right) }
    if text == "-" {
      throw invalidValue(
        name, "would be a standard stream, which is not offered",
        right: "\(right); a file that has this name is ./-")
    }
    // Swift has put U+FFFD where bytes were not UTF-8: another file than the one meant.
    if text.unicodeScalars.contains("\u{FFFD}") {
      throw invalidValue(
        name, "is not valid UTF-8", right: "name it with a path that is valid UTF-8")
    }
    return text
  }

  /// The error for an option's value: what is wrong with it, and what would be right.
  package func invalidValue(_ name: Name, _ wrong: String, right: String) -> UsageError {
    UsageError(problem: "\(name.rawValue) \(quoted(text(name) ?? "")) \(wrong)", remedy: right)
  }
}
