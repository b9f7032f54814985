// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The C library as for a user: built and installed once for all tests of this module.
struct Library {
  let prefix: String
  private let folder: Folder

  static let installed = Result { try Library() }

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static let install = "\(package)/Sources/CDynamicRepeat/install"
  static let sources = "\(package)/Tests/CAPITests/C"

  /// The headers that dynamic_repeat.h includes, in the order of inclusion.
  static var headers: [String] {
    get throws {
      try source("CDynamicRepeat/dynamic_repeat.h").matches(of: /#include "(.+)"/).map {
        String($0.1)
      }
    }
  }

  /// The text of all headers of dynamic_repeat.h.
  static var header: String {
    get throws { try headers.map { try source("CDynamicRepeat/\($0)") }.joined() }
  }

  /// The text of dynamic_repeat_loop.h.
  static var loopHeader: String {
    get throws { try source("CFrameLoop/include/dynamic_repeat_loop.h") }
  }

  private static func source(_ header: String) throws -> String {
    try String(contentsOfFile: "\(package)/Sources/\(header)", encoding: .utf8)
  }

  /// The environment variable that names the folder in which these tests build the library once.
  ///
  /// The folder is next to the test program, and is kept for later runs. Every run of the script
  /// `install` in a test uses this build.
  static let buildVariable: [String: String] = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return ["DYNAMIC_REPEAT_BUILD": tests.deletingLastPathComponent().path + "/c library"]
  }()

  private init() throws {
    folder = try Folder(isKept: true)
    prefix = folder.file("in stalled")
    try Tool.run([Self.install, "--prefix", prefix])
  }

  var shared: String { "\(prefix)/lib/libdynamicrepeat.so.0.4" }
  var archive: String { "\(prefix)/lib/libdynamicrepeat.a" }
  var loopShared: String { "\(prefix)/lib/libdynamicrepeat-loop.so.0.4" }
  var loopArchive: String { "\(prefix)/lib/libdynamicrepeat-loop.a" }

  /// Builds a program of C sources in Tests/CAPITests/C, linked with archives, by default with the
  /// archive of the repeats; returns the program's path.
  func build(
    _ sources: [String], into folder: Folder, with compiler: [String] = ["gcc", "-O1"],
    language: String = "-std=c11", linking archives: [String]? = nil
  ) throws -> String {
    let program = folder.file("program")
    try Tool.run(
      compiler + [language, "-D_DEFAULT_SOURCE", "-g", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        + ["-I", "\(prefix)/include"] + sources.map { "\(Self.sources)/\($0)" }
        + (archives ?? [archive]) + ["-lm", "-lpthread", "-o", program])
    return program
  }
}

/// The declarations in a header.
struct Declarations {
  let functions: [String]
  /// The names of all enumeration constants and macros, except for those of the version.
  let constants: [String]
  /// Each function's declaration, in one line.
  let prototypes: [String]

  init(_ header: String) {
    let bare = header.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")
    let lines = bare.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    prototypes = lines.matches(
      of: /^[a-z][^;{}]*\bdr_[a-z_0-9]+\([^;{}]*\);/.anchorsMatchLineEndings()
    )
    .map { String($0.output).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    functions = prototypes.compactMap {
      $0.firstMatch(of: /(dr_[a-z_0-9]+)\(/).map { String($0.1) }
    }
    let listed = lines.matches(of: /^\s+(DR_[A-Z_0-9]+) = -?\d+/.anchorsMatchLineEndings())
    let defined = bare.matches(
      of: /^#define (DR_(?!VERSION_)[A-Z_]+) \(?-?\d+\)?$/.anchorsMatchLineEndings())
    constants = listed.map { String($0.1) } + defined.map { String($0.1) }
  }

  /// The functions that none of these sources in Tests/CAPITests/C calls.
  func uncalled(in sources: [String]) throws -> [String] {
    let program = try sources.map {
      try String(contentsOfFile: "\(Library.sources)/\($0)", encoding: .utf8)
    }.joined()
    return functions.filter { !program.contains("\($0)(") }
  }
}
