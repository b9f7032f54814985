// SPDX-License-Identifier: Apache-2.0

/// Text from outside, made fit for one line of an error message.
///
/// Control characters and line separators are escaped, so that a value can neither break the line
/// nor drive the terminal; text beyond 80 characters is cut and the cut is shown. Without
/// `always`, quotes are added only where the text's ends would not be clear.
package func quoted(_ text: String, always: Bool = false) -> String {
  let limit = 80
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit {
      result += "..."
      break
    }
    count += 1
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += scalar.escaped(asASCII: true)
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  let plain = !text.isEmpty && !text.contains { $0 == " " || $0 == "\"" }
  return plain && !always ? result : "\"\(result)\""
}

/// The candidate that was most likely meant, or `nil` if none is near.
///
/// Near means: the text begins the candidate (at least two letters of it), or at most a third of
/// the candidate's letters differ, where neighbours swapped count once. Leading dashes and case
/// do not count.
package func nearest<Names: Sequence<String>>(to text: String, among candidates: Names) -> String? {
  func letters(_ name: String) -> [UInt8] { Array(name.lowercased().drop { $0 == "-" }.utf8) }
  let typed = letters(text)
  // The longest name has 13 letters: anything far longer is not a slip of the finger.
  guard (1...32).contains(typed.count) else { return nil }
  var best: (name: String, distance: Int)?
  for name in candidates {
    let wanted = letters(name)
    let isStart = typed.count >= 2 && wanted.starts(with: typed)
    let distance = isStart ? 0 : editDistance(typed, wanted)
    let allowed = max(1, wanted.count / 3)
    if distance <= allowed, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// Letters to insert, delete, replace or swap with a neighbour to turn one word into the other.
///
/// Optimal string alignment: the dynamic programme over prefixes, three rows at a time.
/// - Complexity: O(n * m).
package func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
