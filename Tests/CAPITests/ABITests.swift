// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The binary interface of compiled programs, compared with the files in the folder ABI.
@Suite struct ABITests {
  private static let kept = "\(Library.package)/Tests/CAPITests/ABI"
  private static let isWriting = ProcessInfo.processInfo.environment["WRITE_ABI"] != nil

  private static let advice = """
    The ABI has changed. If that is intended, record it: WRITE_ABI=1 Tests/run ABITests. If \
    programs that are already compiled would break, also raise the minor version, which \
    changes the soname.
    """

  /// abidiff compares the types of parameters, results and fields, their sizes and their offsets.
  ///
  /// The library's own functions come from assembly, which has no type information, so empty
  /// functions take their place. A test of `BinaryTests` checks that the library exports these
  /// functions and no others.
  @Test(.long) func `functions and types match those recorded for the release`() throws {
    let folder = try Folder()
    let library = try Self.library(in: folder)
    let file = "\(Self.kept)/dynamicrepeat.abi"
    if Self.isWriting {
      try Tool.run(
        [
          "abidw", "--no-show-locs", "--no-comp-dir-path", "--no-corpus-path", "--type-id-style",
          "hash",
        ]
          + ["--out-file", file, library])
    }
    let changes = try Tool.ending(["abidiff", file, library])
    #expect(changes.status == 0, "\(Self.advice)\n\(changes.text)")
    // The comparison must detect a changed type.
    let changed = try Tool.ending([
      "abidiff", file, Self.library(in: folder, with: "-Dfloat=double"),
    ])
    #expect(changed.status & 4 != 0, "\(changed.text)")
  }

  /// Builds a shared library with all functions of the headers, as a C compiler reads them.
  private static func library(in folder: Folder, with option: String = "-g") throws -> String {
    let functions = Declarations(try Library.header + Library.loopHeader).prototypes.map {
      "\($0.dropLast()) { __builtin_trap(); }"
    }
    let headers = ["#include <dynamic_repeat.h>", "#include <dynamic_repeat_loop.h>"]
    let source = try folder.write((headers + functions).joined(separator: "\n"), to: "library.c")
    let library = folder.file("library.so")
    try Tool.run([
      "gcc", "-std=c11", "-g", "-ffile-prefix-map=\(folder.file(""))=", option, "-shared", "-fPIC",
      "-I", "\(Library.installed.get().prefix)/include", source, "-o", library,
    ])
    return library
  }

  @Test func `sonames and constants match constants.txt`() throws {
    let constants = Declarations(try Library.header + Library.loopHeader).constants
    #expect(constants.count > 90)
    let library = try Library.installed.get()
    let sonames = try [library.shared, library.loopShared].map {
      try Tool.run(["objdump", "-p", $0])
        .firstMatch(of: /SONAME\s+(\S+)/).map { String($0.1) } ?? "no soname"
    }
    let found = sonames + (try Self.values(of: constants))
    let file = "\(Self.kept)/constants.txt"
    if Self.isWriting {
      try (found.joined(separator: "\n") + "\n").write(
        toFile: file, atomically: false, encoding: .utf8)
    }
    let listed = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let changes = found.difference(from: listed)
    #expect(changes.isEmpty, "\(Self.advice) \(changes)")
  }

  /// Each constant with its value, as a C compiler computes it.
  private static func values(of constants: [String]) throws -> [String] {
    let lines =
      ["#include <dynamic_repeat.h>", "#include <dynamic_repeat_loop.h>", "#include <stdio.h>"]
      + ["int main(void) {"] + constants.map { "printf(\"\($0) = %d\\n\", (int)\($0));" } + ["}"]
    let folder = try Folder()
    let source = try folder.write(lines.joined(separator: "\n"), to: "constants.c")
    try Tool.run([
      "gcc", "-std=c11", "-I", "\(Library.installed.get().prefix)/include", source, "-o",
      folder.file("constants"),
    ])
    return try Tool.run([folder.file("constants")]).split(separator: "\n").map(String.init)
  }
}
