// SPDX-License-Identifier: Apache-2.0

import WindowRigs

extension Child {
  /// The command: the release build that `Tests/run` names, or the debug build beside this test.
  static let compare = built("compare", orNamedIn: "COMPARE_BINARY")

  /// Runs the command in a folder, to its end.
  static func runCompare(
    _ arguments: [String], in folder: TemporaryFolder, outputPath: String? = nil
  ) throws -> Ending {
    try run(compare, arguments, in: folder.path, outputPath: outputPath, within: 300)
  }
}
