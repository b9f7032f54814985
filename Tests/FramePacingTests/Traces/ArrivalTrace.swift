// SPDX-License-Identifier: Apache-2.0

/// Recorded arrival times: a CSV file with a line of names, then a line a frame.
///
/// `arrival_ns` is when presenting returned; `shown_ns`, where it is known, when the picture was
/// seen. Lines that begin with # say where the trace comes from.
struct ArrivalTrace {
  struct Row: Equatable {
    var arrival: Int64
    var shown: Int64?
  }

  /// What is wrong, and in which line, counted from 1.
  struct BadLine: Error, Equatable {
    var line: Int
    var reason: String
  }

  var rows: [Row] = []

  init(csv text: String) throws(BadLine) {
    var columns: [Substring]?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let names = columns else {
        guard cells.contains("arrival_ns") else {
          throw BadLine(line: index + 1, reason: "no column arrival_ns")
        }
        columns = cells
        continue
      }
      guard cells.count == names.count else {
        throw BadLine(line: index + 1, reason: "\(cells.count) cells; \(names.count) are named")
      }
      rows.append(try Self.row(names, cells, line: index + 1))
      if rows.count > 1, rows[rows.count - 1].arrival <= rows[rows.count - 2].arrival {
        throw BadLine(line: index + 1, reason: "arrival_ns is not later than in the line before")
      }
    }
  }

  private static func row(
    _ names: [Substring], _ cells: [Substring], line: Int
  ) throws(BadLine) -> Row {
    var row = Row(arrival: 0, shown: nil)
    for (name, cell) in zip(names, cells) {
      guard let value = Int64(cell) else {
        if name == "shown_ns", cell.isEmpty { continue }
        throw BadLine(line: line, reason: "\(name) is \"\(cell)\", not a whole number")
      }
      if name == "arrival_ns" { row.arrival = value }
      if name == "shown_ns" { row.shown = value }
    }
    return row
  }
}
