// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// `Tests/check-imports`, in a package of two Swift targets and a C module.
@Suite struct ImportCheckTests {
  /// Its output and status where the upper of two Swift targets has this source.
  private static func check(_ source: String) throws -> Child.Ending {
    let folder = try TemporaryFolder()
    for parent in ["Demo", "Tests", "Sources/CClock", "Sources/Base", "Sources/Top"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(parent), withIntermediateDirectories: true)
    }
    for script in ["Demo/setup.sh", "Tests/check-imports"] {
      try FileManager.default.copyItem(
        atPath: "\(Programs.package)/\(script)", toPath: folder.file(script))
    }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "Three",
        targets: [
          .systemLibrary(name: "CClock"), .target(name: "Base", dependencies: ["CClock"]),
          .target(name: "Top", dependencies: ["Base"]),
        ])
      """
    for (name, text) in [
      ("Package.swift", manifest), ("Sources/Base/base.swift", "import CClock\n"),
      ("Sources/CClock/module.modulemap", "module CClock {}\n"), ("Sources/Top/top.swift", source),
    ] {
      _ = try folder.write(name, Array(text.utf8))
    }
    return try Programs.run(folder.file("Tests/check-imports"), [], in: folder.path)
  }

  @Test(arguments: ["import CClock", "internal import CClock", "@testable import struct CClock.C"])
  func `an import that only a dependency has is an error that names it`(_ line: String) throws {
    let child = try Self.check("import Base\n\(line)\n")
    #expect(child.status == 1, "\(child.errors)")
    #expect(child.output.contains("Sources/Top/top.swift:2: Top imports CClock"), "\(child.output)")
  }

  @Test func `imports that are granted, or are no module of the package, are no error`() throws {
    let child = try Self.check("import Base\nimport Foundation\n// import CClock\n")
    #expect(child.status == 0, "\(child.output)\(child.errors)")
    #expect(child.output.hasSuffix(": 0, in 2 files\n"), "\(child.output)")
  }
}
