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
    var rows = try ScheduleRows(bytes, name: name, allowsTraces: false, allowsEqualTimes: true)
    var orders: [Order] = []
    while let row = try rows.next() {
      orders.append(Order(time: row.time, cycleDuration: row.cycleDuration, ramp: row.ramp))
    }
    return PlaySchedule(orders: orders)
  }
}
