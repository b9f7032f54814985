// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowRigs

/// The folder of the rigs, for the files that need nothing else of them.
typealias TemporaryFolder = WindowRigs.TemporaryFolder

extension Child {
  /// The command: the release build that `Tests/run` names, or the debug build beside this test.
  static let compare = built("compare", orNamedIn: "COMPARE_BINARY")

  /// Runs a program in a folder, to its end.
  static func run(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder, outputPath: String? = nil
  ) throws -> Ending {
    try run(program, arguments, in: folder.path, outputPath: outputPath, within: 300)
  }

  /// Runs the command in a folder, to its end.
  static func runCompare(
    _ arguments: [String], in folder: TemporaryFolder, outputPath: String? = nil
  ) throws -> Ending {
    try run(compare, arguments, in: folder, outputPath: outputPath)
  }

  /// Runs the command through a shell, with something set before.
  static func runCompare(
    _ arguments: [String], after before: String, in folder: TemporaryFolder
  ) throws -> Ending {
    try run("/bin/bash", ["-c", "\(before); exec \"$0\" \"$@\"", compare] + arguments, in: folder)
  }
}

extension TemporaryFolder {
  /// Makes empty folders in it.
  func makeFolders(_ names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        atPath: file(name), withIntermediateDirectories: false)
    }
  }

  /// Makes a symbolic link in it.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }
}
