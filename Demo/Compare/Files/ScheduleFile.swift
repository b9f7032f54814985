// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import DynamicRepeat
import StrategyComparison

/// Schedules from files: those of the demo's `--play`, and the demo's traces.
enum ScheduleFile {
  /// Seconds per cycle before the first row, as in the demo at full health.
  static let firstDuration = 2.0
  /// Seconds that the run goes on after the last order of a schedule that does not say how long.
  static let tail = 10.0

  /// Reads and checks a file.
  /// - Throws: Exit code 66, 65 or 74, with the line and column of the first mistake in it.
  static func read(_ path: String) throws(FileError) -> RateSchedule {
    try parse(InputFile.bytes(of: path), name: path)
  }

  /// Reads a CSV text.
  ///
  /// A trace of the demo becomes the orders that it shows: one wherever the duration asked for differs
  /// from the row above; `inf`, which says that it was held, is a rate of 0.
  /// - Complexity: O(n); no text is made but for errors.
  static func parse(_ bytes: [UInt8], name: String) throws(FileError) -> RateSchedule {
    let table = try CSVTable(
      bytes, name: name,
      header: "the first line is time,cycle_duration or time,cycle_duration,ramp,"
        + " or that of a trace of flashing-square"
    ) { titles in
      titles == ["time", "cycle_duration"] || titles == ["time", "cycle_duration", "ramp"]
        || TraceFile.isDemoTrace(titles)
    }
    var rows = ScheduleRows(table: table)
    while let line = try rows.table.next() { try rows.read(line) }
    return try rows.schedule()
  }
}

/// The rows of a schedule, gathered one by one.
private struct ScheduleRows {
  var table: CSVTable
  private let isTrace: Bool
  private let hasRamp: Bool
  private let rowHelp: String
  private var orders: [RateOrder] = []
  private var first = RepeatRate.cycleDuration(ScheduleFile.firstDuration)
  /// The rate that the last row asked for; `nil` before the first row.
  private var asked: RepeatRate?
  private var lastTime: Double?

  init(table: CSVTable) {
    self.table = table
    isTrace = TraceFile.isDemoTrace(table.titles)
    hasRamp = !isTrace && table.titles.count == 3
    // At once, so that growing does not hold the orders twice; a trace has few.
    if !isTrace { orders.reserveCapacity(table.mostRows) }
    rowHelp =
      isTrace
      ? "a row has the cells that the header names"
      : hasRamp
        ? "a row is time,cycle_duration,ramp; an empty ramp keeps its comma, as in 0,2.0,"
        : "a row is time,cycle_duration with decimal points, as in 0.5,2.0"
  }

  mutating func read(_ line: CSVLine) throws(FileError) {
    var cells = try table.cells(of: line, right: rowHelp)
    guard let timeCell = cells.next(in: table.bytes), let cell = cells.next(in: table.bytes) else {
      preconditionFailure("every accepted header has two titles at least")
    }
    let time = try table.time(timeCell, line, after: lastTime)
    let rate = try rate(cell, line)
    var ramp: Double?
    if hasRamp, let cell = cells.next(in: table.bytes) { ramp = try self.ramp(cell, line) }
    lastTime = time
    defer { asked = rate }
    if time == 0 || (isTrace && asked == nil) {
      first = rate
    } else if !isTrace || rate != asked {
      orders.append(RateOrder(time: time, rate: rate, ramp: ramp))
    }
  }

  func schedule() throws(FileError) -> RateSchedule {
    guard let lastTime else {
      throw FileError(
        table.name, wrong: "has a header and no rows",
        remedy: "add at least one row, for example 0,2.0")
    }
    guard !isTrace || lastTime > 0 else {
      throw FileError(
        table.name, wrong: "has one frame, at time 0", remedy: "record more than one frame")
    }
    do throws(ScheduleError) {
      return try RateSchedule(
        name: table.name, initialRate: first, orders: orders,
        length: isTrace ? lastTime : min(lastTime + ScheduleFile.tail, RepeatLimits.latestTime))
    } catch {
      throw FileError(table.name, wrong: "\(error)", remedy: rowHelp)
    }
  }

  private func rate(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> RepeatRate {
    let title = table.titles[1]
    if isTrace, table.bytes[cell].elementsEqual("inf".utf8) { return .hertz(0) }
    let right = "a \(title) is in seconds, from 0.000001 to 1000000000, as in 0.5"
    let value = try table.number(cell, line, title: title, right: right)
    guard RepeatLimits.cycleDurations.contains(value) else {
      throw table.bad(cell, line, title, "is out of range", right: right)
    }
    return .cycleDuration(value)
  }

  private func ramp(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double? {
    if cell.isEmpty { return nil }
    let right = "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty"
    let value = try table.number(cell, line, title: "ramp", right: right)
    guard RepeatLimits.intervals.contains(value) else {
      throw table.bad(
        cell, line, "ramp", value < 0 ? "is negative" : "is too large", right: right)
    }
    return value + 0
  }
}
