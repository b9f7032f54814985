// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The version of SDL that a program is built for.
enum SDLVersion: CustomTestStringConvertible {
  case two
  /// SDL 3 of Debian 13, in the folder made by Tests/debian-13.
  case three

  /// The versions under test; SDL 3 only if Tests/run --all has found it.
  static let tested: [SDLVersion] = three.isHere ? [two, three] : [two]

  var isHere: Bool { self == .two || sdl3Folder != nil }
  var testDescription: String { self == .two ? "SDL 2" : "SDL 3" }

  /// The name of the version's pkg-config package.
  var package: String { self == .two ? "sdl2" : "sdl3" }

  /// The folder with the pkg-config file of SDL 3; `nil` if pkg-config finds the file by itself.
  var packageFolder: String? {
    self == .two ? nil : sdl3Folder.map { "\($0)/usr/lib/x86_64-linux-gnu/pkgconfig" }
  }

  /// The compiler options for the headers and the library.
  var flags: [String] {
    get throws {
      try Tool.run(
        ["pkg-config", "--cflags", "--libs", package],
        environment: packageFolder.map { ["PKG_CONFIG_PATH": $0] } ?? [:]
      ).split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  /// The command that runs a program with the libraries for which it was built.
  func command(_ program: String) -> [String] {
    if let folder = sdl3Folder, self == .three { return ["\(folder)/run", program] }
    return [program]
  }
}

/// A program with the C library's loop in an SDL window.
///
/// The program has two files, one of which contains the bodies of the header's functions.
struct LoopProbe {
  let command: [String]
  private let folder: Folder

  /// The language of the probe; the file with the bodies is in the other language.
  struct Kind: Hashable, CustomTestStringConvertible {
    let sdl: SDLVersion
    let isCpp: Bool
    var testDescription: String { "\(sdl.testDescription), \(isCpp ? "C++" : "C")" }
  }

  static let kinds = SDLVersion.tested.flatMap { sdl in
    [false, true].map { Kind(sdl: sdl, isCpp: $0) }
  }
  private static let built = Dictionary(
    uniqueKeysWithValues: kinds.map { kind in (kind, Result { try LoopProbe(kind) }) })

  static func of(_ sdl: SDLVersion, isCpp: Bool = false) throws -> LoopProbe {
    try #require(built[Kind(sdl: sdl, isCpp: isCpp)]).get()
  }

  private init(_ kind: Kind) throws {
    folder = try Folder(isKept: true)
    command = kind.sdl.command(folder.file("probe"))
    let library = try Library.installed.get()
    let (language, other) = kind.isCpp ? ("c++", "c") : ("c", "c++")
    let sources = [("sdl_probe.c", language), ("sdl_bodies.c", other)].flatMap { name, language in
      ["-x", language, "\(Library.sources)/\(name)"]
    }
    try Tool.run(
      ["g++", "-D_DEFAULT_SOURCE", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        + ["-I", "\(library.prefix)/include"] + sources + ["-x", "none", library.loopArchive]
        + kind.sdl.flags + (kind.sdl == .three ? ["-Wl,--wrap=SDL_GetWindowFlags"] : [])
        + ["-lm", "-o", folder.file("probe")])
  }

  func start(_ arguments: [String], _ environment: [String: String?]) throws -> Child {
    try Child(command[0], command.dropFirst() + arguments, environment: environment)
  }

  /// Runs the probe to its end.
  func run(_ arguments: [String], _ environment: [String: String?]) throws -> Child.Ending {
    try Child.run(command[0], command.dropFirst() + arguments, environment: environment)
  }
}
