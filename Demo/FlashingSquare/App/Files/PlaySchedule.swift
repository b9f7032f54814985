// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import StrategyComparison

/// The rate changes of `--play`: the requested cycle durations and their times.
struct PlaySchedule: Hashable, Sendable {
  /// At least one rate change; times never decrease.
  ///
  /// Times and durations are within `RepeatLimits`. If several changes have the same time, the last
  /// one wins.
  let changes: [RateChange]

  /// Whether a later change at the same time replaces the one at an index.
  func isReplaced(_ index: Int) -> Bool {
    index + 1 < changes.count && changes[index + 1].time == changes[index].time
  }

  /// Reads and checks a file.
  /// - Throws: Like `readFile` and ``parse(_:name:)``.
  static func read(_ path: String) throws(ProgramError) -> PlaySchedule {
    try parse(readFile(path), name: path)
  }

  /// Reads a CSV text with the header `time,cycle_duration` or `time,cycle_duration,ramp`.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: The file's name, for errors.
  /// - Throws: Exit code 65, with the line and column of the first mistake.
  /// - Complexity: O(n); strings are made only for errors.
  static func parse(_ bytes: [UInt8], name: String) throws(ProgramError) -> PlaySchedule {
    var rows = try ScheduleRows(bytes, name: name, allowsTraces: false, allowsEqualTimes: true)
    var changes: [RateChange] = []
    while let row = try rows.next() {
      changes.append(RateChange(time: row.time, cycleDuration: row.cycleDuration, ramp: row.ramp))
    }
    return PlaySchedule(changes: changes)
  }

  /// Writes a file that ``read(_:)`` accepts, under a new name in the present folder.
  /// - Returns: The place of the file, or the reason for which there is none, in a few words.
  static func writeNew(_ text: String) -> String {
    var number = 1
    while access("requests-\(number).csv", F_OK) == 0 { number += 1 }
    let name = "requests-\(number).csv"
    do throws(ProgramError) {
      try OutputFile(creating: name).write(Array(text.utf8))
    } catch {
      Terminal.note("\(error)")
      return "cannot write \(name) in this folder"
    }
    let folder = realpath(".", nil)
    defer { free(folder) }
    let path = folder.map { "\(String(cString: $0))/\(name)" } ?? name
    Terminal.note("flashing-square: wrote \(path); play it with --play \(name)")
    return "wrote \(name): play it with --play"
  }

  /// Returns a schedule's rate changes in order of time, each once.
  struct Cursor: Hashable, Sendable {
    private var next = 0

    /// The indices of the rate changes that are due at a time and were not returned before.
    /// - Parameter time: Seconds from the start of the run.
    /// - Complexity: O(k) for k returned changes.
    mutating func take(through time: Double, of schedule: PlaySchedule) -> Range<Int> {
      let start = next
      while next < schedule.changes.count, schedule.changes[next].time <= time { next += 1 }
      return start..<next
    }
  }
}
