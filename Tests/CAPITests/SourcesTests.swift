// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The folder that `install --sources` writes, built by compilers without Swift.
@Suite(.long) struct SourcesTests {
  /// The folder, written once for all tests.
  static let written = Result { () throws -> Folder in
    let folder = try Folder(isKept: true)
    try Tool.run([Library.install, "--sources", folder.file("dynamic repeat")])
    return folder
  }

  /// The PATH of a machine that builds C: without Swift and Swift's tools, except for clang.
  private static let tools = Result { () throws -> Folder in
    // CMake does not find make in a path with a space.
    let folder = try Folder(isKept: true, named: "tools-")
    let needed = [
      "sh", "make", "cmake", "uname", "grep", "gcc", "x86_64-linux-gnu-gcc", "musl-gcc",
      "aarch64-linux-gnu-gcc",
      "as", "ld", "ar", "ranlib",
      "nm", "strip", "objcopy", "sed", "paste", "printf", "tr", "mkdir", "rm", "ln", "install",
    ]
    for name in needed {
      let path = ["/usr/bin", "/bin"].map { "\($0)/\(name)" }
        .first(where: FileManager.default.fileExists)
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: #require(path, "\(name) is missing"))
    }
    let clang = try Tool.run(["sh", "-c", "readlink -f \"$(command -v clang)\""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("clang"),
      withDestinationPath: clang.trimmingCharacters(in: .whitespacesAndNewlines))
    return folder
  }

  /// Builds a copy of the folder with a compiler; returns the copy.
  static func made(with compiler: String, _ arguments: [String] = []) throws -> Folder {
    let folder = try Folder()
    let path = try tools.get().path
    try Tool.run(["cp", "-r", try written.get().file("dynamic repeat") + "/.", folder.path])
    #expect(
      try Tool.ending(["sh", "-c", "command -v swift"], environment: ["PATH": path]).status != 0)
    try Tool.run(
      ["make", "-s", "-j2", "CC=\(compiler)"] + arguments, in: folder.path,
      environment: ["PATH": path])
    return folder
  }

  @Test func `the README states sources, compiler and build steps, and shows a program that runs`()
    throws
  {
    let folder = try Self.written.get().file("dynamic repeat")
    let readme = try String(contentsOfFile: "\(folder)/README", encoding: .utf8)
    #expect(readme.split(separator: "\n").count <= 40)
    let made = try Self.made(with: "gcc")
    let program = try #require(
      readme.firstMatch(of: /\n(  #include.*?\n  }\n)/.dotMatchesNewlines()))
    try made.write(String(program.1), to: "flash.c")
    let command = try #require(readme.firstMatch(of: /with (cc flash.*):/)).1
    try Tool.run(["sh", "-c", "\(command) -o flash"], in: made.path)
    #expect(try Tool.run([made.file("flash")]).hasSuffix("1.00 s: 1.000\n"))
    let said = try Tool.run(
      ["sha256sum", "-c", "--quiet", "\(folder)/made-from.sha256"],
      in: "\(Library.package)/Sources")
    #expect(said.isEmpty)
    let sum = try Tool.run(["sha256sum", "\(folder)/made-from.sha256"]).prefix(64)
    #expect(readme.contains(sum))
    #expect(readme.contains("Swift version 6"))
    // The folder contains no path of the machine that wrote it.
    let found = try Tool.ending([
      "grep", "-rlE", "\(Library.package)|\(NSTemporaryDirectory())", folder,
    ])
    #expect(found.status == 1, "\(found.text)")
  }

  /// Because gcc without Swift makes the same libraries, the other tests' results apply to its
  /// build, too.
  @Test func `gcc without Swift makes the same libraries as install`() throws {
    let folder = try Self.made(with: "gcc")
    let library = try Library.installed.get()
    for (name, own) in [
      ("libdynamicrepeat.so", library.shared), ("libdynamicrepeat.a", library.archive),
      ("libdynamicrepeat-loop.so", library.loopShared),
      ("libdynamicrepeat-loop.a", library.loopArchive),
    ] {
      try Tool.run(["cmp", folder.file("build/\(name)"), own])
    }
    let install = "umask 077; make -s CC=gcc install DESTDIR=\"$0\" PREFIX='/p q'"
    try Tool.run(["sh", "-c", install, folder.file("to")], in: folder.path)
    let installed = try Tool.run(
      ["find", ".", "!", "-type", "d", "-printf", "%P\n"], in: folder.file("to/p q"))
    let expected = try Tool.run(
      ["find", ".", "!", "-type", "d", "!", "-name", "manifest", "-printf", "%P\n"],
      in: library.prefix)
    #expect(Set(installed.split(separator: "\n")) == Set(expected.split(separator: "\n")))
    // A user's umask does not hide the files from others, and uninstalling leaves no file.
    let unreadable = ["find", folder.file("to/p q"), "!", "-perm", "-a+r"]
    #expect(try Tool.run(unreadable).isEmpty)
    try Tool.run(
      ["make", "-s", "CC=gcc", "uninstall", "DESTDIR=\(folder.file("to"))", "PREFIX=/p q"],
      in: folder.path)
    #expect(try Tool.run(["find", folder.file("to"), "!", "-type", "d"]).isEmpty)
  }

  /// Programs for musl and for the emulator are linked statically, because their loaders are not
  /// installed here.
  @Test(arguments: [
    ("clang", []), ("musl-gcc", ["CHECK_FLAGS=-static"]),
    ("aarch64-linux-gnu-gcc", ["CHECK_FLAGS=-static", "RUN=/usr/bin/qemu-aarch64"]),
  ])
  func `make check passes with another compiler`(_ compiler: String, _ options: [String]) throws {
    _ = try Self.made(with: compiler, ["check"] + options)
  }

  /// The global symbols of an archive that could collide with a program's own.
  private static func foreignNames(in archive: String) throws -> [Substring] {
    let lines = try Tool.run(["nm", "-g", "--defined-only", archive]).split(separator: "\n")
    let names = lines.filter { $0.count { $0 == " " } == 2 }.compactMap {
      $0.split(separator: " ").last
    }
    #expect(names.count > 10)
    return names.filter { !$0.hasPrefix("dr_") }
  }

  /// The game has a function with the name of one of the library's own parts.
  @Test(arguments: ["gcc", "clang"])
  func `with FetchContent a game builds only the library that it links, without a warning`(
    _ compiler: String
  ) throws {
    let folder = try Folder()
    let written = try Self.written.get().path
    try Tool.run(["tar", "-czf", folder.file("sources.tar.gz"), "-C", written, "dynamic repeat"])
    try folder.write(
      """
      cmake_minimum_required(VERSION 3.16)
      project(game LANGUAGES C)
      \(try Self.fetching(folder.file("sources.tar.gz")))
      add_executable(game game.c)
      target_link_libraries(game DynamicRepeat::static)
      """, to: "CMakeLists.txt")
    try folder.write(
      """
      #include <dynamic_repeat.h>
      int rk_free(void);
      int rk_free(void) { return 3; }
      int main(void) { return dr_status_text(DR_OK) && rk_free() == 3 ? 0 : 1; }
      """, to: "game.c")
    let (path, tools) = (try Self.tools.get().path, folder.file("build"))
    let configured = try Tool.ending(
      ["cmake", "-B", tools, "-DCMAKE_C_COMPILER=\(compiler)"], in: folder.path,
      environment: ["PATH": path])
    let built = try Tool.ending(["cmake", "--build", tools], in: folder.path)
    let said = configured.text + built.text
    #expect(configured.status == 0 && built.status == 0 && !said.contains("arning"), "\(said)")
    let libraries = try Tool.run(["find", tools, "-name", "lib*.a", "-o", "-name", "lib*.so"])
      .split(separator: "\n")
    try #require(libraries.count == 1 && libraries[0].hasSuffix("/libdynamicrepeat.a"))
    #expect(try Self.foreignNames(in: String(libraries[0])) == [])
    try Tool.run([folder.file("build/game")])
  }

  /// The README's lines that fetch the library, with another archive.
  private static func fetching(_ archive: String) throws -> String {
    let readme = try String(
      contentsOfFile: "\(Library.package)/Sources/CDynamicRepeat/README.md", encoding: .utf8)
    let lines = try #require(
      readme.firstMatch(
        of: /```cmake\n(if\(POLICY.*?MakeAvailable\(dynamicrepeat\)\n)/.dotMatchesNewlines())
    ).1
    return String(lines).replacing(/URL ".*?"/, with: "URL \"\(archive)\"")
  }

  /// Builds as in a game's own build: from the archive and without a network.
  @Test func `Meson installs a game that has the folder, and CMake and Meson install the folder`()
    throws
  {
    let folder = try Folder(named: "meson-")
    let sources = folder.file("subprojects/dynamicrepeat")
    try Tool.run(["mkdir", folder.file("subprojects")])
    try Tool.run(["cp", "-r", try Self.written.get().file("dynamic repeat"), sources])
    try folder.write(
      """
      project('game', 'c')
      foreach name, source : {'dynamicrepeat': 'size.c', 'dynamicrepeat-loop': 'loop_size.c'}
        executable('with-' + name, '\(Library.sources)' / source, install: true,
          dependencies: dependency(name, fallback: 'dynamicrepeat'))
      endforeach
      """, to: "meson.build")
    let games = ["dynamicrepeat", "dynamicrepeat-loop"].map { "bin/with-\($0)" }
    for (compiler, kind) in [("gcc", "both"), ("clang", "both"), ("gcc", "shared")] {
      let build = "build-\(compiler)-\(kind)"
      let options = kind == "both" ? [] : ["-Ddynamicrepeat:default_library=\(kind)"]
      let setup = try Tool.run(
        ["meson", "setup", build, "--prefix", "/p", "--libdir", "lib"] + options, in: folder.path,
        environment: ["CC": compiler])
      let compiled = try Tool.run(["meson", "compile", "-v", "-C", build], in: folder.path)
      #expect(!(setup + compiled).contains("arning:"), "\(compiler): \(setup)\(compiled)")
      let to = folder.file("to-\(build)")
      try Tool.run(["meson", "install", "-C", build, "--destdir", to], in: folder.path)
      let files = try Tool.run(["find", ".", "-type", "f", "-printf", "%P\n"], in: "\(to)/p")
      let libraries = ["", "-loop"].map { "lib/libdynamicrepeat\($0).so.0.4.0" }
      let expected = kind == "shared" ? games + libraries : games
      #expect(files.split(separator: "\n").map(String.init).sorted() == expected.sorted())
      for game in games {
        let said = try Tool.run(
          ["\(to)/p/\(game)"], environment: ["LD_LIBRARY_PATH": "\(to)/p/lib"])
        #expect(said.contains("fine"))
      }
    }
    try Tool.run(
      ["meson", "setup", "m", sources, "--prefix", "/p", "--libdir", "lib"], in: folder.path)
    try Tool.run(
      ["meson", "install", "-C", "m", "--destdir", folder.file("meson")], in: folder.path)
    try Tool.run(
      [
        "cmake", "-S", sources, "-B", "c", "-DCMAKE_INSTALL_PREFIX=/p",
        "-DCMAKE_INSTALL_LIBDIR=lib",
      ],
      in: folder.path)
    try Tool.run(["cmake", "--build", "c", "-j2"], in: folder.path)
    try Tool.run(
      ["cmake", "--install", "c"], in: folder.path, environment: ["DESTDIR": folder.file("cmake")])
    let installed = try Library.installed.get().prefix
    for tool in ["meson", "cmake"] {
      let found = try Tool.run(
        ["find", ".", "!", "-type", "d", "-printf", "%P\n"], in: folder.file("\(tool)/p"))
      let expected = try Tool.run(
        ["find", "include", "lib", "!", "-type", "d", "-printf", "%p\n"], in: installed
      )
      .split(separator: "\n").filter { tool == "cmake" || !$0.contains("/cmake/") }
      #expect(Set(found.split(separator: "\n")) == Set(expected), "\(tool)")
      for name in ["dynamicrepeat", "dynamicrepeat-loop"] {
        let exports = try BinaryTests.exports(of: folder.file("\(tool)/p/lib/lib\(name).so.0.4"))
        #expect(exports == (try BinaryTests.exports(of: "\(installed)/lib/lib\(name).so.0.4")))
        #expect(try Self.foreignNames(in: folder.file("\(tool)/p/lib/lib\(name).a")) == [])
      }
    }
  }
}
