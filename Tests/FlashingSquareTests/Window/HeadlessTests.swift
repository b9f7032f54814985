// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

/// The demo without a window, in a child process.
@Suite struct HeadlessTests {
  @Test(arguments: SceneList.demo.names.map { ["--scene", $0, "--attract"] })
  func `equal arguments give equal bytes, also on SDL 3`(_ arguments: [String]) throws {
    func run(_ program: [String] = [Programs.demo]) throws -> [String: [UInt8]] {
      let folder = try TemporaryFolder()
      let command =
        program
        + ["--headless", "--frames", "200", "--record", "pictures", "--record-every", "57"]
        + ["--trace", "pictures/trace.csv"] + arguments
      let child = try Programs.run(command[0], Array(command.dropFirst()), in: folder.path)
      try #require(child.status == 0, "\(child.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pictures"))
      #expect(names.count == 5)
      return Dictionary(
        uniqueKeysWithValues: try names.map { ($0, try folder.bytes("pictures/\($0)")) })
    }
    let bytes = try run()
    #expect(try run() == bytes)
    for program in sdl3Commands("flashing-square") { #expect(try run(program) == bytes) }
  }

  /// The allowed difference in memory use between the first and the last measured frame, in bytes.
  static let memoryTolerance = 512 * 1024

  /// F_SETPIPE_SZ of <fcntl.h>, which Swift does not import.
  private static let setPipeSize: Int32 = 1031

  @Test(arguments: [("answers", [1000, 9000]), ("beat", [1000, 3000]), ("swarm", [300, 800])])
  func `the memory use is constant over many frames`(_ scene: String, _ frames: [Int]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("trace")
    try #require(mkfifo(path, 0o600) == 0)
    // The demo can be ahead of this reader at most by the capacity of the smallest possible pipe
    // plus the demo's own buffer.
    let holder = open(path, O_RDWR | O_CLOEXEC)
    try #require(fcntl(holder, Self.setPipeSize, 4096) == 4096)
    let count = frames[1] + 300
    let demo = try Programs.start(
      Programs.demo,
      ["--headless", "--attract", "--scene", scene, "--size", "320x180", "--trace", path]
        + ["--frames", "\(count)"], in: folder)
    let pipe = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    var lines = 0
    var memory: [Int] = []
    while let data = try pipe.read(upToCount: 4096), !data.isEmpty {
      // The demo has opened the pipe. From now on, only the demo may keep it open for writing.
      if lines == 0 { close(holder) }
      let before = lines
      lines += data.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      for line in frames where before < line && lines >= line {
        memory.append(try residentBytes(demo.id))
      }
    }
    #expect(demo.status() == 0)
    #expect(lines == count + 1)
    try #require(memory.count == 2)
    #expect(abs(memory[1] - memory[0]) <= Self.memoryTolerance, "\(memory)")
  }

  private func residentBytes(_ process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = try #require(Int(text.split(separator: " ")[1]))
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test func `without a display the error names the remedies, and the exit code is 69`() throws {
    let folder = try TemporaryFolder()
    let child = try Programs.run(
      Programs.demo, ["--frames", "3"], in: folder.path, environment: ["SDL_VIDEODRIVER": ""])
    #expect(child.status == 69)
    #expect(child.errors.contains("flashing-square: no display: "))
    #expect(child.errors.contains("set DISPLAY or WAYLAND_DISPLAY, or add --headless"))
  }

  @Test func `a run ends after --frames or --duration`() throws {
    let folder = try TemporaryFolder()
    for (arguments, rows) in [
      (["--frames", "7"], 7), (["--duration", "0.5"], 30),
      (["--duration", "1", "--rate", "10"], 10),
    ] {
      let child = try Programs.run(
        Programs.demo, ["--headless", "--trace", "trace.csv"] + arguments, in: folder.path)
      #expect(child.status == 0)
      #expect(WrittenTrace(path: folder.file("trace.csv")).rows().count == rows)
    }
  }
}
