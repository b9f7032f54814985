// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The times of frames in a CSV file: a column `time`, a trace of the demo, or a frame log of
/// MangoHud or PresentMon, found by its header.
///
/// MangoHud writes a header and a row about the system above the header of its frames.
/// Sources: `src/logging.cpp` of MangoHud (https://github.com/flightlessmango/MangoHud) and
/// `README-ConsoleApplication.md` of PresentMon (https://github.com/GameTechDev/PresentMon), which
/// has the columns' names in versions 1 and 2.
package struct FrameLog {
  /// Seconds, each later than the one before; the first frame of another tool's log is at 0.
  package let times: [Double]
  /// One sentence for each kind of rows that were merged or left out, without a full stop.
  package private(set) var notes: [String] = []

  /// A column that gives the times.
  fileprivate struct Column {
    let title: String
    let unit: (name: String, perSecond: Double)
    var meaning = Meaning.time
    /// Another column that the header must have, too.
    var companion: String?

    enum Meaning { case time, sincePreviousFrame, untilNextFrame }
  }

  private static let seconds = (name: "seconds", perSecond: 1.0)
  private static let milliseconds = (name: "milliseconds", perSecond: 1e3)

  /// The columns of the tools' logs; the first that a header has is read.
  ///
  /// PresentMon's `CPUStartTime` is not needed: `FrameTime` or `MsBetweenPresents` is next to it.
  private static let columns = [
    Column(title: "timeinseconds", unit: seconds),
    Column(title: "timeinms", unit: milliseconds),
    Column(title: "elapsed", unit: ("nanoseconds", 1e9), companion: "fps"),
    Column(
      title: "frametime", unit: milliseconds, meaning: .sincePreviousFrame, companion: "fps"),
    Column(title: "msbetweenpresents", unit: milliseconds, meaning: .sincePreviousFrame),
    Column(title: "frametime", unit: milliseconds, meaning: .untilNextFrame),
    Column(title: "msbetweenappstart", unit: milliseconds, meaning: .untilNextFrame),
  ]

  private static func column(of titles: [String]) -> Column? {
    if titles == ["time"] || ScheduleRows.isTrace(titles) {
      return Column(title: "time", unit: seconds)
    }
    return columns.first { column in
      titles.contains(column.title) && column.companion.map(titles.contains) != false
    }
  }

  /// The rows of one program and window.
  private struct Stream {
    var rows = 0
    var times: [Double] = []
    /// The time in the first and in the last row, in the column's unit.
    var first = 0.0
    var last = 0.0
    /// The number of frames between the rows, from their frames per second.
    var framesPassed = 0.0
  }

  /// Reads and checks a file's content.
  ///
  /// Rows with equal times are one frame. Of several programs or windows, the one with the most
  /// rows is read.
  /// - Parameter name: The file's name, for errors.
  /// - Throws: Exit code 65, with the line and column of the first error.
  /// - Complexity: O(n).
  package init(_ bytes: [UInt8], name: String) throws(ProgramError) {
    var table = try CSVTable(
      bytes, name: name,
      header: "the header must be \"time\", or that of a flashing-square trace, or of a frame log"
        + " of MangoHud (frametime, elapsed) or PresentMon (TimeInSeconds, MsBetweenPresents or"
        + " FrameTime)",
      after: { $0.starts(with: ["os", "cpu"]) || $0 == ["v1"] },
      isRight: { Self.column(of: $0) != nil })
    let titles = table.titles
    guard let column = Self.column(of: titles), let index = titles.firstIndex(of: column.title)
    else { preconditionFailure("a header was accepted without a column of times: \(titles)") }
    let keys = ["application", "processid", "swapchainaddress"].compactMap(titles.firstIndex)
    let fps = column.title == "elapsed" ? titles.firstIndex(of: "fps") : nil

    var streams: [String: Stream] = [:]
    while let cells = try table.next(
      right: "each row has one cell per column; \(column.title) is in \(column.unit.name)")
    {
      let key = keys.map { table.text(cells[$0]) }.joined(separator: " ")
      var stream = streams.removeValue(forKey: key) ?? Stream()
      // The first frame's length is before the log.
      let isRead = column.meaning != .sincePreviousFrame || stream.rows > 0
      let number = isRead ? try table.number(cells[index], column) : 0
      var time = number
      switch column.meaning {
      case .time:
        if stream.rows == 0 { stream.first = column.title == "time" ? 0 : time }
        guard stream.rows == 0 || time >= stream.last else {
          throw table.bad(
            cells[index], column.title, "is before the row above, at \(stream.last)",
            right: "sort the rows by time; rows with equal times are one frame")
        }
        if let fps, stream.rows > 0 {
          let rate = try table.number(cells[fps], Column(title: "fps", unit: ("hertz", 1)))
          stream.framesPassed += (time - stream.last) / column.unit.perSecond * rate
        }
      case .sincePreviousFrame: time += stream.last
      case .untilNextFrame: time = stream.last
      }
      let seconds = (time - stream.first) / column.unit.perSecond
      if stream.times.last != seconds { stream.times.append(seconds) }
      stream.last = column.meaning == .untilNextFrame ? time + number : time
      stream.rows += 1
      streams[key] = stream
    }
    guard let (key, stream) = streams.max(by: { ($0.value.rows, $1.key) < ($1.value.rows, $0.key) })
    else {
      throw ProgramError(
        name, wrong: "has a header and no rows", remedy: "add at least one frame's time")
    }
    // A log of each frame has about one frame for each row.
    guard stream.framesPassed <= 2 * Double(stream.rows) else {
      let count = Int(min(1e15, stream.framesPassed / Double(stream.rows)))
      throw ProgramError(
        name, wrong: "has one row for about \(count) frames",
        remedy: "log every frame: set log_interval=0 in MangoHud's configuration")
    }
    times = stream.times
    let all = streams.values.reduce(0) { $0 + $1.rows }
    if stream.rows < all {
      notes.append("\(stream.rows) of \(all) rows are of \(key); the others are left out")
    }
    if times.count < stream.rows {
      notes.append(
        "\(stream.rows - times.count) of \(stream.rows) rows have the time of the row above;"
          + " rows with equal times are one frame")
    }
  }
}

extension CSVTable {
  fileprivate func number(_ cell: Cell, _ column: FrameLog.Column) throws(ProgramError) -> Double {
    let (name, perSecond) = column.unit
    return try number(
      cell, column.title, in: 0...RepeatLimits.latestTime * perSecond,
      right: "\(column.title) is in \(name), at least 0, with a decimal point, as in 16.7")
  }
}
