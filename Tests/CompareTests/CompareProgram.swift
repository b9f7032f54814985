// SPDX-License-Identifier: Apache-2.0

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
}
