// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowRigs

/// Random keys, drags, sizes and focus in real windows of the demo: see `robot.py` beside this file.
@Suite(.enabled(if: WindowRig.isAvailable, WindowRig.needs))
struct RobotTests {
  /// Default: a minute; `ROBOT_SECONDS=3600` in the environment plays for an hour.
  static let seconds =
    ProcessInfo.processInfo.environment["ROBOT_SECONDS"].flatMap(Double.init) ?? 60

  @Test func `no key, drag or size ends the demo by a signal or with 70`() throws {
    let robot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/robot.py"
    let play = try Child.run(
      "python3", [robot, Programs.demo, "\(Self.seconds)"], within: Self.seconds + 120)
    print(play.text)
    #expect(play.status == 0, "\(play.text)")
  }
}
