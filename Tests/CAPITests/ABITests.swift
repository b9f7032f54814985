// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What compiled programs rely on: it changes only together with abi.txt, and then on purpose.
@Suite struct ABITests {
  private static let list = "\(Library.package)/Tests/CAPITests/abi.txt"

  @Test func `functions, layouts and constants are those that abi.txt lists`() throws {
    let declarations = Declarations(try Library.header + Library.loopHeader)
    #expect(declarations.structs.count > 15)
    #expect(declarations.constants.count > 90)
    let library = try Library.installed.get()
    let sonames = try [library.shared, library.loopShared].map {
      try Tool.run(["objdump", "-p", $0])
        .firstMatch(of: /SONAME\s+(\S+)/).map { String($0.1) } ?? "no soname"
    }
    let found =
      sonames + declarations.prototypes.sorted()
      + (try Self.layout(of: declarations))
    if ProcessInfo.processInfo.environment["WRITE_ABI"] != nil {
      let text = found.joined(separator: "\n") + "\n"
      try text.write(toFile: Self.list, atomically: false, encoding: .utf8)
    }
    let listed = try String(contentsOfFile: Self.list, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let changes = found.difference(from: listed)
    #expect(
      changes.isEmpty,
      """
      The ABI has changed. If that is meant: WRITE_ABI=1 Tests/run ABITests, and another \
      minor version, hence soname, if programs that are compiled would break. \(changes)
      """)
  }

  /// Sizes, offsets and values as a C compiler sees them.
  private static func layout(of declarations: Declarations) throws -> [String] {
    var lines = [
      "#include <dynamic_repeat.h>", "#include <dynamic_repeat_loop.h>", "#include <stddef.h>",
      "#include <stdio.h>", "int main(void) {",
    ]
    for (name, fields) in declarations.structs {
      lines.append("printf(\"\(name) size %zu\\n\", sizeof(\(name)));")
      for field in fields {
        lines.append(
          "printf(\"\(name).\(field) at %zu, %zu bytes\\n\", offsetof(\(name), \(field)), "
            + "sizeof(((\(name) *)0)->\(field)));")
      }
    }
    for constant in declarations.constants {
      lines.append("printf(\"\(constant) = %d\\n\", (int)\(constant));")
    }
    lines.append("return 0; }")
    let folder = try Folder()
    let source = try folder.write(lines.joined(separator: "\n"), to: "layout.c")
    let library = try Library.installed.get()
    try Tool.run([
      "gcc", "-std=c11", "-I", "\(library.prefix)/include", source, "-o", folder.file("layout"),
    ])
    return try Tool.run([folder.file("layout")]).split(separator: "\n").map(String.init)
  }
}
