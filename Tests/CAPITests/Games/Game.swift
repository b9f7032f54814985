// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The game in C, built once for each SDL version by its Makefile, with the installed library.
struct Game {
  let program: String
  private let sdl: SDLVersion
  private let folder: Folder

  static let built = Result { try Game(.two) }
  private static let builtForThree = Result { try Game(.three) }

  static func of(_ sdl: SDLVersion) throws -> Game {
    try (sdl == .two ? built : builtForThree).get()
  }

  func start(on server: XServer) throws -> Child {
    let command = sdl.command(program)
    return try Child(
      command[0], Array(command.dropFirst()), environment: server.environment)
  }

  private init(_ sdl: SDLVersion) throws {
    self.sdl = sdl
    folder = try Folder(isKept: true)
    try Self.copySources("CGame", to: folder)
    let packages = ["\(try Library.installed.get().prefix)/lib/pkgconfig", sdl.packageFolder]
    let said = try Tool.run(
      ["make", "SDL=\(sdl.package)", "CFLAGS=-O2 -Wall -Wextra -pedantic -Werror"],
      in: folder.path,
      environment: ["PKG_CONFIG_PATH": packages.compactMap(\.self).joined(separator: ":")])
    program = folder.file("flashing-square")
    #expect(FileManager.default.isExecutableFile(atPath: program), "\(said)")
  }

  /// Copies a folder of Demo, because a game must build outside the package, too.
  static func copySources(_ name: String, to folder: Folder) throws {
    let source = "\(Library.package)/Demo/\(name)"
    for file in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(atPath: "\(source)/\(file)", toPath: folder.file(file))
    }
  }
}
