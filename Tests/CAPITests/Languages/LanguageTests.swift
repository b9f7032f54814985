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

  /// The system loads libraries only from real files, and LÖVE's packed games are archives.
  @Test func `a packed LÖVE game loads its libraries, also after they were replaced`() throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    try Tool.run(["cp", "-r", "\(LanguageModules.installed.get().lua)/.", folder.path])
    try folder.write(
      """
      function love.conf(settings)
        for _, name in ipairs{ "window", "graphics", "audio" } do settings.modules[name] = false end
      end
      """, to: "conf.lua")
    try folder.write(
      """
      local dr = require "dynamic_repeat"
      print(dr.hz(2).value, dr.Loop{ timing = "virtual" }:wait())
      love.event.quit()
      """, to: "main.lua")
    let pack = "python3 -m zipfile -c packed.love *.lua *.so.* && rm *.lua *.so.*"
    try Tool.run(["sh", "-c", "cd '\(folder.path)' && \(pack)"])
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
