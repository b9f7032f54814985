// SPDX-License-Identifier: Apache-2.0

import Testing

/// The C functions and the C++ classes, compared with the model in Tests/ControllerScripts.
@Suite struct ScriptTests {
  static let folder = "\(Library.package)/Tests/ControllerScripts"

  @Test(
    arguments: [("scripts.c", "gcc", "-std=c11"), ("scripts.cpp", "g++", "-std=c++20")],
    [["--seed", "6", "--scripts", "300"], ["--replay", "\(folder)/found.txt"]])
  func `scripts in C and C++ match an independent model that computes with fractions`(
    driver: (source: String, compiler: String, language: String), options: [String]
  ) throws {
    let folder = try Folder()
    let program = try Library.installed.get().build(
      [driver.source], into: folder, with: [driver.compiler, "-O1"], language: driver.language)
    try Self.check(program, options)
  }

  static func check(_ driver: String, _ options: [String]) throws {
    let said = try Tool.run(["python3", "\(folder)/check.py", driver] + options)
    #expect(said.hasSuffix(" 0 wrong\n"), "\(said)")
  }
}
