// SPDX-License-Identifier: Apache-2.0

/// Text from outside, made fit for one line of an error message.
///
/// Control characters and line separators are escaped, so that a value can neither break the line
/// nor drive the terminal; text beyond 80 characters is cut, and `...` shows that. Without `always`,
/// quotes are added only if the text's ends would not be clear.
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

/// The candidate that was most likely meant, or `nil` if none is near.
///
/// Near means: the text begins the candidate (at least two letters of it), or at most two letters, or
/// half as many as the candidate has, have to be removed or inserted. Leading dashes and case do not count.
package func nearest(to text: String, among candidates: [String]) -> String? {
  func letters(_ name: String) -> [UInt8] { Array(name.lowercased().drop { $0 == "-" }.utf8) }
  let typed = letters(text)
  // The longest name has 14 letters: anything far longer is not a slip of the finger.
  guard (1...32).contains(typed.count) else { return nil }
  let near = candidates.compactMap { name -> (name: String, edits: Int)? in
    let wanted = letters(name)
    let isStart = typed.count >= 2 && wanted.starts(with: typed)
    let edits = isStart ? 0 : wanted.difference(from: typed).count
    return edits <= max(2, wanted.count / 2) ? (name, edits) : nil
  }
  return near.min { $0.edits < $1.edits }?.name
}
