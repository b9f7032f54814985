// SPDX-License-Identifier: Apache-2.0

import DemoSupport

extension DemoOptions {
  /// The answer to `--help` and `--version`, as `ProgramText.answer(to:)` gives it; the help is
  /// Demo/Texts/flashing-square.txt with the names and summaries of the scenes.
  ///
  /// `Demo/run` prints the same text without a build.
  static func answer(to arguments: [String], scenes: SceneList = .demo) -> String? {
    guard let text = ProgramText.flashingSquare.answer(to: arguments) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let list = scenes.scenes.map { scene in
      let gap = String(repeating: " ", count: max(0, nameColumns - scene.name.count))
      return "\(indentation)\(scene.name)\(gap)  \(scene.summary)"
    }
    return lines.flatMap { $0 == listMark ? list : [String($0)] }.joined(separator: "\n")
  }

  /// The line that is replaced by the list of scenes.
  private static let listMark = "@scenes"
  private static let indentation = String(repeating: " ", count: 22)
  /// The width of most names; a longer name shifts its summary.
  private static let nameColumns = 7
}
