// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// Frames from files: files with a column of times, traces written by the demo, and logs of
/// MangoHud and PresentMon.
enum TraceFile {
  /// Reads and checks a file, and notes on standard error which rows are merged or left out.
  /// - Throws: Exit code 66, 65 or 74, with the line and column of the first error.
  /// - Complexity: O(n).
  static func read(_ path: String) throws(ProgramError) -> FrameTrace {
    let log = try FrameLog(readFile(path), name: path)
    for note in log.notes { Terminal.note("\(programName): \(quoted(path)): \(note)") }
    do throws(ComparisonError) {
      return try FrameTrace(name: path, times: log.times)
    } catch {
      throw ProgramError(path, wrong: "\(error)", remedy: "sort the rows by time")
    }
  }
}
