// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import StrategyComparison

/// The text of `--list`, without a trailing line break.
enum ListText {
  /// Everything that has a name, in a format of `--format`.
  static func text(_ format: OutputFormat) -> String {
    switch format {
    case .table: table
    case .csv: csv
    case .json: json
    }
  }

  /// A kind of thing: its title, its name in data, and its members.
  private struct Section {
    let title: String
    let kind: String
    let rows: [(name: String, text: String)]
  }

  private static var sections: [Section] {
    [
      Section(
        title: "Schedules", kind: "schedule",
        rows: BuiltInSchedule.allCases.map { ($0.rawValue, $0.summary) }),
      Section(
        title: "Traces", kind: "trace",
        rows: BuiltInTrace.allCases.map { ($0.rawValue, $0.summary) }),
      Section(
        title: "Strategies", kind: "strategy",
        rows: ComparisonStrategy.allCases.map { ($0.rawValue, $0.summary) }),
      Section(
        title: "Measures (--format csv has these columns)", kind: "measure",
        rows: Measure.allCases.map { ($0.rawValue, "\($0.title), in \($0.unit)") }),
    ]
  }

  private static var table: String {
    let texts = sections.map { section in
      let lines = section.rows.map { row in
        "  \(row.name)\(String(repeating: " ", count: max(1, 18 - row.name.count)))\(row.text)"
      }
      return ([section.title] + lines).joined(separator: "\n")
    }
    return texts.joined(separator: "\n\n")
  }

  private static var csv: String {
    let lines = sections.flatMap { section in
      section.rows.map { "\(section.kind),\($0.name),\(CSVText.quoted($0.text))" }
    }
    return (["kind,name,description"] + lines).joined(separator: "\n")
  }

  private static var json: String {
    let lines = sections.flatMap { section in
      section.rows.map { row in
        "  "
          + JSONText.object([
            ("kind", JSONText.quoted(section.kind)), ("name", JSONText.quoted(row.name)),
            ("description", JSONText.quoted(row.text)),
          ])
      }
    }
    return "[\n\(lines.joined(separator: ",\n"))\n]"
  }
}
