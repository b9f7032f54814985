// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The game in C, built and started as a user would, without a display.
@Suite struct GameBuildTests {
  static let frames = ["env", "SDL_VIDEODRIVER=dummy"]

  @Test func `the game has fewer than 160 lines`() throws {
    let path = "\(Library.package)/Demo/CGame/flashing_square.c"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    #expect(lines.count < 160)
  }

  @Test func `CMake builds the same game`() throws {
    let folder = try Folder()
    try Game.copySources("CGame", to: folder)
    let prefix = try Library.installed.get().prefix
    try Tool.run(["cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=\(prefix)"], in: folder.path)
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    try Tool.run(Self.frames + [folder.file("build/flashing-square"), "--frames", "30"])
  }

  @Test(arguments: ["--frames", "--frames 0", "--frames many", "--help", "30"])
  func `with wrong arguments, the game prints its usage and ends`(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let tool = try Tool.ending(Self.frames + [Game.built.get().program] + words)
    #expect(tool.status == 1)
    #expect(tool.text == "flashing-square: usage: flashing-square [--frames N], N above 0\n")
  }

  @Test func `without a display, the game reports it and ends`() throws {
    let hidden = ["env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "SDL_VIDEODRIVER"]
    let tool = try Tool.ending(hidden + [Game.built.get().program, "--frames", "2"])
    #expect(tool.status == 1)
    #expect(
      tool.text.contains(
        "no display: SDL found only its invisible driver \"offscreen\". Set DISPLAY"),
      "\(tool.text)")
  }

  /// Memory kept by SDL and its drivers is ignored; ProgramTests looks for leaks of the library.
  @Test(.long) func `valgrind finds no invalid memory access in the game`() throws {
    try Tool.run(
      Self.frames + [
        "valgrind", "--error-exitcode=9", Game.built.get().program, "--frames", "30",
      ])
  }
}
