// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// C programs that use the installed library.
@Suite struct ProgramTests {
  static let parts = [
    "main.c", "repeats.c", "commands.c", "events.c", "values.c", "locks.c", "curves.c", "banks.c",
  ]

  @Test func `the test programs call every function of the headers`() throws {
    let (header, loop) = (Declarations(try Library.header), Declarations(try Library.loopHeader))
    #expect(header.functions.count > 80 && loop.functions.count > 15)
    #expect(try header.uncalled(in: Self.parts) == [] && loop.uncalled(in: ["loops.c"]) == [])
  }

  /// Builds the test program of the repeats or of the frame loop.
  private static func program(
    ofLoop isLoop: Bool, into folder: Folder, _ options: [String]
  ) throws -> String {
    let library = try Library.installed.get()
    // The linker replaces malloc with the function of loops.c.
    let loop = ["-Wl,--wrap=malloc", library.loopArchive]
    return try library.build(
      isLoop ? ["loops.c"] : parts, into: folder, with: ["gcc", "-O1"] + options,
      linking: isLoop ? loop : nil)
  }

  @Test(arguments: [false, true])
  func `every function answers as the header says`(ofLoop isLoop: Bool) throws {
    let folder = try Folder()
    let options = runsAllTests ? ["-fsanitize=address,undefined"] : []
    let program = try Self.program(ofLoop: isLoop, into: folder, options)
    #expect(try Tool.run([program]).contains("every function answers as it should"))
  }

  @Test func `creating a curve returns an error if no memory is left`() throws {
    let folder = try Folder()
    let source = try folder.write(
      """
      #include <dynamic_repeat.h>
      #include <stdlib.h>
      void *__wrap_aligned_alloc(size_t alignment, size_t size) { return alignment && size ? NULL : &size; }
      int main(void) {
        dr_curve_def def = dr_default_curve_def();
        dr_curve *curve;
        return dr_curve_create(&def, &curve) != DR_ERROR_MEMORY;
      }
      """, to: "memory.c")
    let (library, program) = (try Library.installed.get(), folder.file("program"))
    try Tool.run([
      "gcc", "-Wl,--wrap=aligned_alloc", "-I", "\(library.prefix)/include", source, library.archive,
      "-lm", "-o", program,
    ])
    try Tool.run([program])
  }

  @Test(.long, arguments: [false, true])
  func `valgrind finds neither an invalid access nor a leak`(ofLoop isLoop: Bool) throws {
    let folder = try Folder()
    try Tool.run([
      "valgrind", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible",
      "--error-exitcode=9", Self.program(ofLoop: isLoop, into: folder, []),
    ])
  }

  /// Runs for `FUZZ_SECONDS` of processor time, in two processes at once, from the seed `FUZZ_SEED`
  /// on.
  ///
  /// The seed is fixed by default, so that a run fails only because of a change, never by chance.
  /// A round that fails prints its seed and number: `program SECONDS SEED ROUND` repeats that
  /// round.
  @Test func `random calls with random arguments break no promise of the headers`() async throws {
    let folder = try Folder()
    let program = try Library.installed.get().build(
      [
        "fuzz/fuzz.c", "fuzz/arguments.c", "fuzz/states.c", "fuzz/banks.c", "fuzz/driver.c",
      ],
      into: folder, with: ["gcc", "-O1", "-fsanitize=address,undefined"])
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) ?? (runsAllTests ? 30 : 6)
    let first = environment["FUZZ_SEED"].flatMap(UInt32.init) ?? 1
    // fuzz/driver.c handles these signals itself, to print the number of the round.
    let signals = "handle_segv=0:handle_sigill=0:handle_abort=0:handle_sigfpe=0"
    await withTaskGroup { group in
      for seed in [first, first &+ 1] {
        group.addTask {
          let run = Result {
            try Tool.ending(
              [program, "\(seconds / 2)", "\(seed)"], environment: ["ASAN_OPTIONS": signals],
              // The limit is far longer than the processor time, because other programs may run
              // too.
              within: 600 + 10 * seconds)
          }
          let said = (try? run.get().text) ?? "\(run)"
          // Only the exit code shows a leak.
          #expect((try? run.get().status) == 0, "\(said)")
          #expect(said.contains("rounds of seed \(seed) are fine"), "\(said)")
        }
      }
    }
  }

  @Test(arguments: [
    (["gcc", "-m32"], "dynamic_repeat.h", "DynamicRepeat needs a 64-bit target"),
    (["clang", "-m32"], "dynamic_repeat.h", "DynamicRepeat needs a 64-bit target"),
    (["g++", "-std=c++14"], "dynamic_repeat.hpp", "needs C++17: compile with -std=c++17"),
    (["clang++", "-std=c++11"], "dynamic_repeat.hpp", "needs C++17: compile with -std=c++17"),
  ])
  func `the first error names an unsupported target or language`(
    _ compiler: [String], _ header: String, _ text: String
  ) throws {
    let folder = try Folder()
    let source = try folder.write("#include <\(header)>\n", to: "program.cpp")
    let library = try Library.installed.get()
    let language = header.hasSuffix("hpp") ? "c++" : "c"
    let tool = try Tool.ending(
      compiler + ["-I", "\(library.prefix)/include", "-fsyntax-only", "-x", language, source])
    #expect(tool.status != 0)
    let errors = tool.text.split(separator: "\n").filter { $0.contains("error:") }
    #expect(errors.first?.contains(text) == true, "\(tool.text)")
  }

  /// The paths of the headers below folders, in alphabetical order.
  private static func headers(in folders: [String]) throws -> [String] {
    let files = try folders.flatMap {
      // Sources/CDynamicRepeat/package has a header for the build.
      try Tool.run(
        ["find", ".", "-name", "package", "-prune", "-o", "-name", "*.h*", "-printf", "%P\n"],
        in: $0
      ).split(separator: "\n")
    }
    return files.map(String.init).sorted()
  }

  /// The standards of C and C++ with which the compilers read the headers; each compiler knows at
  /// least the first four.
  static let standards = [
    ["c99", "c11", "c17", "c2x", "c23"],
    ["c++11", "c++14", "c++17", "c++20", "c++2b", "c++23", "c++26"],
  ]

  @Test(arguments: ["gcc", "clang", "g++", "clang++"])
  func `no header warns in any standard if it is included alone and twice`(_ compiler: String)
    throws
  {
    let folder = try Folder()
    let include = "\(try Library.installed.get().prefix)/include"
    let strict = [
      "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-fsyntax-only",
    ]
    let flags = try Tool.run(["pkg-config", "--cflags", "sdl2"]).split(
      whereSeparator: \.isWhitespace
    ).map(String.init)
    let found = try Self.headers(in: [include])
    let written = ["CDynamicRepeat", "CFrameLoop/include"].map {
      "\(Library.package)/Sources/\($0)"
    }
    #expect(try found.count >= 14 && found == Self.headers(in: written))
    // dynamic_repeat_sdl_versions.h declares a function of SDL_syswm.h itself; the two must not
    // conflict.
    let headers = found + ["dynamic_repeat_sdl.h>\n#include <SDL_syswm.h"]
    let isCpp = compiler.hasSuffix("++")
    let standards = try Self.standards[isCpp ? 1 : 0].filter { standard in
      let probe = [compiler, "-std=\(standard)", "-E", "-x", isCpp ? "c++" : "c", "/dev/null"]
      return try Tool.ending(probe).status == 0
    }
    #expect(standards.starts(with: Self.standards[isCpp ? 1 : 0].prefix(4)))
    for standard in standards {
      let sources = try headers.enumerated().compactMap { index, header -> String? in
        // dynamic_repeat.hpp needs C++17.
        if header.hasSuffix("hpp"), !isCpp || standard < "c++17" { return nil }
        return try folder.write(
          "#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION\n#include <\(header)>\n#include <\(header)>\n"
            + "int main(void) { return 0; }\n", to: "\(index).\(isCpp ? "cpp" : "c")")
      }
      let tool = try Tool.ending(
        [compiler, "-std=\(standard)"] + strict + flags + ["-I", include] + sources)
      #expect(tool.status == 0 && tool.text.isEmpty, "-std=\(standard): \(tool.text)")
    }
  }
}
