// SPDX-License-Identifier: Apache-2.0

import DemoSupport

extension DemoOptions {
  /// The output of `--help` and `--version`: the help is Demo/Texts/flashing-square.txt with the
  /// names and summaries of the scenes.
  ///
  /// `Demo/run` prints the same text without a build.
  static func answer(to request: StandardRequest, scenes: SceneList = .demo) -> String {
    let lines = ProgramText.flashingSquare.answer(to: request)
      .split(separator: "\n", omittingEmptySubsequences: false)
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
