// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The library for aarch64, run in an emulator, with the same values on both processors.
///
/// `SourcesTests` runs the library's own tests in the emulator.
@Suite(.long) struct EmulationTests {
  private static let compiler = "aarch64-linux-gnu-gcc"
  private static let made = Result { try SourcesTests.made(with: compiler) }

  /// Builds a statically linked program for aarch64; returns its path.
  private static func build(_ sources: [String], into folder: Folder) throws -> String {
    let library = try made.get()
    let program = folder.file(sources[0])
    try Tool.run(
      [compiler, "-O1", "-std=c11", "-D_DEFAULT_SOURCE", "-static", "-Wall", "-Wextra", "-Werror"]
        + ["-I", library.file("include")] + sources.map { "\(Library.sources)/\($0)" }
        + [library.file("build/libdynamicrepeat.a"), "-lm", "-o", program])
    return program
  }

  @Test func `scripts on aarch64 match an independent model that computes with fractions`() throws {
    let folder = try Folder()
    let driver = try Self.build(["scripts.c"], into: folder)
    try ScriptTests.check(driver, ["--under", "qemu-aarch64", "--seed", "8", "--scripts", "300"])
  }

  @Test func `timing functions that need no libm have the same bits on both processors`() throws {
    let folder = try Folder()
    let native = try Library.installed.get().build(["curve_bits.c"], into: folder)
    let emulated = try Self.build(["curve_bits.c"], into: folder)
    try CurveBits.compare(
      try Tool.run([native]).split(separator: "\n"),
      try Tool.run(["qemu-aarch64", emulated]).split(separator: "\n"))
  }
}
