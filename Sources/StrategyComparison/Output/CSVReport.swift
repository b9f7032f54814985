// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension ComparisonReport {
  /// The results as CSV: a header, and a row for each strategy.
  ///
  /// A cell is empty if there is no figure.
  /// Numbers have the shortest form that reads back as the same `Double`.
  package var csv: String {
    let header =
      ["schedule", "trace", "seed", "frames", "rate_changes", "seconds", "strategy"]
      + Measure.allCases.map(\.rawValue)
    let rows = results.map { result in
      [
        Self.cell(comparison.schedule.name), Self.cell(comparison.trace.name), "\(seed)",
        "\(result.frames)", "\(result.changes)", "\(result.end)", result.strategy.rawValue,
      ] + Measure.allCases.map { result.figures[$0].map { "\($0)" } ?? "" }
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A name from outside, quoted as a cell if necessary (RFC 4180).
  private static func cell(_ text: String) -> String {
    let isPlain = !text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0.value < 0x20 }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return isPlain ? text : "\"\(parts.joined(separator: "\"\""))\""
  }
}
