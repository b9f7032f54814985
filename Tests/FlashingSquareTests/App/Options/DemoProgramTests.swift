// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Glibc
import Testing
import WindowRigs

@testable import FlashingSquare

/// The built program in a child process; other tests show in detail which arguments are invalid.
@Suite struct DemoProgramTests {
  @Test func `invalid arguments exit with 64 and create no files`() throws {
    let folder = try TemporaryFolder()
    let child = try Programs.run(
      Programs.demo, ["--trace", "t.csv", "--frames=5", "--duration=1"], in: folder.path)
    let lines = child.errors.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 3, "\(child.errors)")
    #expect(child.status == 64)
    #expect(lines[0].hasPrefix("flashing-square: --frames 5 and --duration 1: "), "\(lines)")
    #expect(lines[1].contains("give one of them") && lines[2].isEmpty, "\(lines)")
    #expect(child.output.isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test func `a headless run without an end prints a note about how to end it`() throws {
    let folder = try TemporaryFolder()
    let trace = WrittenTrace(path: folder.file("t.csv"))
    let demo = try Programs.start(Programs.demo, ["--headless", "--trace", trace.path], in: folder)
    #expect(poll { trace.rows().count > 100 })
    #expect(
      demo.errors == "flashing-square: runs without a window until Ctrl-C;"
        + " end it with --frames N or --duration SECONDS\n")
    demo.send(SIGINT)
    #expect(demo.status() == 0)
  }

  @Test func `a pipe without a writer is waited for, and a note says so`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("p")
    try #require(mkfifo(pipe, 0o600) == 0)
    let demo = try Programs.start(
      Programs.demo, ["--headless", "--frames", "3", "--trace", "t.csv", "--play", "p"], in: folder)
    #expect(poll { !demo.errors.isEmpty })
    #expect(
      demo.errors
        == "flashing-square: p: waiting for a program that writes it; Ctrl-C ends this\n")
    let text = "printf 'time,cycle_duration\\n0,0.5\\n' >p"
    _ = try Programs.run("/bin/sh", ["-c", text], in: folder.path)
    #expect(demo.status() == 0)
    #expect(WrittenTrace(path: folder.file("t.csv")).rows().count == 3)
    // A pipe with a writer needs no note.
    let script =
      "\"$0\" --headless --frames 3 --trace t.csv --play <(echo time,cycle_duration; echo 0,1)"
    let child = try Programs.run("/bin/bash", ["-c", script, Programs.demo], in: folder.path)
    #expect(child.status == 0 && child.errors.isEmpty, "\(child.errors)")
  }

  /// Unusable inputs and outputs: arguments, exit code, and words of the message.
  static let badFiles: [(arguments: [String], code: Int32, says: String)] = [
    (["--play", "absent.csv"], 66, "absent.csv: cannot be read: No such file or directory"),
    (["--play", "wrong.csv"], 65, "wrong.csv:2:3: cycle_duration \"x\" is not a number"),
    (["--trace", "absent/t.csv"], 73, "absent/t.csv: cannot be written: No such file"),
    (["--trace", "/dev/full"], 74, "/dev/full: writing failed: No space left on device"),
    (["--trace", "old"], 73, "old: cannot be written: Is a directory"),
    (["--record", "f.avi"], 64, "f.avi: is not the name of a film: films end in .gif, .mp4"),
    (["--record", "old"], 73, "holds frames of an earlier run, which are not overwritten"),
    (["--record", "wrong.csv"], 73, "wrong.csv: cannot hold the pictures: Not a directory"),
    (["--play", "good.csv", "--trace", "link.csv"], 73, "the file that --play reads"),
    (["--record", "a.gif", "--trace", "./a.gif"], 73, "is the file that --trace writes"),
  ]

  @Test(arguments: badFiles.indices)
  func `errors name the unusable file, and no files are created`(_ index: Int) throws {
    let row = Self.badFiles[index]
    let folder = try TemporaryFolder()
    _ = try folder.write("wrong.csv", Array("time,cycle_duration\n0,x\n".utf8))
    _ = try folder.write("empty.csv", [])
    let good = Array("time,cycle_duration\n0,1\n".utf8)
    _ = try folder.write("good.csv", good)
    let shell = "ln -s good.csv link.csv; mkdir old; : >old/frame-000000.png"
    _ = try Programs.run("/bin/bash", ["-c", shell], in: folder.path)
    let before = folder.names
    let arguments = row.arguments + ["--headless", "--frames", "2"]
    let child = try Programs.run(Programs.demo, arguments, in: folder.path)
    #expect(child.status == row.code)
    #expect(child.errors.contains(row.says), "\(child.errors)")
    #expect(child.errors.split(separator: "\n").count == 2)
    #expect(child.output.isEmpty)
    #expect(folder.names == before)
    #expect(try folder.bytes("good.csv") == good)
  }

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
