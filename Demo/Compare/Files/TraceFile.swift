// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// Frames from files: files with a column of times, and traces written by the demo.
enum TraceFile {
  /// Reads and checks the times of a CSV file with the header `time`, or of a trace of the demo.
  /// - Throws: Exit code 66, 65 or 74, with the line and column of the first error.
  /// - Complexity: O(n); strings are made only for errors.
  static func read(_ path: String) throws(ProgramError) -> FrameTrace {
    var table = try CSVTable(
      readFile(path), name: path,
      header: "the first line must be \"time\", or the header of a flashing-square trace"
    ) { titles in titles == ["time"] || ScheduleRows.isTrace(titles) }
    let right = "each row has one cell per column; the first is a time in seconds, as in 0.5"
    var times: [Double] = []
    while let cells = try table.next(right: right) {
      times.append(try table.time(cells[0], after: times.last))
    }
    guard !times.isEmpty else {
      throw ProgramError(
        path, wrong: "has a header and no rows", remedy: "add at least one frame's time")
    }
    do throws(ComparisonError) {
      return try FrameTrace(name: path, times: times)
    } catch {
      throw ProgramError(path, wrong: "\(error)", remedy: right)
    }
  }
}
