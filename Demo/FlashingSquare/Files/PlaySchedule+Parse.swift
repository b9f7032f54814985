// SPDX-License-Identifier: Apache-2.0

extension PlaySchedule {
  /// Reads and checks a file.
  static func read(_ path: String) throws(FileError) -> PlaySchedule {
    try parse(InputFile.bytes(of: path), name: path)
  }

  /// Reads a CSV text with the header `time,cycle_duration` or `time,cycle_duration,ramp`.
  ///
  /// A byte order mark, CRLF, spaces around cells, blank lines at the end and a last line without
  /// a line break are accepted. Everything else that is odd is refused, never guessed at.
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for errors.
  /// - Throws: Exit code 65, with the line and column of the first mistake.
  /// - Complexity: O(n); no text is made but for errors.
  static func parse(_ bytes: [UInt8], name: String) throws(FileError) -> PlaySchedule {
    var lines = CSVLines(bytes)
    let header = try ScheduleHeader(&lines, in: bytes, name: name)
    var reader = ScheduleRows(bytes: bytes, name: name, hasRamp: header.hasRamp)
    while let line = lines.next() {
      try reader.read(line)
    }
    guard !reader.orders.isEmpty else {
      throw FileError(
        name, wrong: "has a header and no rows",
        remedy: "add at least one row, for example 0,2.0")
    }
    return PlaySchedule(orders: reader.orders)
  }
}

/// The first line of a schedule.
private struct ScheduleHeader {
  let hasRamp: Bool

  init(_ lines: inout CSVLines, in bytes: [UInt8], name: String) throws(FileError) {
    let right = "the first line is time,cycle_duration or time,cycle_duration,ramp"
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw FileError(name, wrong: "is UTF-16 text", remedy: "save it as UTF-8")
    }
    guard let line = lines.next() else {
      throw FileError(name, wrong: "is empty", remedy: right)
    }
    let titles = line.cells(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    switch titles {
    case ["time", "cycle_duration"]: hasRamp = false
    case ["time", "cycle_duration", "ramp"]: hasRamp = true
    default:
      let text = String(decoding: bytes[line.trimmed(in: bytes)], as: UTF8.self)
      throw FileError(
        name, at: line.position(of: line.trimmed(in: bytes).lowerBound, in: bytes),
        wrong: "the header is \(quoted(text, always: true))", remedy: right)
    }
  }
}

/// The rows of a schedule, gathered one by one.
private struct ScheduleRows {
  let bytes: [UInt8]
  let name: String
  let hasRamp: Bool
  private(set) var orders: [PlaySchedule.Order] = []
  private var blankLine: CSVLine?

  init(bytes: [UInt8], name: String, hasRamp: Bool) {
    self.bytes = bytes
    self.name = name
    self.hasRamp = hasRamp
  }

  mutating func read(_ line: CSVLine) throws(FileError) {
    if line.trimmed(in: bytes).isEmpty {
      blankLine = blankLine ?? line
      return
    }
    if let blankLine {
      throw FileError(
        name, at: TextPosition(line: blankLine.number, column: 1),
        wrong: "this line is blank, and rows follow",
        remedy: "remove it; only the end of the file may be blank")
    }
    let (time, duration, ramp) = try cells(of: line)
    let order = PlaySchedule.Order(
      time: try self.time(time, line), cycleDuration: try self.duration(duration, line),
      ramp: try ramp.flatMap { (cell) throws(FileError) in try self.ramp(cell, line) })
    orders.append(order)
  }

  /// The two or three cells, found without an array: this runs once a row.
  private func cells(
    of line: CSVLine
  ) throws(FileError) -> (Range<Int>, Range<Int>, Range<Int>?) {
    var walker = CSVCells(line.range)
    let wanted = hasRamp ? 3 : 2
    if let time = walker.next(in: bytes), let duration = walker.next(in: bytes) {
      let ramp = hasRamp ? walker.next(in: bytes) : nil
      if !hasRamp || ramp != nil, walker.next(in: bytes) == nil { return (time, duration, ramp) }
    }
    let count = line.cells(in: bytes).count
    let column = count > wanted ? line.cells(in: bytes)[wanted].lowerBound : line.range.upperBound
    throw FileError(
      name, at: line.position(of: column, in: bytes),
      wrong: "\(count) \(count == 1 ? "cell" : "cells"), and the header has \(wanted)",
      remedy: hasRamp
        ? "a row is time,cycle_duration,ramp; an empty ramp keeps its comma, as in 0,2.0,"
        : "a row is time,cycle_duration with decimal points, as in 0.5,2.0")
  }

  private func time(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double {
    let right = "a time is in seconds, at least 0 and at most 1e12, as in 1.5"
    let value = try number(cell, line, title: "time", right: right)
    guard PlaySchedule.timeRange.contains(value) else {
      throw bad(cell, line, "time", value < 0 ? "is negative" : "is too large", right: right)
    }
    if let last = orders.last, value < last.time {
      throw bad(
        cell, line, "time", "is before the row above, at \(last.time)",
        right: "sort the rows by time; equal times are allowed, and the last of them wins")
    }
    // A zero with a minus sign is the same time.
    return value + 0
  }

  private func duration(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double {
    let right = "a cycle_duration is in seconds, from 0.000001 to 1000000000, as in 0.5"
    let value = try number(cell, line, title: "cycle_duration", right: right)
    guard PlaySchedule.durationRange.contains(value) else {
      throw bad(cell, line, "cycle_duration", "is out of range", right: right)
    }
    return value
  }

  private func ramp(_ cell: Range<Int>, _ line: CSVLine) throws(FileError) -> Double? {
    if cell.isEmpty { return nil }
    let right = "a ramp is in seconds, at least 0 and at most 1e9, as in 0.25, or empty"
    let value = try number(cell, line, title: "ramp", right: right)
    guard PlaySchedule.rampRange.contains(value) else {
      throw bad(cell, line, "ramp", value < 0 ? "is negative" : "is too large", right: right)
    }
    return value + 0
  }

  private func number(
    _ cell: Range<Int>, _ line: CSVLine, title: String, right: String
  ) throws(FileError) -> Double {
    if cell.isEmpty { throw bad(cell, line, title, "is empty", right: right) }
    guard let value = DecimalNumber.parse(bytes, in: cell) else {
      throw bad(cell, line, title, "is not a number", right: right)
    }
    return value
  }

  private func bad(
    _ cell: Range<Int>, _ line: CSVLine, _ title: String, _ wrong: String, right: String
  ) -> FileError {
    let text = String(decoding: bytes[cell], as: UTF8.self)
    let shown = cell.isEmpty ? title : "\(title) \(quoted(text, always: true))"
    return FileError(
      name, at: line.position(of: cell.lowerBound, in: bytes), wrong: "\(shown) \(wrong)",
      remedy: right)
  }
}
