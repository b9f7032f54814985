// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The rows of a schedule, read one by one: `time,cycle_duration` or `time,cycle_duration,ramp`.
///
/// A trace of the demo is accepted as a schedule without ramps, if the caller allows it.
package struct ScheduleRows {
  /// One row.
  package struct Row: Hashable, Sendable {
    /// Seconds, 0 to `RepeatLimits.latestTime`; never less than in the row above.
    package let time: Double
    /// Seconds, in `RepeatLimits.cycleDurations`; infinite in a trace while the repeat is held.
    package let cycleDuration: Double
    /// Seconds, in `RepeatLimits.intervals`; `nil` if the cell is empty or missing.
    package let ramp: Double?
  }

  /// Whether the file is a trace of the demo.
  package let isTrace: Bool
  /// The form of a row, for errors.
  package let rowHelp =
    "each row has one number per column, with decimal points, as in 0.5,2.0;"
    + " an empty cell keeps its comma"
  private var table: CSVTable
  private let allowsEqualTimes: Bool
  private var lastTime: Double?

  /// Reads the header.
  ///
  /// Traces of the demo, and rows with the same time as the row above, are errors unless allowed.
  /// - Parameter name: The file's name, for errors.
  /// - Throws: Exit code 65.
  package init(
    _ bytes: [UInt8], name: String, allowsTraces: Bool, allowsEqualTimes: Bool
  ) throws(ProgramError) {
    table = try CSVTable(
      bytes, name: name,
      header: "the first line must be time,cycle_duration or time,cycle_duration,ramp"
        + (allowsTraces ? ", or the header of a flashing-square trace" : "")
    ) { titles in
      titles == ["time", "cycle_duration"] || titles == ["time", "cycle_duration", "ramp"]
        || (allowsTraces && Self.isTrace(titles))
    }
    self.allowsEqualTimes = allowsEqualTimes
    isTrace = Self.isTrace(table.titles)
  }

  /// Whether a header is that of the demo's `--trace`, with any further columns.
  package static func isTrace(_ titles: [String]) -> Bool {
    titles.starts(with: ["time", "cycle_duration_requested"])
  }

  /// The next row; `nil` after the last.
  /// - Throws: Exit code 65 if there are no rows, or if the row is invalid; the error then has the
  ///   line and the column.
  package mutating func next() throws(ProgramError) -> Row? {
    guard let cells = try table.next(right: rowHelp) else {
      if lastTime != nil { return nil }
      throw ProgramError(
        table.name, wrong: "has a header and no rows",
        remedy: "add at least one row, for example 0,2.0")
    }
    let time = try table.time(cells[0], after: lastTime, allowsEqual: allowsEqualTimes)
    lastTime = time
    let title = table.titles[1]
    let duration =
      isTrace && table.text(cells[1]) == "inf"
      ? Double.infinity
      : try table.number(
        cells[1], title, in: RepeatLimits.cycleDurations,
        right: "a \(title) is in seconds, from 0.000001 to 1000000000, as in 0.5")
    let ramp =
      isTrace || cells.count < 3 || cells[2].isEmpty
      ? nil
      : try table.number(
        cells[2], "ramp", in: RepeatLimits.intervals,
        right: "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty")
    return Row(time: time, cycleDuration: duration, ramp: ramp)
  }
}

extension CSVTable {
  /// A time, which must be after that of the row above.
  /// - Parameter allowsEqual: Whether the time may also equal that of the row above.
  /// - Throws: Exit code 65.
  fileprivate func time(
    _ cell: Cell, after last: Double?, allowsEqual: Bool
  ) throws(ProgramError) -> Double {
    let value = try number(
      cell, "time", in: 0...RepeatLimits.latestTime,
      right: "a time is in seconds, at least 0 and at most 1e12, as in 1.5")
    if let last, value < last || (value == last && !allowsEqual) {
      throw bad(
        cell, "time", "is \(value == last ? "that of" : "before") the row above, at \(last)",
        right: allowsEqual
          ? "sort the rows by time; equal times are allowed, and the last of them wins"
          : "sort the rows by time, each later than the one above")
    }
    return value
  }
}
