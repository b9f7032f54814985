// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The C++ header and its example program.
@Suite struct CppTests {
  static let strict = [
    "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wconversion", "-Werror", "-O1",
  ]

  @Test(arguments: [
    ["clang++"], ["g++", "-fno-exceptions", "-fno-rtti"], ["g++", "-fsanitize=address,undefined"],
  ])
  func `the example prints beats and an error, and restores a state`(_ compiler: [String]) throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    try Tool.run(
      compiler + Self.strict + ["-I", "\(library.prefix)/include"]
        + ["\(Library.package)/Demo/CppExample/heartbeat.cpp", library.archive, "-o", "heart"],
      in: folder.path)
    let lines = try Tool.run([folder.file("heart")]).split(separator: "\n").map(String.init)
    let fright = try #require(lines.firstIndex(of: "the heart is frightened"))
    let again = try #require(lines.firstIndex(of: "and once more"))
    #expect(lines[..<fright].filter { $0.contains(" beat ") } == [" 1.0 s  beat 1"])
    #expect(lines[(fright + 1)..<again].count { $0.contains(" beat ") } == 2)
    #expect(lines[(fright + 1)..<again] == lines[(again + 1)...].dropLast())
    #expect(lines.last?.hasPrefix("a cycle duration must be 1e-6 to 1e9 s (") == true)
  }

  /// The sanitizer finds leaks, and objects that are used after their destruction.
  @Test func `every member of the wrapper returns a value or a status`() throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let program = folder.file("program")
    try Tool.run(
      ["g++", "-fsanitize=address,undefined"] + Self.strict + ["-g"]
        + ["-I", "\(library.prefix)/include"]
        + ["\(Library.sources)/wrapper.cpp", library.archive, "-o", program])
    #expect(try Tool.run([program]).contains("the wrapper is fine"))
  }
}
