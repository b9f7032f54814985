// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A report for other programs, every figure with all its digits.
public enum DataText {
  /// CSV: a header, and a row for each strategy; an empty cell where there is no figure.
  ///
  /// Numbers have the shortest form that reads back as the same `Double`.
  public static func csv(_ report: ComparisonReport) -> String {
    let measures = report.measures
    let header =
      ["schedule", "trace", "seed", "frames", "orders", "seconds", "strategy"]
      + measures.map(\.rawValue)
    let rows = report.results.map { result in
      [
        cell(report.schedule), cell(report.trace), "\(report.seed)", "\(result.frames)",
        "\(result.changes)", "\(result.end)", result.strategy.rawValue,
      ] + measures.map { result.figures[$0].map { "\($0)" } ?? "" }
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// JSON (RFC 8259): the run, the measures with their definitions, and the strategies with figures
  /// and verdict; `null` where there is no figure.
  public static func json(_ report: ComparisonReport) -> String {
    let measures = report.measures.map { measure in
      JSONText.object([
        ("name", JSONText.quoted(measure.rawValue)), ("unit", JSONText.quoted(measure.unit)),
        ("definition", JSONText.quoted(measure.definition)),
      ])
    }
    let strategies = report.results.map { result in
      JSONText.object(
        [("name", JSONText.quoted(result.strategy.rawValue))]
          + report.measures.map { ($0.rawValue, JSONText.number(result.figures[$0])) }
          + [("verdict", JSONText.quoted(Verdict(result.figures).text))])
    }
    let extent = report.extent
    return """
      {
        "schedule": \(JSONText.quoted(report.schedule)),
        "trace": \(JSONText.quoted(report.trace)),
        "seed": \(report.seed),
        "frames": \(extent.frames),
        "orders": \(extent.changes),
        "seconds": \(extent.seconds),
        "measures": [
      \(measures.map { "    " + $0 }.joined(separator: ",\n"))
        ],
        "strategies": [
      \(strategies.map { "    " + $0 }.joined(separator: ",\n"))
        ]
      }

      """
  }

  /// A name from outside as one cell (RFC 4180).
  private static func cell(_ text: String) -> String {
    let isPlain = !text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0.value < 0x20 }
    if isPlain { return text }
    return CSVText.quoted(text)
  }
}
