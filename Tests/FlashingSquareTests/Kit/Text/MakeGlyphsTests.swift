// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

@Suite struct MakeGlyphsTests {
  static let assets = URL(fileURLWithPath: Programs.package).appendingPathComponent("Assets")

  static let python = Child.find("python3")

  /// Runs the script to its end.
  static func run(_ script: URL, _ arguments: [String]) throws -> Child.Ending {
    try Child.run(try #require(python), [script.path] + arguments)
  }

  static let missing: Comment = "SKIPPED: no python3 in PATH, so glyphs.bin was not compared"

  @Test func `the program embeds the file that lies in Assets`() throws {
    let file = try Data(contentsOf: Self.assets.appendingPathComponent("glyphs.bin"))
    #expect(Array(file) == GlyphFileTests.whole, "rebuild: assets.c is older than glyphs.bin")
  }

  @Test(.enabled(if: python != nil, missing))
  func `the glyphs checked in are those that make-glyphs draws`() throws {
    let result = try Self.run(Self.assets.appendingPathComponent("make-glyphs"), ["--check"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(.enabled(if: python != nil, missing))
  func `make-glyphs names a file that is not its own`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("glyphs \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Copied by their bytes: copies of another user's files would want their owner too.
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Type"), withIntermediateDirectories: false)
    for name in ["Type/design.py", "Type/drawing.py"] {
      try Data(contentsOf: Self.assets.appendingPathComponent(name))
        .write(to: folder.appendingPathComponent(name))
    }
    let script = folder.appendingPathComponent("make-glyphs")
    try Child.writeScript(
      String(contentsOf: Self.assets.appendingPathComponent("make-glyphs"), encoding: .utf8),
      to: script.path)
    try Data([0]).write(to: folder.appendingPathComponent("glyphs.bin"))
    let result = try Self.run(script, ["--check"])
    #expect(result.status == 1)
    #expect(result.errors.contains("glyphs.bin: is not what this script writes"))
    #expect(result.errors.contains("glyphs.png: No such file or directory"))
  }

  @Test(.enabled(if: python != nil, missing), arguments: [["--wrong"], ["--check", "x"]])
  func `make-glyphs rejects other arguments`(arguments: [String]) throws {
    let result = try Self.run(
      Self.assets.appendingPathComponent("make-glyphs"), arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("usage: make-glyphs [--check]"))
  }
}
