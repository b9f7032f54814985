// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The script that builds and installs, as a user runs it.
@Suite struct InstallTests {
  /// Below a destination folder, as the libraries that the other tests share are without one.
  @Test func `a destination folder holds what the prefix will, until it is uninstalled`() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.file("opt/games/lib/here/pkgconfig"), withIntermediateDirectories: true)
    try folder.write("another's\n", to: "opt/games/lib/here/pkgconfig/other.pc")
    let before = try folder.listing()
    let install = [
      Library.install, "--prefix=/opt/games", "--libdir", "lib/here", "--destdir", folder.path,
    ]
    try Tool.run(install)
    let between = try folder.listing()
    #expect(between.contains("opt/games/include/dynamic_repeat.h f "))
    #expect(between.contains("opt/games/include/dynamic_repeat.hpp f "))
    for header in try Library.headers {
      #expect(between.contains("opt/games/include/\(header) f "))
    }
    #expect(between.contains("opt/games/lib/here/libdynamicrepeat.so l libdynamicrepeat.so.0"))
    let pkgConfig = try String(
      contentsOfFile: folder.file("opt/games/lib/here/pkgconfig/dynamicrepeat.pc"), encoding: .utf8)
    #expect(pkgConfig.contains("libdir=/opt/games/lib/here\n"))
    #expect(!pkgConfig.contains("@"))
    // Twice is once.
    try Tool.run(install)
    #expect(try folder.listing() == between)
    try Tool.run([
      Library.install, "--prefix", "/opt/games", "--destdir", folder.path, "--uninstall",
    ])
    #expect(try folder.listing() == before)
  }

  @Test(arguments: [
    ([], 64, "--prefix is missing"), (["--prefix"], 64, "needs a value"),
    (["--prefix", "here"], 64, "must be absolute"), (["--frobnicate"], 64, "no option"),
    (["--prefix", "/p", "--libdir", "../.."], 64, "below the prefix"),
    (["--prefix", "/nowhere at all", "--uninstall"], 64, "Nothing was installed there"),
    (["--deb", "x", "--prefix", "/p"], 64, "without other options"),
    (["--help"], 0, "Usage:"),
  ])
  func `wrong arguments are named`(_ arguments: [String], _ code: Int32, _ text: String) throws {
    let tool = try Tool.ending([Library.install] + arguments)
    #expect(tool.status == code)
    #expect(tool.text.contains(text), "\(tool.text)")
  }

  @Test func `a missing tool is named with the command that brings it`() throws {
    let folder = try Folder()
    // A path with everything that is needed but objcopy.
    for path in ["/usr/bin", "/bin"] {
      for name in ["bash", "env", "dirname", "readlink", "sort", "tr", "gcc", "ld", "ar", "strip"]
      where FileManager.default.fileExists(atPath: "\(path)/\(name)") {
        try? FileManager.default.createSymbolicLink(
          atPath: folder.file(name), withDestinationPath: "\(path)/\(name)")
      }
    }
    let swift = try Tool.run(["sh", "-c", "command -v swift"]).trimmingCharacters(
      in: .whitespacesAndNewlines)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("swift"), withDestinationPath: swift)
    let tool = try Tool.ending(
      [Library.install, "--prefix", folder.file("p")], environment: ["PATH": folder.path])
    #expect(tool.status == 69)
    #expect(tool.text.contains("sudo apt-get install -y binutils"), "\(tool.text)")
  }

  @Test(arguments: [[], ["--static"]])
  func `pkg-config leads a compiler to header and library`(_ flags: [String]) throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let environment = [
      "PKG_CONFIG_PATH": "\(library.prefix)/lib/pkgconfig",
      "LD_LIBRARY_PATH": "\(library.prefix)/lib",
    ]
    let command =
      "eval gcc \"'\(Library.sources)/size.c'\" -o program "
      + "\"$(pkg-config --cflags --libs \(flags.joined()) dynamicrepeat)\" && ./program"
    let said = try Tool.run(["sh", "-c", command], in: folder.path, environment: environment)
    #expect(said.contains("fine"))
  }

  @Test func `CMake finds both libraries`() throws {
    let folder = try Folder()
    try folder.write(
      """
      cmake_minimum_required(VERSION 3.16)
      project(uses LANGUAGES C)
      find_package(DynamicRepeat 0.1 REQUIRED)
      add_executable(with_shared "\(Library.sources)/size.c")
      target_link_libraries(with_shared DynamicRepeat::dynamicrepeat)
      add_executable(with_static "\(Library.sources)/size.c")
      target_link_libraries(with_static DynamicRepeat::static)
      """, to: "CMakeLists.txt")
    let prefix = try Library.installed.get().prefix
    try Tool.run(["cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=\(prefix)"], in: folder.path)
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    for program in ["with_shared", "with_static"] {
      #expect(try Tool.run([folder.file("build/\(program)")]).contains("fine"))
    }
  }

  @Test func `the Debian package is one that lintian finds no error in`() throws {
    let folder = try Folder()
    let package = folder.file("dynamic repeat.deb")
    try Tool.run([Library.install, "--deb", package])
    let found = try Tool.ending(["lintian", "--no-tag-display-limit", "--allow-root", package])
    let errors = found.text.split(separator: "\n").filter { $0.hasPrefix("E:") }
    #expect(errors.isEmpty, "\(found.text)")
    try Tool.run(["dpkg-deb", "--extract", package, folder.file("x")])
    let triplet = try Tool.run(["gcc", "-dumpmachine"]).trimmingCharacters(in: .newlines)
    for name in ["libdynamicrepeat.a", "libdynamicrepeat.so.0", "pkgconfig/dynamicrepeat.pc"] {
      #expect(FileManager.default.fileExists(atPath: folder.file("x/usr/lib/\(triplet)/\(name)")))
    }
  }
}
