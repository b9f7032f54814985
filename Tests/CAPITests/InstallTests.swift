// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The script that builds and installs, called as by a user.
@Suite struct InstallTests {
  /// The other tests use libraries that were installed without a destination folder.
  @Test func `a destination folder gets the prefix's files, uninstalling removes them`() throws {
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
    for name in ["loop", "sdl", "wayland"] {
      #expect(between.contains("opt/games/include/dynamic_repeat_\(name).h f "))
    }
    #expect(!between.contains { $0.contains("support") })
    for header in try Library.headers {
      #expect(between.contains("opt/games/include/\(header) f "))
    }
    for name in ["dynamicrepeat", "dynamicrepeat-loop"] {
      #expect(between.contains("opt/games/lib/here/lib\(name).so l lib\(name).so.0.3"))
      let pkgConfig = try String(
        contentsOfFile: folder.file("opt/games/lib/here/pkgconfig/\(name).pc"), encoding: .utf8)
      #expect(pkgConfig.contains("libdir=/opt/games/lib/here\n"))
      #expect(!pkgConfig.contains("@"))
    }
    // A second install changes nothing.
    try Tool.run(install)
    #expect(try folder.listing() == between)
    try Tool.run([
      Library.install, "--prefix", "/opt/games", "--destdir", folder.path, "--uninstall",
    ])
    #expect(try folder.listing() == before)
  }

  /// As in a home folder that has no .local folder yet.
  @Test func `uninstalling removes the installed folders, unless they have other files`() throws {
    let folder = try Folder()
    let prefix = folder.file("home/.local")
    let before = try folder.listing()
    try Tool.run([Library.install, "--prefix", prefix])
    try folder.write("another's\n", to: "home/.local/include/other.h")
    // An upgrade, when another program has put files into the folder too.
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
  func `a prefix of any name works with pkg-config, and uninstalling empties it`(name: String)
    throws
  {
    let folder = try Folder()
    let prefix = folder.file(name)
    let environment = ["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig"]
    let install = [Library.install, "--prefix", prefix]
    try Tool.run(install)
    let said = try Tool.run(
      ["pkg-config", "--variable=includedir", "dynamicrepeat"], environment: environment)
    #expect(said == "\(prefix)/include\n")
    let header = "\(prefix)/include/dynamic_repeat.h"
    #expect(FileManager.default.fileExists(atPath: header))
    try Tool.run(install + ["--uninstall"])
    #expect(try folder.listing() == [" d "])
  }

  /// Runs a copy of the script that all users may read; as the user nobody if the tests run as
  /// root.
  @Test func `a folder without write permission is reported before anything is built`() throws {
    let folder = try Folder()
    try Tool.run(["mkdir", "-p", "Sources", "Demo", "closed"], in: folder.path)
    try Tool.run(
      ["cp", "-r", "\(Library.package)/Sources/CDynamicRepeat", "Sources"], in: folder.path)
    try Tool.run(["cp", "\(Library.package)/Demo/setup.sh", "Demo"], in: folder.path)
    try Tool.run(["chmod", "-R", "a+rX", "."], in: folder.path)
    try Tool.run(["chmod", "a-w", "closed"], in: folder.path)
    try folder.write("", to: "file")
    let user =
      geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    let rows: [([String], String)] = [
      (["--prefix", folder.file("closed/deep/prefix")], "may not write to"),
      (["--prefix", folder.file("file/prefix")], "file is not a folder"),
      (["--prefix", "/usr", "--destdir", folder.file("closed")], "may not write to"),
      (["--deb", folder.file("closed/packages")], "may not write to"),
      (["--wheel", folder.file("file")], "file is not a folder"),
    ]
    for (arguments, says) in rows {
      let tool = try Tool.ending(
        user + [folder.file("Sources/CDynamicRepeat/install")] + arguments)
      #expect(tool.status == 73, "\(arguments)")
      #expect(tool.text.contains(says) && !tool.text.contains("Building"), "\(tool.text)")
    }
  }

  @Test func `a build folder that contains other files is not changed`() throws {
    let folder = try Folder()
    try folder.write("mine\n", to: "notes")
    let before = try folder.listing()
    let tool = try Tool.ending(
      [Library.install, "--prefix", folder.file("p"), "--build", folder.path])
    #expect(tool.status == 64)
    #expect(tool.text.contains("holds something else"), "\(tool.text)")
    #expect(try folder.listing() == before)
  }

  @Test(arguments: [
    ([], 64, "--prefix is missing"), (["--prefix"], 64, "needs a value"),
    (["--prefix", "here"], 64, "must be absolute"), (["--frobnicate"], 64, "no option"),
    (["--prefix", "/p", "--libdir", "../.."], 64, "below the prefix"),
    (["--prefix", "/nowhere at all", "--uninstall"], 64, "Nothing was installed there"),
    (["--deb", "x", "--prefix", "/p"], 64, "takes no other option"),
    (["--wheel", "x", "--libdir", "lib64"], 64, "takes no other option"),
    (["--wheel", "x", "--lua", "y"], 64, "--wheel takes no other option"),
    (["--lua", "x", "--uninstall"], 64, "--lua takes no other option"),
    (["--wheel"], 64, "needs a value"), (["--lua", "/dev/null/x"], 73, "is not a folder"),
    (["--prefix", "/p", "--uninstall", "--build", "b"], 64, "--uninstall builds nothing"),
    (["--help"], 0, "Usage:"),
  ])
  func `wrong arguments are reported`(_ arguments: [String], _ code: Int32, _ text: String) throws {
    let tool = try Tool.ending([Library.install] + arguments)
    #expect(tool.status == code)
    #expect(tool.text.contains(text), "\(tool.text)")
  }

  /// The PATH has all needed tools except one.
  @Test(arguments: [
    ("ar", "binutils"), ("make", "make"), ("gcc", "gcc libc6-dev"), ("as", "gcc libc6-dev"),
  ])
  func `a missing tool is reported with the command that installs it`(
    _ tool: String, _ packages: String
  ) throws {
    let folder = try Folder()
    let needed = [
      "bash", "env", "dirname", "readlink", "sort", "mktemp", "rm", "apt-get", "gcc", "as", "ld",
      "ar", "strip", "make", "awk",
    ]
    for path in ["/usr/bin", "/bin"] {
      for name in needed where name != tool {
        if FileManager.default.fileExists(atPath: "\(path)/\(name)") {
          try? FileManager.default.createSymbolicLink(
            atPath: folder.file(name), withDestinationPath: "\(path)/\(name)")
        }
      }
    }
    let swift = try Tool.run(["sh", "-c", "command -v swift"]).trimmingCharacters(
      in: .whitespacesAndNewlines)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("swift"), withDestinationPath: swift)
    let install = try Tool.ending(
      [Library.install, "--prefix", folder.file("p")], environment: ["PATH": folder.path])
    #expect(install.status == 69)
    #expect(install.text.hasSuffix("sudo apt-get install -y \(packages)\n"), "\(install.text)")
  }

  @Test(
    arguments: [[], ["--static"]],
    [("size.c", "dynamicrepeat"), ("loop_size.c", "dynamicrepeat-loop")])
  func `a compiler finds header and library with pkg-config`(
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
      foreach(version 0 0.2 0.3 0.3.0 0.3.9 0.4 1)
        find_package(DynamicRepeat ${version} QUIET)
        message(STATUS "version ${version}: ${DynamicRepeat_FOUND}")
      endforeach()
      find_package(DynamicRepeat 0.3 REQUIRED)
      add_executable(with_shared "\(Library.sources)/size.c")
      target_link_libraries(with_shared DynamicRepeat::dynamicrepeat)
      add_executable(with_static "\(Library.sources)/size.c")
      target_link_libraries(with_static DynamicRepeat::static)
      find_package(DynamicRepeatLoop 0.3 REQUIRED)
      add_executable(with_loop "\(Library.sources)/loop_size.c")
      target_link_libraries(with_loop DynamicRepeatLoop::dynamicrepeat-loop)
      add_executable(with_static_loop "\(Library.sources)/loop_size.c")
      target_link_libraries(with_static_loop DynamicRepeatLoop::static)
      """, to: "CMakeLists.txt")
    let prefix = try Library.installed.get().prefix
    let said = try Tool.run(
      ["cmake", "-B", "build", "-DCMAKE_PREFIX_PATH=\(prefix)"], in: folder.path)
    let found = said.matches(of: /version (\S+): 1/).map { String($0.1) }
    #expect(found == ["0.3", "0.3.0"], "\(said)")
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    for program in ["with_shared", "with_static", "with_loop", "with_static_loop"] {
      #expect(try Tool.run([folder.file("build/\(program)")]).contains("fine"))
    }
  }
}
