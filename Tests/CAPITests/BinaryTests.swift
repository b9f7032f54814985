// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Symbols, dependencies and sizes of the libraries.
@Suite struct BinaryTests {
  /// The shared library, archive and header of each library.
  static func libraries() throws -> [(shared: String, archive: String, header: String)] {
    let library = try Library.installed.get()
    return [
      (library.shared, library.archive, try Library.header),
      (library.loopShared, library.loopArchive, try Library.loopHeader),
    ]
  }

  @Test(arguments: 0..<2)
  func `a shared library exports the functions of its header and nothing else`(_ index: Int) throws
  {
    let library = try Self.libraries()[index]
    #expect(try Self.exports(of: library.shared) == Set(Declarations(library.header).functions))
  }

  static func exports(of library: String) throws -> Set<String> {
    let said = try Tool.run(["nm", "-D", "--defined-only", library])
    return Set(
      said.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
  }

  @Test(arguments: 0..<2)
  func `an archive's global symbols are exactly the header's functions`(_ index: Int) throws {
    let library = try Self.libraries()[index]
    let said = try Tool.run(["readelf", "-sW", library.archive])
    let globals = said.matches(of: /\s(?:GLOBAL|WEAK) +\w+ +(\d+) (\S+)$/.anchorsMatchLineEndings())
      .map { String($0.2) }
    #expect(globals.sorted() == Declarations(library.header).functions.sorted())
  }

  @Test(arguments: [(0, "libdynamicrepeat.so.0.4"), (1, "libdynamicrepeat-loop.so.0.4")])
  func `a shared library needs only libc and libm, and has its soname`(
    _ index: Int, _ soname: String
  ) throws {
    let library = try Self.libraries()[index]
    let said = try Tool.run(["readelf", "-d", library.shared])
    let needed = said.matches(of: /\(NEEDED\)[^\[]*\[([^\]]+)\]/).map { String($0.1) }
    #expect(Set(needed) == ["libc.so.6", "libm.so.6"])
    #expect(said.contains("[\(soname)]"))
  }

  /// The most bytes that the whole controller may add to a stripped program.
  static let mostBytes = 69 * 1024

  /// A thread, or a rounding mode, that comes first changes nothing for the next.
  @Test func `only the kind of the processor is kept between calls, and no value`() throws {
    let said = try Tool.run(["nm", Library.installed.get().archive])
    let kept = said.split(separator: "\n").filter { $0.contains(#/ [bBcC] /#) }
    #expect(
      kept.allSatisfy { $0.contains(" known.") || $0.contains("StaticArrayStorage") }, "\(kept)")
  }

  /// The most bytes that a whole frame loop may add to a stripped program.
  static let mostBytesOfLoop = 50 * 1024

  private static let collected = "-Wl,--gc-sections"

  /// The size of a stripped program in bytes.
  ///
  /// The program must run, and no symbol may contain one of `parts`.
  private func size(
    _ source: String, _ flags: [String], without parts: [String] = [],
    linking archives: [String]? = nil
  ) throws -> Int {
    let folder = try Folder()
    let program = try Library.installed.get().build(
      [source], into: folder, with: ["gcc", "-Os"] + flags, linking: archives)
    let symbols = try Tool.run(["nm", program])
    for part in parts { #expect(!symbols.contains(part), "\(part)") }
    #expect(try Tool.run([program]).isEmpty == false)
    try Tool.run(["strip", program])
    return try Data(contentsOf: URL(fileURLWithPath: program)).count
  }

  @Test func `a frame loop adds less than 50 KB to a program`() throws {
    let added =
      try size(
        "loop_size.c", [Self.collected], linking: [Library.installed.get().loopArchive])
      - size("size.c", ["-DWITHOUT"])
    print("a loop adds \(added) bytes to a stripped program")
    #expect(added < Self.mostBytesOfLoop)
  }

  @Test func `the whole controller adds at most 69 KB to a program, and no banks`() throws {
    let nothing = try size("size.c", ["-DWITHOUT"])
    let added = try size("size.c", [Self.collected], without: ["dr_bank_evaluate"]) - nothing
    print("the controller adds \(added) bytes to a stripped program")
    #expect(added <= Self.mostBytes)
  }

  /// A program with single repeats needs no functions of the C library except those that gcc adds
  /// to every program, and allocates no memory.
  @Test func `the functions of a repeat need only memcpy, memset and libm`() throws {
    let folder = try Folder()
    let program = try Library.installed.get().build(
      ["size.c"], into: folder,
      with: ["gcc", "-Os", "-nostartfiles", "-Wl,-e,main", Self.collected])
    let needed = Set(
      try Tool.run(["nm", "-u", program]).split(separator: "\n").compactMap {
        $0.split(separator: " ").last?.split(separator: "@").first.map(String.init)
      })
    #expect(needed.isSubset(of: ["memcpy", "memset", "floor", "printf", "puts"]))
  }
}
