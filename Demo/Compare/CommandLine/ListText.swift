// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// The text of `--list`: all names, without a trailing line break.
enum ListText {
  static var text: String {
    [
      section("Schedules", BuiltInSchedule.allCases.map { ($0.rawValue, $0.summary) }),
      section("Traces", BuiltInTrace.allCases.map { ($0.rawValue, $0.summary) }),
      section("Strategies", ComparisonStrategy.allCases.map { ($0.rawValue, $0.summary) }),
      section(
        "Measures (--format csv has these columns)",
        Measure.allCases.map { ($0.rawValue, "\($0.title), in \($0.unit)") }),
    ].joined(separator: "\n\n")
  }

  private static func section(_ title: String, _ rows: [(name: String, text: String)]) -> String {
    let lines = rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: max(1, 18 - row.name.count)))\(row.text)"
    }
    return ([title] + lines).joined(separator: "\n")
  }
}
