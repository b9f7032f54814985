// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// The demo with closed or broken standard streams: its files stay complete.
@Suite struct ClosedStreamTests {
  /// Runs the demo through a shell that closes streams.
  private func run(
    _ arguments: [String], closing streams: String, in folder: TemporaryFolder
  ) throws -> Child.Ending {
    let script = "exec \"$0\" \"$@\" \(streams)"
    return try Programs.run("/bin/sh", ["-c", script, Programs.demo] + arguments, in: folder.path)
  }

  static let closed = [">&-", "<&- >&- 2>&-"]

  @Test(arguments: closed)
  func `statistics for a closed standard output are an error, and do not go to another file`(
    _ streams: String
  ) throws {
    let folder = try TemporaryFolder()
    let child = try run(
      ["--headless", "--frames", "5", "--stats", "--trace", "t.csv"],
      closing: streams, in: folder)
    #expect(child.status == 74)
    if !streams.contains("2>") {
      #expect(child.errors.contains("flashing-square: stdout: cannot be written"))
      #expect(child.errors.contains("standard output is closed"))
      #expect(child.errors.split(separator: "\n").count == 2)
    }
    let text = String(decoding: try folder.bytes("t.csv"), as: UTF8.self)
    #expect(text.hasPrefix("\(TraceWriter.header)\n"))
    #expect(!text.contains("statistics"))
    #expect(WrittenTrace(path: folder.file("t.csv")).rows().count == 5)
  }

  /// When a terminal is closed, the kernel and the shell each send a signal.
  @Test(arguments: [[SIGTERM], [SIGHUP, SIGHUP, SIGHUP]])
  func `the trace is complete after a signal, and after the signals of a closed terminal`(
    _ signals: [Int32]
  ) throws {
    let folder = try TemporaryFolder()
    let trace = WrittenTrace(path: folder.file("t.csv"))
    let demo = try Programs.start(
      Programs.demo, ["--headless", "--trace", trace.path], in: folder)
    #expect(poll { trace.rows().count > 100 })
    for signal in signals { demo.send(signal) }
    #expect(demo.status() == 0)
    #expect(try folder.bytes("t.csv").last == UInt8(ascii: "\n"))
  }

  @Test(arguments: ["--help", "--headless --frames 3 --stats"])
  func `a reader that closes the pipe early is no error`(_ arguments: String) throws {
    // The only reader closes the pipe before the demo starts, and so before any output.
    let script = "mkfifo p; exec 4<>p 5>p 4<&-; \"$0\" \(arguments) >&5"
    let folder = try TemporaryFolder()
    let child = try Programs.run("/bin/bash", ["-c", script, Programs.demo], in: folder.path)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
  }
}
