// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// Frames from files: a column of times, and the demo's traces.
enum TraceFile {
  /// Reads and checks a CSV file with the header `time`, or a trace of the demo, of which only the
  /// times count.
  /// - Throws: Exit code 66, 65 or 74, with the line and column of the first mistake in it.
  /// - Complexity: O(n); strings are made for errors only.
  static func read(_ path: String) throws(FileError) -> FrameTrace {
    let bytes = try InputFile.bytes(of: path)
    var table = try CSVTable(
      bytes, name: path, header: "the first line is time, or that of a trace of flashing-square"
    ) { titles in titles == ["time"] || ScheduleRows.isTrace(titles) }
    let right = "a row has the cells that the header names, a time in seconds first, as in 0.5"
    var times: [Double] = []
    // Reserved at once, because growing would hold the times twice.
    times.reserveCapacity(table.mostRows)
    while let line = try table.next() {
      var cells = try table.cells(of: line, right: right)
      guard let cell = cells.next(in: bytes) else {
        preconditionFailure("every accepted header has a title")
      }
      times.append(try table.time(cell, line, after: times.last))
    }
    guard !times.isEmpty else {
      throw FileError(
        path, wrong: "has a header and no rows", remedy: "add at least one frame's time")
    }
    do throws(ComparisonError) {
      return try FrameTrace(name: path, times: times)
    } catch {
      throw FileError(path, wrong: "\(error)", remedy: right)
    }
  }
}
