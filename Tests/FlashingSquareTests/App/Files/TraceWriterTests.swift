// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing

@testable import FlashingSquare

@Suite struct TraceWriterTests {
  /// The number of complete lines of the trace, including its header.
  private func lines(in folder: TemporaryFolder) throws -> Int {
    try folder.bytes("t.csv").count { $0 == UInt8(ascii: "\n") }
  }

  @Test func `rows are written in full precision`() throws {
    let folder = try TemporaryFolder()
    do {
      var trace = try TraceWriter(creating: folder.file("t.csv"))
      try trace.write(
        TraceRow(
          time: 1.0 / 60, cycleDurationInEffect: 0.1, cycle: -3, phase: 1.0.nextDown,
          value: .leastNonzeroMagnitude))
      try trace.write(
        TraceRow(
          time: 2_592_000.000000001, cycleDurationRequested: 1e9, cycleDurationInEffect: 1e-6,
          cycle: .max, phase: 0, value: -0.0, events: ["cycle 7", "stop"]))
      try trace.flush()
    }
    let expected = """
      time,cycle_duration_requested,cycle_duration_in_effect,cycle,phase,value,events
      0.016666666666666666,inf,0.1,-3,0.9999999999999999,5e-324,
      2592000.000000001,1000000000.0,1e-06,9223372036854775807,0.0,-0.0,cycle 7;stop

      """
    #expect(String(decoding: try folder.bytes("t.csv"), as: UTF8.self) == expected)
  }

  @Test func `the file always ends with a complete row that is at most 0.25 s old`() throws {
    let folder = try TemporaryFolder()
    var trace = try TraceWriter(creating: folder.file("t.csv"))
    for frame in 0..<300 {
      let time = Double(frame) / 60
      try trace.write(TraceRow(time: time, events: frame % 7 == 0 ? ["cycle"] : []))
      // The file's contents if the demo crashed at this frame.
      let text = String(decoding: try folder.bytes("t.csv"), as: UTF8.self)
      #expect(text.hasSuffix("\n"))
      let last = try #require(text.split(separator: "\n").last?.split(separator: ",").first)
      let lastTime = try #require(Double(last))
      #expect(time - lastTime < 0.25)
    }
    try trace.flush()
    #expect(try lines(in: folder) == 301)
  }
}
