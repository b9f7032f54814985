// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The library for aarch64, run in an emulator, with the same values on both processors.
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
        + (sources == LoopProgramTests.parts ? [LoopProgramTests.wraps] : [])
        + ["", "-loop"].map { library.file("build/libdynamicrepeat\($0).a") }
        + ["-lm", "-lpthread", "-o", program])
    return program
  }

  @Test func `every function answers on aarch64 as the header says, and its loops use NEON`() throws
  {
    let folder = try Folder()
    let program = try Self.build(ProgramTests.parts, into: folder)
    let said = try Tool.run(["qemu-aarch64", program])
    #expect(said.contains("every function answers as it should"))
    let loop = try Tool.run(["qemu-aarch64", Self.build(LoopProgramTests.parts, into: folder)])
    #expect(loop.contains("every function answers as it should"))
    let instructions = try folder.write(
      """
      #include <dynamic_repeat.h>
      #include <stdio.h>
      int main(void) {
        dr_bank_def def = dr_default_bank_def();
        dr_bank *bank;
        dr_bank_info info;
        if (dr_bank_create(&def, &bank) || dr_bank_get_info(bank, &info)) return 1;
        return !puts(info.instructions);
      }
      """, to: "instructions.c")
    let library = try Self.made.get()
    try Tool.run([
      Self.compiler, "-static", "-I", library.file("include"), instructions,
      library.file("build/libdynamicrepeat.a"), "-lm", "-o", folder.file("instructions"),
    ])
    #expect(try Tool.run(["qemu-aarch64", folder.file("instructions")]) == "NEON\n")
  }

  @Test func `the shared library for aarch64 has the same soname and functions`() throws {
    let shared = try Self.made.get().file("build/libdynamicrepeat.so")
    let said = try Tool.run(["readelf", "-hdW", shared])
    #expect(said.contains("AArch64") && said.contains("[libdynamicrepeat.so.0.3]"))
    #expect(try BinaryTests.exports(of: shared) == Set(Declarations(try Library.header).functions))
  }

  @Test func `rollback and lockstep give the same bytes on both processors`() throws {
    let folder = try Folder()
    let native = try Library.installed.get().build(["rollback.c"], into: folder)
    let hashes = try Tool.run([native])
    #expect(try Tool.run(["qemu-aarch64", Self.build(["rollback.c"], into: folder)]) == hashes)
  }

  @Test func `scripts on aarch64 match an independent model in fractions`() throws {
    let folder = try Folder()
    let driver = try Self.build(["scripts.c"], into: folder)
    try ScriptTests.check(driver, ["--under", "qemu-aarch64", "--seed", "8", "--scripts", "300"])
  }

  @Test func `all curves of the vectors have the same bits on both processors`() throws {
    let folder = try Folder()
    let (text, expected) = try Vectors.cases.get()
    let cases = try folder.write(text, to: "cases")
    let native = try Library.installed.get().build(["vectors.c"], into: folder)
    let bits = try Tool.run(["sh", "-c", "\"\(native)\" < \"\(cases)\""])
    let lines = bits.split(separator: "\n")
    try #require(lines.count == expected.count)
    for (line, wanted) in zip(lines, expected) {
      let value = Double(bitPattern: try #require(UInt64(line, radix: 16)))
      #expect((value - wanted).magnitude < 1e-9, "\(line)")
    }
    let emulated = try Self.build(["vectors.c"], into: folder)
    #expect(try Tool.run(["sh", "-c", "qemu-aarch64 \"\(emulated)\" < \"\(cases)\""]) == bits)
  }
}

/// The Bezier curves of Tests/Vectors as input of vectors.c.
enum Vectors {
  /// The input lines, and the expected output for each sample.
  static let cases = Result { try read() }

  private static func read() throws -> (String, [Double]) {
    var lines: [String] = []
    var expected: [Double] = []
    let path = "\(Library.package)/Tests/Vectors/bezier.jsonl"
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let record = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let points = try #require(record["controlPoints"] as? [Double])
      let outputs = try #require(record["exact"] as? [Double])
      lines.append("curve \(points.map { "\($0)" }.joined(separator: " "))")
      for (index, output) in outputs.enumerated() {
        lines.append("x \(Double(index) / Double(outputs.count - 1))")
        expected.append(output)
      }
    }
    return (lines.joined(separator: "\n") + "\n", expected)
  }
}
