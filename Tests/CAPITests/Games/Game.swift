// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The game in C, built once by its Makefile against the installed library.
struct Game {
  let program: String
  private let folder: Folder

  static let built = Result { try Game() }

  private init() throws {
    folder = try Folder(isKept: true)
    try Self.copySources("CGame", to: folder)
    let prefix = try Library.installed.get().prefix
    let said = try Tool.run(
      ["make", "CFLAGS=-O2 -Wall -Wextra -pedantic -Werror"], in: folder.path,
      environment: ["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig"])
    program = folder.file("flashing-square")
    #expect(FileManager.default.isExecutableFile(atPath: program), "\(said)")
  }

  /// Copies a folder of Demo: a game without the package must build anywhere.
  static func copySources(_ name: String, to folder: Folder) throws {
    let source = "\(Library.package)/Demo/\(name)"
    for file in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(atPath: "\(source)/\(file)", toPath: folder.file(file))
    }
  }
}
