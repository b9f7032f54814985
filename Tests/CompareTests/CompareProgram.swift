// SPDX-License-Identifier: Apache-2.0

import WindowRigs

extension Child {
  /// The command.
  static let compare = built("compare")

  /// Runs the command in a folder until its end.
  static func runCompare(
    _ arguments: [String], in folder: TemporaryFolder, outputPath: String? = nil
  ) throws -> Ending {
    try run(compare, arguments, in: folder.path, outputPath: outputPath, within: 300)
  }
}
