// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import FlashingSquare

/// A trace that is, or was, written by a child process.
struct WrittenTrace {
  let path: String

  /// The file's current size in bytes.
  var size: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The complete rows in the file.
  func rows() -> [TraceRow] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The text after the last line break is empty or an incomplete row.
    return lines.dropFirst().dropLast().compactMap(Self.row)
  }

  static func row(_ line: Substring) -> TraceRow? {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    guard cells.count == 7, let time = Double(cells[0]), let requested = Double(cells[1]),
      let effect = Double(cells[2]), let cycle = Int(cells[3]), let phase = Double(cells[4]),
      let value = Double(cells[5])
    else { return nil }
    return TraceRow(
      time: time, cycleDurationRequested: requested, cycleDurationInEffect: effect, cycle: cycle,
      phase: phase, value: value, events: cells[6].split(separator: ";").map(String.init))
  }
}
