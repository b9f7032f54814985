// SPDX-License-Identifier: Apache-2.0

/// Escapes text for HTML and XML.
enum HTML {
  /// A text escaped for content and for double-quoted attributes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// An escaped text, with the parts between backticks as code.
  static func marked(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 0 ? escaped(String(part)) : "<code>\(escaped(String(part)))</code>"
    }.joined()
  }
}
