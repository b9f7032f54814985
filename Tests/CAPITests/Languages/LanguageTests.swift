// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The modules for Python and LuaJIT: made from the headers, with the Swift controller's values.
@Suite struct LanguageTests {
  @Test(arguments: ["trace.py", "trace.lua"], 0..<2 as Range<UInt32>)
  func `each language shows what the Swift controller shows`(script: String, policy: UInt32) throws
  {
    let lines = try LanguageModules.installed.get().run(script, "\(policy)").split(separator: "\n")
    #expect(lines.map(String.init) == (try TraceTests.traceOfSwift(policy)).map(\.description))
  }

  /// Wrong calls, closed objects, buffers, threads: the names of its tests say what.
  @Test func `the Python module passes its own tests`() throws {
    let tool = try LanguageModules.installed.get().ending("test_module.py")
    // Python's unittest reports on standard error.
    #expect(tool.status == 0 && tool.errors.contains("OK\n"), "\(tool.text)")
    #expect(!tool.errors.contains("skipped"), "\(tool.text)")
  }

  @Test func `the LuaJIT module passes its own tests`() throws {
    #expect(try LanguageModules.installed.get().run("test_module.lua").hasSuffix("fine\n"))
  }

  @Test func `every function of the headers is in both, but for those that are left out by name`()
    throws
  {
    let modules = try LanguageModules.installed.get()
    let python = try String(
      contentsOfFile: "\(modules.python)/dynamic_repeat/_native.py", encoding: .utf8)
    let lua = try String(contentsOfFile: "\(modules.lua)/dynamic_repeat.lua", encoding: .utf8)
    let leftOut = [
      "dr_set_allocator", "dr_bank_evaluate", "dr_bank_block", "dr_bank_begin_frame",
      "dr_bank_evaluate_blocks",
    ]
    let functions = try Declarations(Library.header + Library.loopHeader).functions
    #expect(functions.count > 120)
    for name in functions {
      #expect(python.contains("function(\"\(name)\"") != leftOut.contains(name), "\(name)")
      #expect(lua.contains(" \(name)(") || lua.contains("*\(name)("), "\(name)")
    }
  }

  /// In a copy of the package's part that the installer needs to make a module.
  @Test func `a function that is only declared is bound, and one of no known shape is named`()
    throws
  {
    let folder = try Folder()
    let make = "\(Library.package)/Sources/CDynamicRepeat/languages"
    let program = """
      import sys
      sys.path.insert(0, sys.argv[1])
      import write_lua, write_python
      text = open(sys.argv[2]).read()
      print(write_python.module(text))
      print(write_lua.module(text, "@functions@", "", ""))
      """
    let waves = """
      /** The height of a wave, in metres. */
      dr_status dr_repeat_wave_height(dr_repeat repeat, double time_s, double *height_m);

      """
    let header = try folder.write(try Library.header + waves, to: "header.h")
    let command = [LanguageModules.interpreter, "-B", "-c", program, make, header]
    let said = try Tool.run(command)
    #expect(said.contains("def wave_height(self, time_s: float) -> float:\n"))
    #expect(said.contains("\"\"\"The height of a wave, in metres.\"\"\""))
    #expect(said.contains("function Repeat:wave_height(time_s)\n"))
    try folder.write(
      try Library.header + "dr_status dr_repeat_odd(dr_repeat repeat, void *memory);\n",
      to: "header.h")
    let odd = try Tool.ending(command)
    #expect(odd.status == 1 && odd.text.contains("dr_repeat_odd has a parameter of no known role"))
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

  @Test func `the same sources give the same wheel, which declares its types`() throws {
    let folder = try Folder()
    for _ in 0..<2 { try Tool.run([Library.install, "--wheel", folder.file("a")]) }
    try Tool.run([Library.install, "--wheel=\(folder.file("b"))"])
    try Tool.run(["diff", "-r", folder.file("a"), folder.file("b")])
    let wheel = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a")).first)
    #expect(wheel.wholeMatch(of: /dynamic_repeat-0\.2\.0-py3-none-manylinux_2_\d+_\w+\.whl/) != nil)
    let listing = try Tool.run(["python3", "-m", "zipfile", "-l", folder.file("a/\(wheel)")])
    for name in [
      "py.typed", "libdynamicrepeat.so", "libdynamicrepeat-loop.so", "__init__.py", "_native.py",
    ] {
      #expect(listing.contains("dynamic_repeat/\(name) "))
    }
  }
}
