// SPDX-License-Identifier: Apache-2.0

import Testing

/// The C functions against the model of Tests/ControllerScripts.
@Suite struct ScriptTests {
  static let folder = "\(Library.package)/Tests/ControllerScripts"

  @Test(arguments: [["--seed", "6", "--scripts", "300"], ["--replay", "\(folder)/found.txt"]])
  func `scripts do in C what an independent model in fractions says`(options: [String]) throws {
    let folder = try Folder()
    let driver = try Library.installed.get().build(["scripts.c"], into: folder)
    let said = try Tool.run(["python3", "\(Self.folder)/check.py", driver] + options)
    #expect(said.hasSuffix(" 0 wrong\n"), "\(said)")
  }
}
