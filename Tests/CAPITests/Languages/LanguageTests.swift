// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The modules for Python and LuaJIT, made from the headers; their values equal the Swift
/// controller's.
@Suite struct LanguageTests {
  @Test(arguments: ["driver.py", "driver.lua"])
  func `in each language, scripts match the model of the controller`(driver: String) throws {
    let modules = try LanguageModules.installed.get()
    let folder = try Folder()
    let command = LanguageModules.command(driver).map { "'\($0)'" }.joined(separator: " ")
    let program = try folder.write("#!/bin/sh\nexec \(command)\n", to: "driver")
    try Tool.run(["chmod", "+x", program])
    let check = "\(Library.package)/Tests/ControllerScripts/check.py"
    let said = try Tool.run(
      ["python3", check, program, "--seed", "5", "--scripts", "200"],
      environment: modules.environment)
    #expect(said.hasSuffix(" 0 wrong\n"), "\(said)")
  }

  /// The module's own tests cover wrong calls, closed objects, buffers and threads.
  @Test func `the Python module passes its own tests`() throws {
    let tool = try LanguageModules.installed.get().ending("test_module.py")
    // Python's unittest reports on standard error.
    #expect(tool.status == 0 && tool.errors.contains("OK\n"), "\(tool.text)")
    #expect(!tool.errors.contains("skipped"), "\(tool.text)")
  }

  @Test func `the LuaJIT module passes its own tests`() throws {
    #expect(try LanguageModules.installed.get().run("test_module.lua").hasSuffix("fine\n"))
  }

  /// The module may be in a folder of the game, which is a part of its name for `require`.
  @Test(arguments: ["dynamic_repeat", "lib.dynamic_repeat", "some.lib.dynamic_repeat"])
  func `the LuaJIT module loads from any folder`(_ name: String) throws {
    let game = try Self.game(requiring: name)
    let program = "print(require '\(name)'.hz(2).value)"
    let said = try Tool.run(["luajit", "-e", program], in: game.path)
    #expect(said == "2\n")
  }

  /// A folder with the LuaJIT module in the folder that its name for `require` says.
  private static func game(requiring name: String) throws -> Folder {
    let folder = try Folder()
    let path = folder.file(name.split(separator: ".").dropLast().joined(separator: "/"))
    try Tool.run(["mkdir", "-p", path])
    try Tool.run(["cp", "-r", "\(LanguageModules.installed.get().lua)/.", path])
    return folder
  }

  /// A packed game that needs the module and no window.
  private static func packedGame(requiring name: String) throws -> Folder {
    let folder = try game(requiring: name)
    try folder.write(
      """
      function love.conf(settings)
        for _, name in ipairs{ "window", "graphics", "audio" } do settings.modules[name] = false end
      end
      """, to: "conf.lua")
    try folder.write(
      """
      local is_there, dr = pcall(require, "\(name)")
      if is_there then
        print(dr.hz(2).value, dr.Loop{ timing = "virtual" }:wait())
      else
        print(dr)
      end
      love.event.quit()
      """, to: "main.lua")
    let pack =
      "python3 -m zipfile -c packed.love * && find . -name '*.lua' -delete -o -name '*.so.*' -delete"
    try Tool.run(["sh", "-c", pack], in: folder.path)
    return folder
  }

  /// The system loads libraries only from real files, and LÖVE's packed games are archives.
  @Test(arguments: ["dynamic_repeat", "lib.dynamic_repeat"])
  func `a packed LÖVE game loads its libraries, also after they were replaced`(_ module: String)
    throws
  {
    let folder = try Self.packedGame(requiring: module)
    let library = try Library.installed.get()
    for _ in 0..<2 {
      let said = try Tool.run(
        ["love", folder.file("packed.love")], environment: ["XDG_DATA_HOME": folder.file("home")])
      #expect(said == "2\t0\n")
      let name = URL(fileURLWithPath: library.shared).lastPathComponent
      let saved = "home/love/packed/unpacked-\(name)"
      #expect(FileManager.default.fileExists(atPath: folder.file(saved)))
      try folder.write("a library of another version", to: saved)
    }
  }

  @Test func `a packed LÖVE game that cannot write its save folder names the library`() throws {
    let folder = try Self.packedGame(requiring: "dynamic_repeat")
    let home = try folder.write("not a folder", to: "home")
    let said = try Tool.run(
      ["love", folder.file("packed.love")], environment: ["XDG_DATA_HOME": home])
    let name = URL(fileURLWithPath: try Library.installed.get().shared).lastPathComponent
    #expect(said.contains("\(name) could not be written to the game's save folder: "), "\(said)")
    #expect(!said.contains(".lua:"))
  }

  @Test func `the lines for Python and Lua in the README work verbatim`() throws {
    let folder = try Folder()
    let blocks = try LinkItTests.blocks(
      of: "Sources/CDynamicRepeat/README.md", section: "Python and LuaJIT")
    #expect(blocks.map(\.language) == ["sh", "python", "lua"])
    for (block, interpreter) in zip(blocks.dropFirst(), [LanguageModules.interpreter, "luajit"]) {
      let said = try Tool.run(
        [interpreter, folder.write(block.text, to: "flash")],
        environment: LanguageModules.installed.get().environment)
      #expect(said == "0.00 s: 0.000\n0.25 s: 0.500\n0.50 s: 1.000\n", "\(block.language)")
    }
    for option in ["--wheel", "--lua"] { #expect(blocks[0].text.contains("install \(option) ")) }
  }
}
