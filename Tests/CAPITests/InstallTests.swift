// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The script `install`, which builds and installs the libraries, called as by a user.
@Suite struct InstallTests {
  /// The other tests use libraries that were installed without a destination folder.
  @Test func `a destination folder gets the prefix's files, and uninstalling removes them`() throws
  {
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
    for name in ["loop", "sdl", "sdl_display", "sdl_versions", "wayland"] {
      #expect(between.contains("opt/games/include/dynamic_repeat_\(name).h f "))
    }
    #expect(!between.contains { $0.contains("support") })
    for header in try Library.headers {
      #expect(between.contains("opt/games/include/\(header) f "))
    }
    for name in ["dynamicrepeat", "dynamicrepeat-loop"] {
      #expect(between.contains("opt/games/lib/here/lib\(name).so l lib\(name).so.0.4"))
      let pkgConfig = try String(
        contentsOfFile: folder.file("opt/games/lib/here/pkgconfig/\(name).pc"), encoding: .utf8)
      #expect(pkgConfig.contains("libdir=/opt/games/lib/here\n"))
      #expect(!pkgConfig.contains("@"))
    }
    try Tool.run([
      Library.install, "--prefix", "/opt/games", "--destdir", folder.path, "--uninstall",
    ])
    #expect(try folder.listing() == before)
  }

  /// The prefix does not exist yet, as in a home folder without a .local folder.
  @Test func `uninstalling removes the installed folders, unless they have other files`() throws {
    let folder = try Folder()
    let prefix = folder.file("home/.local")
    let before = try folder.listing()
    try Tool.run([Library.install, "--prefix", prefix])
    try folder.write("another's\n", to: "home/.local/include/other.h")
    // Installs again, after another program has put a file into the folder.
    let upgrade = try Tool.ending([Library.install, "--prefix", prefix])
    let isReused = upgrade.errors.contains("Using the build of DynamicRepeat")
    #expect(upgrade.status == 0 && isReused, "\(upgrade.text)")
    try Tool.run([Library.install, "--prefix", prefix, "--uninstall"])
    let left = ["home d ", "home/.local d ", "home/.local/include d "]
    #expect(try folder.listing() == before + left + ["home/.local/include/other.h f "])
    try FileManager.default.removeItem(atPath: "\(prefix)/include/other.h")
    try FileManager.default.removeItem(atPath: "\(prefix)/include")
    try Tool.run([Library.install, "--prefix", prefix])
    try Tool.run([Library.install, "--prefix", prefix, "--uninstall"])
    #expect(try folder.listing() == before + left.prefix(2))
  }

  @Test(arguments: ["$HOME of $$", "it's a #1 & |x|", "(100 %) \\, or so;"])
  func `with the printed exports a prefix of any name works, and uninstalling empties it`(
    name: String
  ) throws {
    let folder = try Folder()
    let prefix = folder.file(name)
    let install = [Library.install, "--prefix", prefix]
    let ending = try Tool.ending(install)
    #expect(ending.status == 0, "\(ending.text)")
    let exports = ending.errors.split(separator: "\n").filter { $0.hasPrefix("export ") }
    let use = "pkg-config --variable=includedir dynamicrepeat && echo \"$LD_LIBRARY_PATH\""
    let said = try Tool.run(["bash", "-c", (exports + [use[...]]).joined(separator: "\n")])
    #expect(said.hasPrefix("\(prefix)/include\n\(prefix)/lib"))
    let header = "\(prefix)/include/dynamic_repeat.h"
    #expect(FileManager.default.fileExists(atPath: header))
    try Tool.run(install + ["--uninstall"])
    #expect(try folder.listing() == [" d "])
  }

  @Test(
    arguments: [[], ["--static"]],
    [("size.c", "dynamicrepeat"), ("loop_size.c", "dynamicrepeat-loop")])
  func `a compiler finds the header and the library with pkg-config`(
    _ flags: [String], _ program: (source: String, name: String)
  ) throws {
    let folder = try Folder()
    let library = try Library.installed.get()
    let environment = [
      "PKG_CONFIG_PATH": "\(library.prefix)/lib/pkgconfig",
      "LD_LIBRARY_PATH": "\(library.prefix)/lib",
    ]
    let command =
      "eval gcc \"'\(Library.sources)/\(program.source)'\" -o program "
      + "\"$(pkg-config --cflags --libs \(flags.joined()) \(program.name))\" && ./program"
    let said = try Tool.run(["sh", "-c", command], in: folder.path, environment: environment)
    #expect(said.contains("fine"))
  }

  @Test func `CMake finds both libraries, but only for their own minor version`() throws {
    let folder = try Folder()
    try folder.write(
      """
      cmake_minimum_required(VERSION 3.16)
      project(uses LANGUAGES C)
      foreach(version 0 0.3 0.4 0.4.0 0.4.9 0.5 1)
        find_package(DynamicRepeat ${version} QUIET)
        message(STATUS "version ${version}: ${DynamicRepeat_FOUND}")
      endforeach()
      find_package(DynamicRepeat 0.4 REQUIRED)
      add_executable(with_shared "\(Library.sources)/size.c")
      target_link_libraries(with_shared DynamicRepeat::dynamicrepeat)
      add_executable(with_static "\(Library.sources)/size.c")
      target_link_libraries(with_static DynamicRepeat::static)
      find_package(DynamicRepeatLoop 0.4 REQUIRED)
      add_executable(with_loop "\(Library.sources)/loop_size.c")
      target_link_libraries(with_loop DynamicRepeatLoop::dynamicrepeat-loop)
      add_executable(with_static_loop "\(Library.sources)/loop_size.c")
      target_link_libraries(with_static_loop DynamicRepeatLoop::static)
      """, to: "CMakeLists.txt")
    let prefix = try Library.installed.get().prefix
    let said = try Tool.run(
      ["cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=\(prefix)"], in: folder.path)
    let found = said.matches(of: /version (\S+): 1/).map { String($0.1) }
    #expect(found == ["0.4", "0.4.0"], "\(said)")
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    for program in ["with_shared", "with_static", "with_loop", "with_static_loop"] {
      #expect(try Tool.run([folder.file("build/\(program)")]).contains("fine"))
    }
  }
}
