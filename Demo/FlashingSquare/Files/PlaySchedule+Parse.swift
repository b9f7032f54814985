// SPDX-License-Identifier: Apache-2.0

import DemoSupport

extension PlaySchedule {
  /// Reads and checks a file.
  static func read(_ path: String) throws(FileError) -> PlaySchedule {
    try parse(InputFile.bytes(of: path), name: path)
  }

  /// Reads a CSV text with the header `time,cycle_duration` or `time,cycle_duration,ramp`.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for errors.
  /// - Throws: Exit code 65, with the line and column of the first mistake.
  /// - Complexity: O(n); no text is made but for errors.
  static func parse(_ bytes: [UInt8], name: String) throws(FileError) -> PlaySchedule {
    var reader = ScheduleRows(
      table: try CSVTable(
        bytes, name: name,
        header: "the first line is time,cycle_duration or time,cycle_duration,ramp"
      ) { titles in
        titles == ["time", "cycle_duration"] || titles == ["time", "cycle_duration", "ramp"]
      })
    while let line = try reader.table.next() { try reader.read(line) }
    guard !reader.orders.isEmpty else {
      throw FileError(
        name, wrong: "has a header and no rows",
        remedy: "add at least one row, for example 0,2.0")
    }
    return PlaySchedule(orders: reader.orders)
  }
}

/// The rows of a schedule, gathered one by one.
private struct ScheduleRows {
  var table: CSVTable
  private(set) var orders: [PlaySchedule.Order] = []

  init(table: CSVTable) { self.table = table }

  mutating func read(_ line: CSVLine) throws(FileError) {
    let hasRamp = table.titles.count == 3
    var cells = try table.cells(
      of: line,
      right: hasRamp
        ? "a row is time,cycle_duration,ramp; an empty ramp keeps its comma, as in 0,2.0,"
        : "a row is time,cycle_duration with decimal points, as in 0.5,2.0")
    guard let time = cells.next(in: table.bytes), let duration = cells.next(in: table.bytes) else {
      preconditionFailure("the header has two titles at least, and so has every row")
    }
    let ramp = cells.next(in: table.bytes)
    let order = PlaySchedule.Order(
      time: try self.time(time, line), cycleDuration: try self.duration(duration, line),
      ramp: try ramp.flatMap { (cell) throws(FileError) in try self.ramp(cell, line) })
    orders.append(order)
  }

  private func time(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double {
    let right = "a time is in seconds, at least 0 and at most 1e12, as in 1.5"
    let value = try table.number(cell, line, title: "time", right: right)
    guard PlaySchedule.timeRange.contains(value) else {
      throw table.bad(
        cell, line, "time", value < 0 ? "is negative" : "is too large", right: right)
    }
    if let last = orders.last, value < last.time {
      throw table.bad(
        cell, line, "time", "is before the row above, at \(last.time)",
        right: "sort the rows by time; equal times are allowed, and the last of them wins")
    }
    // A zero with a minus sign is the same time.
    return value + 0
  }

  private func duration(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double {
    let right = "a cycle_duration is in seconds, from 0.000001 to 1000000000, as in 0.5"
    let value = try table.number(cell, line, title: "cycle_duration", right: right)
    guard PlaySchedule.durationRange.contains(value) else {
      throw table.bad(cell, line, "cycle_duration", "is out of range", right: right)
    }
    return value
  }

  private func ramp(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double? {
    if cell.isEmpty { return nil }
    let right = "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty"
    let value = try table.number(cell, line, title: "ramp", right: right)
    guard PlaySchedule.rampRange.contains(value) else {
      throw table.bad(
        cell, line, "ramp", value < 0 ? "is negative" : "is too large", right: right)
    }
    return value + 0
  }
}
