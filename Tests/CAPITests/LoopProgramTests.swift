// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// C programs that use only the frame loop's library.
@Suite struct LoopProgramTests {
  static let parts = ["loops.c"]

  /// Replaces malloc with the function of loops.c.
  static let wraps = "-Wl,--wrap=malloc"

  @Test func `the test program calls every function of the header`() throws {
    let functions = Declarations(try Library.loopHeader).functions
    #expect(functions.count > 15)
    let program = try Self.parts.map {
      try String(contentsOfFile: "\(Library.sources)/\($0)", encoding: .utf8)
    }.joined()
    for function in functions {
      #expect(program.contains("\(function)("), "no call of \(function)")
    }
  }

  @Test(arguments: [["clang", "-O2"], ["gcc", "-O1", "-fsanitize=address,undefined"]])
  func `every function answers as the header says`(_ compiler: [String]) throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let program = try library.build(
      Self.parts, into: folder, with: compiler, linking: [Self.wraps, library.loopArchive])
    #expect(try Tool.run([program]).contains("every function answers as it should"))
  }

  @Test(.long) func `valgrind finds neither an invalid access nor a leak`() throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let program = try library.build(
      Self.parts, into: folder, linking: [Self.wraps, library.loopArchive])
    let said = try Tool.run(["valgrind", "--leak-check=full", "--error-exitcode=9", program])
    #expect(said.contains("every function answers as it should"))
  }
}
