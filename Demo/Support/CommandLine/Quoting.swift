// SPDX-License-Identifier: Apache-2.0

/// Formats text from outside for one line of an error message.
///
/// Control characters and line separators are escaped, so that a value can neither break the line
/// nor control the terminal. Text beyond 80 characters is truncated and ends with `...`. Without
/// `always`, quotes are added only to an empty text and to a text with a space or a quote.
package func quoted(_ text: String, always: Bool = false) -> String {
  var result = ""
  for scalar in text.unicodeScalars.prefix(80) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += scalar.escaped(asASCII: true)
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  if text.unicodeScalars.count > 80 { result += "..." }
  let isPlain = !text.isEmpty && !text.contains { $0 == " " || $0 == "\"" }
  return isPlain && !always ? result : "\"\(result)\""
}

/// `did you mean NAME? ` with the most similar candidate, or nothing if none is similar.
///
/// A candidate is similar if it begins with the text, and the text has at least two letters. It is
/// also similar if the text becomes the candidate by few removals and insertions of letters: at most
/// two, or at most half as many as the candidate has letters. Leading dashes and case are ignored.
package func suggestion(for text: String, among candidates: [String]) -> String {
  func letters(_ name: String) -> [UInt8] { Array(name.lowercased().drop { $0 == "-" }.utf8) }
  let typed = letters(text)
  // The longest name has 14 letters, so a far longer text is no typing error.
  guard (1...32).contains(typed.count) else { return "" }
  let near = candidates.compactMap { name -> (name: String, edits: Int)? in
    let wanted = letters(name)
    let isStart = typed.count >= 2 && wanted.starts(with: typed)
    let edits = isStart ? 0 : wanted.difference(from: typed).count
    return edits <= max(2, wanted.count / 2) ? (name, edits) : nil
  }
  return near.min { $0.edits < $1.edits }.map { "did you mean \($0.name)? " } ?? ""
}
