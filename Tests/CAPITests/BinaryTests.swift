// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the libraries are made of, seen from outside.
@Suite struct BinaryTests {
  @Test func `the shared library exports the functions of the header and nothing else`() throws {
    let shared = try Library.installed.get().shared
    #expect(try Self.exports(of: shared) == Set(Declarations(try Library.header).functions))
  }

  static func exports(of library: String) throws -> Set<String> {
    let said = try Tool.run(["nm", "-D", "--defined-only", library])
    return Set(
      said.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
  }

  @Test func `the archive's names are the header's, or hidden with a prefix`() throws {
    let library = try Library.installed.get()
    let said = try Tool.run(["readelf", "-sW", library.archive])
    let globals = said.matches(of: /\s(?:GLOBAL|WEAK) +(\w+) +\d+ (\S+)$/.anchorsMatchLineEndings())
    let open = globals.filter { $0.1 != "HIDDEN" }.map { String($0.2) }
    #expect(open.sorted() == Declarations(try Library.header).functions.sorted())
    #expect(globals.allSatisfy { $0.2.hasPrefix("dr_") || $0.2.hasPrefix("dr_internal_") })
  }

  @Test func `the shared library needs the C library and libm alone, and names itself`() throws {
    let library = try Library.installed.get()
    let said = try Tool.run(["readelf", "-d", library.shared])
    let needed = said.matches(of: /\(NEEDED\)[^\[]*\[([^\]]+)\]/).map { String($0.1) }
    #expect(Set(needed) == ["libc.so.6", "libm.so.6"])
    #expect(said.contains("[libdynamicrepeat.so.0.2]"))
    let loaded = try Tool.run(["ldd", library.shared]).split(separator: "\n").map {
      String($0.split(separator: " ").first ?? "").split(separator: "/").last.map(String.init) ?? ""
    }
    let loader = loaded.filter { !$0.contains("vdso") && !$0.hasPrefix("ld-") && $0 != "\t" }
    #expect(
      Set(loader.map { $0.trimmingCharacters(in: .whitespaces) }) == ["libc.so.6", "libm.so.6"])
  }

  /// Bytes that the whole controller adds to a stripped program that neither locks nor restores a
  /// state, which may hold a lock.
  static let mostBytes = 78 * 1024

  /// Bytes that it adds where the linker leaves nothing out: all functions of a repeat and a curve.
  static let mostBytesWithoutFlags = 144 * 1024

  /// Bytes that it adds together with the bank: three sets of kernels, the fits, and 8 KB for the ends
  /// of locks: a state that is restored may have some.
  static let mostBytesWithBank = 316 * 1024

  /// Bytes that a whole frame loop adds to a stripped program.
  static let mostBytesOfLoop = 50 * 1024

  private static let collected = "-Wl,--gc-sections"

  /// The bytes of a stripped program, which runs, and has nothing of the parts in it.
  private func size(_ source: String, _ flags: [String], without parts: [String] = []) throws -> Int
  {
    let folder = try Folder()
    let program = try Library.installed.get().build(
      [source], into: folder, with: ["gcc", "-Os"] + flags)
    let symbols = try Tool.run(["nm", program])
    for part in parts { #expect(!symbols.contains(part), "\(part)") }
    #expect(try Tool.run([program]).isEmpty == false)
    try Tool.run(["strip", program])
    return try Data(contentsOf: URL(fileURLWithPath: program)).count
  }

  @Test func `a frame loop adds less than 50 KB to a program, and nothing to one with repeats`()
    throws
  {
    _ = try size("size.c", [], without: ["dr_loop", "FramePac"])
    let added = try size("loop_size.c", [Self.collected]) - size("size.c", ["-DWITHOUT"])
    print("a loop adds \(added) bytes to a stripped program")
    #expect(added < Self.mostBytesOfLoop)
  }

  @Test func `the whole controller adds less than 78 KB to a program, and no lock or bank`() throws
  {
    let nothing = try size("size.c", ["-DWITHOUT"])
    let added =
      try size("size.c", [Self.collected], without: ["RatePlan", "dr_bank_evaluate"]) - nothing
    let withoutFlags = try size("size.c", []) - nothing
    let withBank = try size("size.c", ["-DWITH_BANK", Self.collected]) - nothing
    print(
      """
      the controller adds \(added) bytes to a stripped program, \(withoutFlags) without \
      \(Self.collected), with the bank \(withBank)
      """)
    #expect(added < Self.mostBytes)
    #expect(withoutFlags < Self.mostBytesWithoutFlags)
    #expect(withBank < Self.mostBytesWithBank)
  }
}
