// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing

@testable import FlashingSquare

@Suite struct FileTests {
  @Test(arguments: [0, 65_536, 300_001])
  func `a file is read completely, up to a size limit`(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.write("f", bytes)
    #expect(try readFile(path, limit: size) == bytes)
    let error = try #require(throws: ProgramError.self) {
      try readFile("/dev/zero", limit: size)
    }
    #expect(error.problem == "/dev/zero: is longer than \(size) bytes")
    #expect(error.exitCode == .badData)
  }

  @Test func `replacing a file is atomic, follows a link, and keeps the file's mode`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("f", [1])
    let link = folder.file("link")
    try #require(chmod(path, 0o640) == 0 && symlink("f", link) == 0)
    try OutputFile.replace(link, with: [2, 3])
    #expect(try folder.bytes("f") == [2, 3])
    #expect(folder.names.sorted() == ["f", "link"])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    try OutputFile.replace(folder.file("new"), with: [4])
    #expect(try folder.bytes("new") == [4])
  }

  @Test func `different paths of one file are recognized`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("f", [1])
    let other = try folder.write("g", [1])
    try #require(symlink("f", folder.file("link")) == 0)
    for same in [path, folder.file("link"), folder.file("./f")] { #expect(areSameFile(path, same)) }
    for differs in [other, folder.path, folder.file("new")] { #expect(!areSameFile(path, differs)) }
    #expect(!areSameFile("/dev/null", "/dev/null"), "a device has no contents to overwrite")
    #expect(areSameFile("no such file here", "./no such file here"))
    #expect(!areSameFile("no such file here", "./no other file here"))
  }

  @Test(arguments: ["new", "a//b/", "./x", "with space/\u{E9}"])
  func `a record folder is created with its parents, and may already exist`(_ name: String) throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let recorder = try FrameRecorder(preparing: folder.file(name), hertz: 60)
      let picture = recorder.file(ofFrame: 123)
      #expect(picture.hasSuffix("/frame-000123.png") && !picture.hasSuffix("//frame-000123.png"))
      try OutputFile.check(picture)
    }
  }

  @Test(
    arguments: [
      ("0", 0.0), ("-0.5e1", -5), ("+.5", 0.5), ("1E+3", 1000), ("1e400", .infinity),
      ("", nil), (" 1", nil), ("e5", nil), ("1.2.3", nil), ("0x10", nil), ("nan", nil),
      ("inf", nil),
      ("1,5", nil), ("1_000", nil), ("\u{661}", nil), ("5s", nil),
    ] as [(String, Double?)])
  func `a decimal number has digits, and may have a sign, a point and an exponent`(
    _ text: String, _ value: Double?
  ) {
    #expect(Double(decimal: text) == value)
  }

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
