// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import DynamicRepeat
import StrategyComparison

/// Schedules from files: files for the demo's `--play`, and traces written by the demo.
enum ScheduleFile {
  /// Seconds per cycle before the first row, as in the demo at full health.
  static let firstDuration = 2.0
  /// The seconds from the last row of a schedule file to the end of the run.
  ///
  /// The file does not say when the run ends.
  static let tail = 10.0

  /// Reads and checks a file.
  ///
  /// A trace of the demo is converted to its rate changes: one for each row whose requested
  /// duration differs from that of the row above. `inf`, written while the repeat was held, is a
  /// rate of 0.
  /// - Throws: Exit code 66, 65 or 74, with the line and column of the first error.
  /// - Complexity: O(n); strings are made only for errors.
  static func read(_ path: String) throws(ProgramError) -> RateSchedule {
    var rows = try ScheduleRows(
      readFile(path), name: path, allowsTraces: true, allowsEqualTimes: false)
    var changes: [RateChange] = []
    var first = RepeatRate.cycleDuration(firstDuration)
    // The rate requested by the last row; `nil` before the first row.
    var requested: RepeatRate?
    var lastTime = 0.0
    while let row = try rows.next() {
      let rate =
        row.cycleDuration == .infinity
        ? RepeatRate.hertz(0) : .cycleDuration(row.cycleDuration)
      if row.time == 0 || (rows.isTrace && requested == nil) {
        first = rate
      } else if !rows.isTrace || rate != requested {
        changes.append(RateChange(time: row.time, rate: rate, ramp: row.ramp))
      }
      requested = rate
      lastTime = row.time
    }
    guard !rows.isTrace || lastTime > 0 else {
      throw ProgramError(
        path, wrong: "has one frame, at time 0", remedy: "record more than one frame")
    }
    do throws(ComparisonError) {
      return try RateSchedule(
        name: path, initialRate: first, changes: changes,
        length: rows.isTrace ? lastTime : min(lastTime + tail, RepeatLimits.latestTime))
    } catch {
      throw ProgramError(path, wrong: "\(error)", remedy: rows.rowHelp)
    }
  }
}
