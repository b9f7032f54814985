// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What compiles for aarch64, and what runs that here.
private enum Emulator {
  static let compiler = "aarch64-linux-gnu-gcc"
  static let isThere = [compiler, "qemu-aarch64"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
  static let needs: Comment =
    "tests of aarch64 need: apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"
}

/// The library for aarch64, run by an emulator; and the same values on both processors.
@Suite(.enabled(if: Emulator.isThere, Emulator.needs)) struct EmulationTests {
  private static let compiler = Emulator.compiler
  private static let made = Result { try SourcesTests.made(with: compiler) }

  /// Builds a program for aarch64, with all that it needs inside; its path.
  private static func build(_ sources: [String], into folder: Folder) throws -> String {
    let library = try made.get()
    let program = folder.file(sources[0])
    try Tool.run(
      [compiler, "-O1", "-std=c11", "-D_DEFAULT_SOURCE", "-static", "-Wall", "-Wextra", "-Werror"]
        + ["-I", library.file("include")] + sources.map { "\(Library.sources)/\($0)" }
        + [library.file("build/libdynamicrepeat.a"), "-lm", "-lpthread", "-o", program])
    return program
  }

  @Test func `every function answers on aarch64 as the header says, and its loops use NEON`() throws
  {
    let folder = try Folder()
    let program = try Self.build(ProgramTests.parts, into: folder)
    let said = try Tool.run(["qemu-aarch64", program, "brief"])
    #expect(said.contains("every function answers as it should"))
    let instructions = try folder.write(
      """
      #include <dynamic_repeat.h>
      #include <stdio.h>
      int main(void) {
        dr_bank_def def = dr_default_bank_def();
        dr_bank bank;
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

  @Test func `the shared library for aarch64 has the name and the functions of the other`() throws {
    let shared = try Self.made.get().file("build/libdynamicrepeat.so")
    let said = try Tool.run(["readelf", "-hdW", shared])
    #expect(said.contains("AArch64") && said.contains("[libdynamicrepeat.so.0.2]"))
    #expect(try BinaryTests.exports(of: shared) == Set(Declarations(try Library.header).functions))
  }

  @Test func `rate changes give the same bits on both processors`() throws {
    let folder = try Folder()
    let native = try Library.installed.get().build(["trace.c"], into: folder)
    let emulated = try Self.build(["trace.c"], into: folder)
    for policy in ["0", "1"] {
      let bits = try Tool.run([native, policy])
      #expect(try Tool.run(["qemu-aarch64", emulated, policy]) == bits)
    }
  }

  /// Of the samples in Tests/Vectors that C has functions for: not keyframes and additive values.
  @Test func `all conformance samples have the same bits on both processors`() throws {
    let folder = try Folder()
    let (text, expected) = try Vectors.cases.get()
    let cases = try folder.write(text, to: "cases")
    let native = try Library.installed.get().build(["vectors.c"], into: folder)
    let bits = try Tool.run(["sh", "-c", "\"\(native)\" < \"\(cases)\""])
    let lines = bits.split(separator: "\n")
    #expect(try Vectors.sum == String(#require(lines.last)))
    // They are the samples, and not just the same numbers.
    try #require(lines.count == expected.count + 1)
    for (line, wanted) in zip(lines, expected) {
      guard let wanted, let bits = UInt64(line.prefix(16), radix: 16) else { continue }
      #expect((Double(bitPattern: bits) - wanted).magnitude < 1e-5, "\(line)")
    }
    let emulated = try Self.build(["vectors.c"], into: folder)
    let sum = try Tool.run(["sh", "-c", "qemu-aarch64 \"\(emulated)\" hash < \"\(cases)\""])
    #expect(try sum == Vectors.sum + "\n")
    print("on both processors \(sum)")
  }
}

/// The records of Tests/Vectors as input of vectors.c.
enum Vectors {
  typealias Record = [String: Any]

  /// The lines, and for each sample what it begins with, where that is known.
  static let cases = Result { try read() }

  /// What vectors.c says of all samples, which need no function of libm: the same on every machine.
  static var sum: String {
    get throws { "\(try cases.get().1.count) samples, hash f82d736e62f47101" }
  }

  private static func read() throws -> (String, [Double?]) {
    var lines: [String] = []
    var expected: [Double?] = []
    for file in ["bezier", "static", "floaty", "chain", "group", "rate", "live"] {
      let path = "\(Library.package)/Tests/Vectors/\(file).jsonl"
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        let record = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Record)
        add(record, of: file, to: &lines, &expected)
      }
    }
    return (lines.joined(separator: "\n") + "\n", expected)
  }

  private static func add(
    _ record: Record, of file: String, to lines: inout [String], _ expected: inout [Double?]
  ) {
    func add(_ samples: [Record], _ wanted: (Record) -> Double? = { _ in nil }) {
      for sample in samples {
        lines.append("t \(number(sample["t"]))")
        expected.append(wanted(sample))
      }
    }
    let samples = record["samples"] as? [Record] ?? []
    lines += ["spaces", "alone"]
    switch file {
    case "bezier":
      let outputs = record["exact"] as? [Double] ?? []
      lines.append(curve(record["controlPoints"]))
      for (index, output) in outputs.enumerated() {
        lines.append("x \(Double(index) / Double(outputs.count - 1))")
        expected.append(output)
      }
    case "chain":
      lines += ((record["levels"] as? [Record]) ?? []).map(space)
      lines += animation(record["animation"], "timing")
      add(samples) { ($0["local"] as? [Double])?.first }
    case "group":
      lines += animation(record["group"], "group") + animation(record["child"], "timing")
      add(samples)
    case "rate", "live":
      lines.append("space 0 \(number(record["speed"])) \(number(record["localAtZero"]))")
      lines += [curve(record["timing"]), timing(record, "timing", offset: 0)]
      for step in record["steps"] as? [Record] ?? [] { change(step, &lines, &expected) }
    default:
      let rotates = record["timeOffsetMode"] as? String == "wrap"
      let offset = rotates ? 0 : (record["timeOffset"] as? Double ?? 0)
      lines.append("space \(number(record["beginTime"])) \(number(record["speed"])) \(offset)")
      lines.append(curve(record["timing"]))
      lines.append(
        timing(record, "timing", offset: rotates ? record["timeOffset"] as? Double ?? 0 : 0))
      add(samples)
    }
  }

  private static func change(
    _ step: Record, _ lines: inout [String], _ expected: inout [Double?]
  ) {
    let time = number(step["t"])
    let to = number(step["to"])
    switch step["set"] as? String {
    case "speed": lines.append("speed \(to) \(time)")
    case "local": lines.append("seek \(to) \(time)")
    case "beginShift": lines.append("begin \(to)")
    case "pause": lines.append("pause \(time)")
    case "resume": lines.append("resume \(time)")
    default:
      lines.append("t \(time)")
      expected.append(step["local"] as? Double)
    }
  }

  /// A timing with a space of its own for begin, speed and offset.
  private static func animation(_ value: Any?, _ word: String) -> [String] {
    guard let record = value as? Record else { return [] }
    return [space(record), curve(record["timing"]), timing(record, word, offset: 0)]
  }

  private static func space(_ record: Record) -> String {
    "space \(number(record["beginTime"])) \(number(record["speed"])) "
      + number(record["timeOffset"])
  }

  private static func timing(_ record: Record, _ word: String, offset: Double) -> String {
    let fills = ["removed", "forwards", "backwards", "both"]
    let fill = fills.firstIndex(of: record["fillMode"] as? String ?? "removed") ?? 0
    let reverses = record["autoreverses"] as? Bool == true ? 1 : 0
    return
      "\(word) \(number(record["duration"])) \(number(record["repeatCount"])) "
      + "\(number(record["repeatDuration"])) \(reverses) \(fill) \(offset)"
  }

  private static func curve(_ value: Any?) -> String {
    if let points = value as? [Double] {
      return "curve bezier \(points.map { "\($0)" }.joined(separator: " "))"
    }
    guard let steps = value as? Record else { return "curve linear" }
    let jumps = ["start", "end", "none", "both"]
    let jump = jumps.firstIndex(of: steps["jump"] as? String ?? "end") ?? 1
    return "curve steps \(number(steps["steps"])) \(jump)"
  }

  /// A number, or the "inf" of the records; 0 where there is none.
  private static func number(_ value: Any?) -> String {
    if let text = value as? String { return text }
    return "\((value as? NSNumber)?.doubleValue ?? 0)"
  }
}
