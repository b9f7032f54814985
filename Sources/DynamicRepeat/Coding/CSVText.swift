// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  /// Values as CSV (RFC 4180) writes them.
  package enum CSVText {
    /// A text in quotes, each quote in it doubled.
    package static func quoted(_ text: String) -> String {
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
      return "\"\(parts.joined(separator: "\"\""))\""
    }
  }
#endif
