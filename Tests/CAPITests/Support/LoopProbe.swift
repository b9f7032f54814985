// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// The SDL that a program is built for.
enum SDLVersion: CustomTestStringConvertible {
  case two
  /// Debian 13's, in the folder that Tests/debian-13 made.
  case three

  /// SDL 3 if Tests/run --all has found it.
  static let tested: [SDLVersion] = three.isHere ? [two, three] : [two]

  var isHere: Bool { self == .two || sdl3Folder != nil }
  var testDescription: String { self == .two ? "SDL 2" : "SDL 3" }

  /// The name that pkg-config has for it.
  var package: String { self == .two ? "sdl2" : "sdl3" }

  /// The folder of its own in which pkg-config finds it; nil if it needs none.
  var packageFolder: String? {
    self == .two ? nil : sdl3Folder.map { "\($0)/usr/lib/x86_64-linux-gnu/pkgconfig" }
  }

  /// The compiler's options for the headers and the library.
  var flags: [String] {
    get throws {
      try Tool.run(
        ["pkg-config", "--cflags", "--libs", package],
        environment: packageFolder.map { ["PKG_CONFIG_PATH": $0] } ?? [:]
      ).split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  /// Runs a program with the libraries that it was built for.
  func command(_ program: String) -> [String] {
    if let folder = sdl3Folder, self == .three { return ["\(folder)/run", program] }
    return [program]
  }
}

/// A program on the C library's loop in a window of SDL, of two files: one has the header's bodies.
struct LoopProbe {
  let command: [String]
  private let folder: Folder

  /// The probe's language; the bodies are in the other one.
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
        + kind.sdl.flags + ["-lm", "-o", folder.file("probe")])
  }

  func start(_ arguments: [String], _ environment: [String: String?]) throws -> Child {
    try Child(command[0], command.dropFirst() + arguments, environment: environment)
  }

  /// Runs it to its end.
  func run(_ arguments: [String], _ environment: [String: String?]) throws -> Child.Ending {
    try Child.run(command[0], command.dropFirst() + arguments, environment: environment)
  }
}
