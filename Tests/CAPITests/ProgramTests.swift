// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// C programs that use the installed library.
@Suite struct ProgramTests {
  static let parts = [
    "main.c", "memory.c", "curves.c", "repeats.c", "commands.c", "snapshots.c",
    "clocks.c", "beats.c", "locks.c", "short_forms.c", "limits.c", "threads.c", "banks.c",
    "bank_frames.c", "bank_memory.c", "bank_snapshots.c",
  ]

  @Test func `the test program calls every function of the header`() throws {
    let functions = Declarations(try Library.header).functions
    #expect(functions.count > 80)
    let program = try Self.parts.map {
      try String(contentsOfFile: "\(Library.sources)/\($0)", encoding: .utf8)
    }.joined()
    for function in functions {
      #expect(program.contains("\(function)("), "no call of \(function)")
    }
  }

  /// What gcc makes of them, once for all tests.
  private static let program = Result {
    let folder = try Folder(isKept: true)
    return try (folder, Library.installed.get().build(parts, into: folder, with: ["gcc", "-O2"]))
  }

  @Test func `every function answers as the header says`() throws {
    let said = try Tool.run([Self.program.get().1])
    #expect(said.contains("every function answers as it should"))
  }

  /// With clang, a division by 0 in a call ends the program, as in some debug builds of games; clang's
  /// own comparisons raise no exception.
  @Test(
    .long,
    arguments: [
      ["clang", "-O2", "-DTRAP_EXCEPTIONS"], ["gcc", "-O1", "-fsanitize=address,undefined"],
    ])
  func `every function answers so in a program that traps or is watched`(_ compiler: [String])
    throws
  {
    let folder = try Folder()
    let program = try Library.installed.get().build(Self.parts, into: folder, with: compiler)
    #expect(try Tool.run([program]).contains("every function answers as it should"))
  }

  @Test func `two copies of the library in one process accept no handle of each other's`() throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let program = try library.build(["copies.c"], into: folder)
    let copies = ["a.so", "b.so"].map(folder.file)
    for copy in copies { try Tool.run(["cp", library.shared, copy]) }
    let said = try Tool.run([program] + copies)
    #expect(said == "0 foreign handles accepted, 0 own ones not\n")
  }

  @Test func `a child that is forked while others create and destroy never hangs`() throws {
    let folder = try Folder()
    let program = try Library.installed.get().build(["fork.c"], into: folder)
    #expect(try Tool.run([program, "1000"]) == "1000 children: 0 hung, 0 failed\n")
  }

  @Test func `a backtrace from inside the library leads to its caller`() throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let program = folder.file("program")
    try Tool.run(
      ["gcc", "-O1", "-rdynamic", "-I", "\(library.prefix)/include"]
        + ["\(Library.sources)/backtrace.c", library.shared, "-o", program])
    let said = try Tool.run(
      [program], environment: ["LD_LIBRARY_PATH": "\(library.prefix)/lib"])
    #expect(said == "main is seen\n")
    // Linked statically, it takes no room: the tables are a debugger's alone.
    let sections = try Tool.run(["readelf", "-SW", library.archive])
    #expect(sections.contains(" .debug_frame "))
  }

  /// A file of each version, of repeats and of banks, which saves.c has written: the format that is
  /// written now among them.
  @Test(arguments: [(2, 4), (3, 4)])
  func `states that older versions saved go on`(repeats: Int, banks: Int) throws {
    let folder = try Folder()
    let program = try Library.installed.get().build(["saves.c"], into: folder)
    let saves = "\(Library.sources)/saves"
    let said = try Tool.run([program, saves, "\(repeats)", "\(banks)"])
    #expect(said == "the saved states go on\n")
    try Tool.run([program, folder.path, "3", "4", "write"])
    try Tool.run(["cmp", folder.file("repeat-3.bin"), "\(saves)/repeat-3.bin"])
    // A bank's names differ from run to run.
    let sizes = try ["\(saves)/bank-4.bin", folder.file("bank-4.bin")].map {
      try Data(contentsOf: URL(fileURLWithPath: $0)).count
    }
    #expect(sizes[0] == sizes[1])
  }

  /// Without the 65,536 steps of a call that fails, which take half a minute here.
  @Test(.long) func `valgrind finds neither a wrong access nor a leak`() throws {
    try Tool.run([
      "valgrind", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible",
      "--error-exitcode=9", Self.program.get().1, "brief",
    ])
  }

  /// Seconds of processor time, in two processes at once; `FUZZ_SECONDS` says how many.
  ///
  /// A round that fails names itself and its seed: `program SECONDS SEED ROUND` is that round again.
  @Test func `any bytes in any order of calls break no promise`() async throws {
    let folder = try Folder()
    let program = try Library.installed.get().build(
      [
        "fuzz/fuzz.c", "fuzz/arguments.c", "fuzz/banks.c", "fuzz/locks.c", "fuzz/loops.c",
        "fuzz/driver.c",
      ],
      into: folder,
      with: ["gcc", "-O1", "-fsanitize=address,undefined"],
      linking: [Library.installed.get().archive, Library.installed.get().loopArchive])
    let seconds =
      ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init)
      ?? (runsAllTests ? 30 : 6)
    // Signals are the driver's: it names the round.
    let signals = "handle_segv=0:handle_sigill=0:handle_abort=0:handle_sigfpe=0"
    await withTaskGroup { group in
      for seed in (0..<2).map({ _ in UInt32.random(in: 1 ... .max) }) {
        print("any bytes in any order of calls break no promise: seed \(seed)")
        group.addTask {
          let run = Result {
            try Tool.ending(
              [program, "\(seconds / 2)", "\(seed)"], environment: ["ASAN_OPTIONS": signals],
              // Of processor time, which others may want as well.
              within: 600 + 10 * seconds)
          }
          let said = (try? run.get().text) ?? "\(run)"
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
  func `a target or language that is not supported is named first`(
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

  @Test(arguments: [
    ["gcc", "-x", "c", "-std=c11"], ["clang", "-x", "c", "-std=c11"],
    ["g++", "-x", "c++", "-std=c++17"], ["clang++", "-x", "c++", "-std=c++17"],
  ])
  func `each header compiles alone, twice, and without a warning`(_ compiler: [String]) throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let strict = ["-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wshadow", "-Werror"]
    let flags = try Tool.run(["pkg-config", "--cflags", "sdl2"]).split(
      whereSeparator: \.isWhitespace)
    // SDL_syswm.h declares a function that the header for SDL declares without it.
    let bodies = "dynamic_repeat_sdl.h>\n#include <SDL_syswm.h"
    let loop = ["loop", "sdl", "wayland"].map { "dynamic_repeat_\($0).h" }
    for header in try ["dynamic_repeat.h", bodies] + loop + Library.headers {
      let source = try folder.write(
        "#define DYNAMIC_REPEAT_SDL_IMPLEMENTATION\n#include <\(header)>\n#include <\(header)>\n"
          + "int main(void) { return 0; }\n", to: "program")
      let tool = try Tool.ending(
        compiler + strict + flags.map(String.init)
          + ["-I", "\(library.prefix)/include", "-fsyntax-only", source])
      #expect(tool.status == 0 && tool.text.isEmpty, "\(header): \(tool.text)")
    }
  }
}
