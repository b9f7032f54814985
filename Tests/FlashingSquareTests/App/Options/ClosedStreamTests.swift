// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// The demo where standard input, output or error is closed, or goes away: its files stay whole.
@Suite struct ClosedStreamTests {
  /// Runs the demo through a shell that has closed streams.
  private func run(
    _ arguments: [String], closing streams: String, in folder: TemporaryFolder
  ) throws -> Child.Ending {
    let script = "exec \"$0\" \"$@\" \(streams)"
    return try Programs.run("/bin/sh", ["-c", script, Programs.demo] + arguments, in: folder.path)
  }

  static let closed = [">&-", ">&- 2>&-", "<&- >&-", "<&- >&- 2>&-", "2>&- >&-"]

  @Test(arguments: closed)
  func `figures for a closed standard output do not land in a file, and are an error`(
    _ streams: String
  ) throws {
    let folder = try TemporaryFolder()
    let child = try run(
      ["--headless", "--frames", "5", "--stats", "--trace", "t.csv"],
      closing: streams, in: folder)
    #expect(child.status == 74)
    if !streams.contains("2>") {
      #expect(child.errors.contains("flashing-square: stdout: cannot take the output"))
      #expect(child.errors.contains("standard output is closed"))
      #expect(child.errors.split(separator: "\n").count == 2)
    }
    let text = String(decoding: try folder.bytes("t.csv"), as: UTF8.self)
    #expect(text.hasPrefix("\(TraceWriter.header)\n"))
    #expect(!text.contains("statistics"))
    #expect(WrittenTrace(path: folder.file("t.csv")).rows().count == 5)
  }

  @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
  func `a closed stream that nothing is written to changes nothing`(_ streams: String) throws {
    let folder = try TemporaryFolder()
    let arguments = ["--headless", "--frames", "5", "--stats", "--trace", "t.csv"]
    let open = try Programs.run(Programs.demo, arguments, in: folder.path)
    let bytes = try folder.bytes("t.csv")
    let child = try run(arguments, closing: streams, in: folder)
    #expect(child.status == 0 && child.errors.isEmpty)
    #expect(child.output.split(separator: "\n").count == open.output.split(separator: "\n").count)
    #expect(try folder.bytes("t.csv") == bytes)
  }

  @Test func `wrong arguments keep their exit code where nothing can be said`() throws {
    let folder = try TemporaryFolder()
    #expect(try run(["--bogus"], closing: ">&- 2>&- <&-", in: folder).status == 64)
    #expect(try run(["--help"], closing: ">&-", in: folder).status == 74)
    #expect(folder.names.isEmpty)
  }

  @Test func `figures that cannot be written leave the trace whole`() throws {
    let folder = try TemporaryFolder()
    let child = try Programs.run(
      Programs.demo, ["--headless", "--frames", "5", "--stats", "--trace", "t.csv"],
      in: folder.path, outputPath: "/dev/full")
    #expect(child.status == 74 && child.errors.contains("No space left on device"))
    #expect(WrittenTrace(path: folder.file("t.csv")).rows().count == 5)
  }

  /// Of a terminal that is closed come the kernel's signal, and the one that the shell adds.
  @Test(arguments: [[SIGINT], [SIGTERM], [SIGHUP], [SIGHUP, SIGHUP, SIGHUP]])
  func `a signal leaves a whole trace, and so does a terminal that is closed`(
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

  @Test func `nohup keeps it running`() throws {
    let folder = try TemporaryFolder()
    let trace = WrittenTrace(path: folder.file("t.csv"))
    let demo = try Programs.start(
      "/bin/sh",
      ["-c", "trap '' HUP; exec \"$0\" \"$@\"", Programs.demo]
        + ["--headless", "--trace", trace.path], in: folder)
    #expect(poll { trace.rows().count > 100 })
    demo.send(SIGHUP)
    let before = try size("t.csv", in: folder)
    // More than a write that was on its way; a busy machine is slow in a debug build.
    #expect(try poll(120) { try size("t.csv", in: folder) > before + 100_000 })
    demo.send(SIGTERM)
    #expect(demo.status() == 0)
  }

  /// Bytes in a file: a trace that grows is too long to be read again and again.
  private func size(_ name: String, in folder: TemporaryFolder) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: folder.file(name))
    return try #require(facts[.size] as? Int)
  }

  @Test(arguments: ["--help", "--headless --frames 3 --stats"])
  func `a reader of help or figures that has gone is no error`(_ arguments: String) throws {
    // The reader is waited for, so that the pipe is closed for certain when they are written.
    let script = "mkfifo p; exec 4<>p 5>p 4<&-; \"$0\" \(arguments) >&5"
    let folder = try TemporaryFolder()
    let child = try Programs.run("/bin/bash", ["-c", script, Programs.demo], in: folder.path)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
  }
}
