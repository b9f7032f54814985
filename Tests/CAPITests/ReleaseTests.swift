// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The files of a release, written by the script `release`.
@Suite(.long) struct ReleaseTests {
  private static let release = "\(Library.package)/Sources/CDynamicRepeat/release"

  /// The release, made once for all tests.
  private static let made = Result { () throws -> Folder in
    let folder = try Folder(isKept: true)
    try Tool.run([release, folder.file("files")])
    return folder
  }

  @Test func `every file exists, and is in the bill of materials and in the notes`() throws {
    let folder = try Self.made.get().file("files")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let wheels = ["manylinux_2_29", "musllinux_1_2"].flatMap { system in
      ["aarch64", "x86_64"].map { "dynamic_repeat-0.4.0-py3-none-\(system)_\($0).whl" }
    }
    let archives = ["-lua-aarch64", "-lua-x86_64", ""].map { "dynamicrepeat-0.4.0\($0).tar.gz" }
    let packages = ["-dev", "0.4"].flatMap { kind in
      ["amd64", "arm64"].map { "libdynamicrepeat\(kind)_0.4.0_\($0).deb" }
    }
    let texts = ["NOTES.md", "SHA256SUMS", "dynamicrepeat-0.4.0.spdx.json", "page"]
    #expect(names == (wheels + archives + packages + texts).sorted())
    let bill = try String(
      contentsOfFile: "\(folder)/dynamicrepeat-0.4.0.spdx.json", encoding: .utf8)
    for name in wheels + archives + packages {
      #expect(bill.contains("\"packageFileName\": \"\(name)\""))
    }
    #expect(bill.contains("Apache-2.0 WITH Swift-exception"))
    let notes = try String(contentsOfFile: "\(folder)/NOTES.md", encoding: .utf8)
    #expect(notes.contains("\n\n## Changes since 0.3\n\nThe table ") && !notes.contains("\n\n\n"))
    #expect(notes.contains("| 0.3 | 0.4 |") && notes.contains("\nBehavior that has changed:\n"))
    #expect(notes.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    try Tool.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], in: folder)
    #expect(FileManager.default.fileExists(atPath: "\(folder)/page/index.html"))
  }

  /// The clone has the checkout's changes that are not committed.
  ///
  /// Only its owner can read it.
  @Test func `a release from a clone made under another umask has the same bytes and modes`() throws
  {
    let folder = try Folder()
    let script = """
      umask 077
      git clone --quiet "$0" "$1/clone"
      cd "$0"
      git ls-files -z --cached --others --exclude-standard |
        tar --null --no-recursion --ignore-failed-read -T - -cf - |
        tar --no-same-permissions -C "$1/clone" -xf -
      "$1/clone/Sources/CDynamicRepeat/release" "$1/files"
      """
    try Tool.run(["sh", "-ec", script, Library.package, folder.path])
    let (first, second) = (try Self.made.get().file("files"), folder.file("files"))
    let copied = folder.file("clone/Demo/Web/Page")
    #expect(try Tool.run(["find", copied, "-perm", "/077"]).isEmpty)
    #expect(try Tool.run(["find", second, "!", "-perm", "-a+r"]).isEmpty)
    try Tool.run(["diff", "-r", first, second])
    let modes = ["find", ".", "-mindepth", "1", "-printf", "%P %m\n"]
    #expect(
      try Set(Tool.run(modes, in: second).split(separator: "\n"))
        == Set(Tool.run(modes, in: first).split(separator: "\n")))
  }

  @Test func `every archive, wheel and package has a license text`() throws {
    let folder = try Self.made.get().file("files")
    let license = try String(contentsOfFile: "\(Library.package)/Sources/LICENSE", encoding: .utf8)
    #expect(license.contains("END OF TERMS AND CONDITIONS"))
    let wheels = try Tool.run(["sh", "-c", "ls *.whl"], in: folder).split(separator: "\n")
    for wheel in wheels {
      let unpacked = try Folder()
      try Tool.run(["python3", "-m", "zipfile", "-e", "\(folder)/\(wheel)", unpacked.path])
      let info = unpacked.file("dynamic_repeat-0.4.0.dist-info")
      #expect(try String(contentsOfFile: "\(info)/LICENSE", encoding: .utf8) == license)
      let metadata = try String(contentsOfFile: "\(info)/METADATA", encoding: .utf8)
      #expect(metadata.contains("\nLicense-File: LICENSE\n"))
    }
    for (archive, name) in [
      ("", "LICENSE"), ("-lua-x86_64", "dynamic_repeat_license.txt"),
      ("-lua-aarch64", "dynamic_repeat_license.txt"),
    ] {
      let stem = "dynamicrepeat-0.4.0\(archive)"
      #expect(
        try Tool.run(["tar", "-xzOf", "\(stem).tar.gz", "\(stem)/\(name)"], in: folder) == license)
    }
    for kind in ["-dev", "0.4"] {
      let file = "libdynamicrepeat\(kind)_0.4.0_amd64.deb"
      let copyright = try Tool.run(
        [
          "sh", "-c",
          "dpkg-deb --fsys-tarfile \(file) | tar -xO ./usr/share/doc/libdynamicrepeat\(kind)/copyright",
        ], in: folder)
      #expect(copyright.contains("Apple Inc. and the Swift project authors"))
      #expect(copyright.contains("with Swift exception"))
    }
  }

  @Test func `the README's lines for users without Swift work verbatim`() throws {
    let folder = try Folder(named: "without-swift-")
    try Tool.run(["cp", Self.made.get().file("files/dynamicrepeat-0.4.0.tar.gz"), folder.path])
    let readme = "Sources/CDynamicRepeat/README.md"
    let blocks = try LinkItTests.blocks(of: readme, section: "Without Swift")
    try #require(blocks.map(\.language) == ["sh", "sh", "cmake", "sh"])
    let said = try Tool.run(
      ["sh", "-c", blocks[1].text], in: folder.path, environment: ["HOME": folder.path])
    #expect(said.contains("every function answers as it should"))
    let program = try LinkItTests.blocks(of: readme, section: "Link it").first {
      $0.language == "c"
    }
    try folder.write(#require(program).text, to: "flash.c")
    try Tool.run(
      ["sh", "-c", "gcc flash.c -o flash $(pkg-config --cflags --libs --static dynamicrepeat)"],
      in: folder.path, environment: ["PKG_CONFIG_PATH": folder.file(".local/lib/pkgconfig")])
    let game = "project(game C)\nadd_executable(game flash.c)\n"
    try folder.write(
      "cmake_minimum_required(VERSION 3.16)\n" + game + blocks[2].text, to: "CMakeLists.txt")
    try Tool.run(["cmake", "-B", "build"], in: folder.path)
    try Tool.run(["cmake", "--build", "build"], in: folder.path)
    #expect(try Tool.run([folder.file("build/game")]).hasSuffix("1.00 s: 1.000\n"))
    let library = ["LD_LIBRARY_PATH": folder.file(".local/lib")]
    #expect(try Tool.run([folder.file("flash")], environment: library).hasSuffix("1.00 s: 1.000\n"))
  }

  @Test func `lintian reports nothing about the Debian packages`() throws {
    let folder = try Self.made.get().file("files")
    for architecture in ["amd64", "arm64"] {
      let packages = ["-dev", "0.4"].map {
        "\(folder)/libdynamicrepeat\($0)_0.4.0_\(architecture).deb"
      }
      let found = try Tool.ending(
        ["lintian", "--allow-root", "--fail-on", "error,warning"] + packages)
      #expect(found.status == 0 && found.text.isEmpty, "\(found.text)")
    }
  }

  /// To build games for both processors, both packages are installed; apt requires equal files.
  @Test func `files shared by the Debian packages of both processors are the same`() throws {
    let folder = try Folder()
    for kind in ["-dev", "0.4"] {
      for architecture in ["amd64", "arm64"] {
        try Tool.run([
          "dpkg-deb", "-x",
          Self.made.get().file("files/libdynamicrepeat\(kind)_0.4.0_\(architecture).deb"),
          folder.file(architecture),
        ])
      }
    }
    try Tool.run(["diff", "-r", "-x", "lib", folder.file("amd64/usr"), folder.file("arm64/usr")])
  }

  @Test func `a game loads the module for LuaJIT that the README's line unpacks`() throws {
    let folder = try Folder()
    let blocks = try LinkItTests.blocks(
      of: "Sources/CDynamicRepeat/README.md", section: "Without Swift")
    let line = try #require(blocks[0].text.split(separator: "\n").first { $0.contains("tar -xzf") })
    let archive = "files/dynamicrepeat-0.4.0-lua-x86_64.tar.gz"
    try Tool.run(["cp", Self.made.get().file(archive), folder.path])
    let program = "print(require 'dynamic_repeat'.hz(2).value)"
    let said = try Tool.run(
      ["sh", "-ec", "\(line)\ncd mygame\nluajit -e \"\(program)\""],
      in: folder.path)
    #expect(said == "2\n")
  }

  /// Uses musl's loader from Debian, which exists for this processor only.
  @Test func `musl's loader loads the libraries of the wheel for musl`() throws {
    let folder = try Folder()
    let wheel = try Self.made.get().file(
      "files/dynamic_repeat-0.4.0-py3-none-musllinux_1_2_x86_64.whl")
    try Tool.run(["python3", "-m", "zipfile", "-e", wheel, folder.path])
    let source = try folder.write(
      """
      #include <dlfcn.h>
      #include <stdio.h>
      int main(int count, char **names) {
        for (int i = 1; i < count; i++)
          if (!dlopen(names[i], RTLD_NOW)) return puts(dlerror()), 1;
        return 0;
      }
      """, to: "load.c")
    try Tool.run(["musl-gcc", source, "-o", folder.file("load")])
    let libraries = ["", "-loop"].map { folder.file("dynamic_repeat/libdynamicrepeat\($0).so") }
    try Tool.run([folder.file("load")] + libraries)
    for library in libraries {
      let said = try Tool.run(["readelf", "-d", library])
      #expect(said.contains("[libc.musl-x86_64.so.1]") && !said.contains("libc.so.6"))
    }
  }
}
