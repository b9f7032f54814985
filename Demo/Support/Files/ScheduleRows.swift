// SPDX-License-Identifier: Apache-2.0

/// The rows of a schedule, read one by one: `time,cycle_duration` or `time,cycle_duration,ramp`.
///
/// A trace of the demo is read as a schedule without ramps, where the caller allows that.
package struct ScheduleRows {
  /// The cycle durations that the controller takes, in seconds: 1 MHz down to once in 31 years.
  package static let cycleDurations = 1e-6...1e9
  /// The times that the controller takes, in seconds: up to thirty thousand years.
  package static let times = 0...1e12
  /// The ramps that the controller takes, in seconds.
  package static let ramps = 0...1e9

  /// One row.
  package struct Row: Hashable, Sendable {
    /// Seconds, in ``times``; never before the row above.
    package let time: Double
    /// Seconds, in ``cycleDurations``; infinite in a trace where the repeat was held.
    package let cycleDuration: Double
    /// Seconds, in ``ramps``; `nil` where the cell is empty or there is none.
    package let ramp: Double?
  }

  /// The file.
  package private(set) var table: CSVTable
  /// Whether it is a trace of the demo.
  package let isTrace: Bool
  /// What a row must be, for errors.
  package let rowHelp: String
  private let allowsEqualTimes: Bool
  private let hasRamp: Bool
  private var lastTime: Double?

  /// Reads the header.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for errors.
  ///   - allowsTraces: Whether a trace of the demo is accepted.
  ///   - allowsEqualTimes: Whether a row may have the time of the row above.
  /// - Throws: Exit code 65.
  package init(
    _ bytes: [UInt8], name: String, allowsTraces: Bool, allowsEqualTimes: Bool
  ) throws(FileError) {
    table = try CSVTable(
      bytes, name: name,
      header: "the first line is time,cycle_duration or time,cycle_duration,ramp"
        + (allowsTraces ? ", or that of a trace of flashing-square" : "")
    ) { titles in
      titles == ["time", "cycle_duration"] || titles == ["time", "cycle_duration", "ramp"]
        || (allowsTraces && Self.isTrace(titles))
    }
    self.allowsEqualTimes = allowsEqualTimes
    isTrace = Self.isTrace(table.titles)
    hasRamp = !isTrace && table.titles.count == 3
    rowHelp =
      isTrace
      ? "a row has the cells that the header names"
      : hasRamp
        ? "a row is time,cycle_duration,ramp; an empty ramp keeps its comma, as in 0,2.0,"
        : "a row is time,cycle_duration with decimal points, as in 0.5,2.0"
  }

  /// Whether a header is that of the demo's `--trace`, whatever columns follow.
  package static func isTrace(_ titles: [String]) -> Bool {
    titles.starts(with: ["time", "cycle_duration_requested"])
  }

  /// The next row; `nil` after the last.
  /// - Throws: Exit code 65, with the line and column of the first mistake, or where there is no
  ///   row.
  package mutating func next() throws(FileError) -> Row? {
    guard let line = try table.next() else {
      guard lastTime != nil else {
        throw FileError(
          table.name, wrong: "has a header and no rows",
          remedy: "add at least one row, for example 0,2.0")
      }
      return nil
    }
    var cells = try table.cells(of: line, right: rowHelp)
    guard let time = cells.next(in: table.bytes), let duration = cells.next(in: table.bytes) else {
      preconditionFailure("every accepted header has two titles at least, and so has every row")
    }
    let ramp = hasRamp ? cells.next(in: table.bytes) : nil
    let row = Row(
      time: try table.time(time, line, after: lastTime, allowsEqual: allowsEqualTimes),
      cycleDuration: try self.duration(duration, line),
      ramp: try ramp.flatMap { (cell) throws(FileError) in try self.ramp(cell, line) })
    lastTime = row.time
    return row
  }

  private func duration(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double {
    let title = table.titles[1]
    if isTrace, table.bytes[cell].elementsEqual("inf".utf8) { return .infinity }
    let right = "a \(title) is in seconds, from 0.000001 to 1000000000, as in 0.5"
    let value = try table.number(cell, line, title: title, right: right)
    guard Self.cycleDurations.contains(value) else {
      throw table.bad(cell, line, title, "is out of range", right: right)
    }
    return value
  }

  private func ramp(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double? {
    if cell.isEmpty { return nil }
    let right = "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty"
    let value = try table.number(cell, line, title: "ramp", right: right)
    guard Self.ramps.contains(value) else {
      throw table.bad(
        cell, line, "ramp", value < 0 ? "is negative" : "is too large", right: right)
    }
    return value + 0
  }
}

extension CSVTable {
  /// A time that is not before the row above.
  /// - Parameter allowsEqual: Whether it may be that of the row above.
  /// - Throws: Exit code 65.
  package func time(
    _ cell: Range<Int>, _ line: CSVLine, after last: Double?, allowsEqual: Bool = false
  ) throws(FileError) -> Double {
    let right = "a time is in seconds, at least 0 and at most 1e12, as in 1.5"
    let value = try number(cell, line, title: "time", right: right)
    guard ScheduleRows.times.contains(value) else {
      throw bad(cell, line, "time", value < 0 ? "is negative" : "is too large", right: right)
    }
    if let last, value < last || (value == last && !allowsEqual) {
      throw bad(
        cell, line, "time",
        value == last ? "is that of the row above" : "is before the row above, at \(last)",
        right: allowsEqual
          ? "sort the rows by time; equal times are allowed, and the last of them wins"
          : "sort the rows by time, each later than the one above")
    }
    // A zero with a minus sign is the same time.
    return value + 0
  }
}
