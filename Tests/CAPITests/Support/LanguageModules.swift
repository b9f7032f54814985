// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The Python package, installed with pip, and the LuaJIT module, as for users.
struct LanguageModules {
  /// The folder of the installed wheel.
  let python: String
  /// The folder of dynamic_repeat.lua and the library.
  let lua: String
  private let folder: Folder

  static let installed = Result { try LanguageModules() }

  /// Debian's own Python, which has the needed packages; another Python may come first in PATH.
  static let interpreter =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    ? "/usr/bin/python3" : "python3"

  static let scripts = "\(Library.package)/Tests/CAPITests/Scripts"

  private init() throws {
    folder = try Folder(isKept: true)
    python = folder.file("python packages")
    lua = folder.file("lua")
    try Tool.run([Library.install, "--wheel", folder.file("wheels")])
    try Tool.run([Library.install, "--lua", lua])
    let wheels = try FileManager.default.contentsOfDirectory(atPath: folder.file("wheels"))
    let wheel = try #require(wheels.first)
    #expect(wheels.count == 1)
    try Tool.run(
      [
        Self.interpreter, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target",
        python,
      ]
        + [folder.file("wheels/\(wheel)")])
  }

  /// The paths on which both languages find the modules.
  var environment: [String: String] {
    [
      // cffi comes with the interpreter.
      "PYTHONPATH": python, "PYTHONDONTWRITEBYTECODE": "1", "LUA_PATH": "\(lua)/?.lua",
      "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    ]
  }

  /// Runs a script of Tests/CAPITests/Scripts, which must succeed; returns its standard output.
  func run(_ script: String, _ arguments: String...) throws -> String {
    try Tool.run(Self.command(script) + arguments, environment: environment)
  }

  /// Runs a script of Tests/CAPITests/Scripts; it may fail.
  func ending(_ script: String) throws -> Child.Ending {
    try Tool.ending(Self.command(script), environment: environment)
  }

  static func command(_ script: String) -> [String] {
    [script.hasSuffix(".lua") ? "luajit" : interpreter, "\(scripts)/\(script)"]
  }
}
