// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// dynamic_repeat.glsl in Mesa's software renderer, without a display, as GLSL 3.30 and GLSL ES
/// 3.00.
@Suite struct ShaderTests {
  @Test func `in GLSL, random rows give the bits that C gives, and their repeats' phases`()
    throws
  {
    let folder = try Folder()
    let library = try Library.installed.get()
    let program = folder.file("shader")
    try Tool.run(
      ["gcc", "-std=c11", "-O1", "-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        + ["-I", "\(library.prefix)/include", "\(Library.sources)/shader.c", library.archive]
        + ["-lEGL", "-lGLESv2", "-lm", "-o", program])
    let said = try Tool.run(
      [
        program, "\(library.prefix)/include/dynamic_repeat.glsl",
        runsAllTests ? "1048576" : "65536", "1",
      ], environment: ["LIBGL_ALWAYS_SOFTWARE": "1"])
    #expect(said.matches(of: /rows: 0 differ/).count == 10, "\(said)")
  }
}
