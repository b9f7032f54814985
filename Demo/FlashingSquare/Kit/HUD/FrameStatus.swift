// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// What the screen says of the frames themselves.
struct FrameStatus: Hashable, Sendable {
  /// 0 where it is not known yet.
  var framesPerSecond = 0.0
  /// All figures of the loop, for the frame clock.
  var statistics = FrameStatistics()

  /// Whether the scene is in slow motion.
  var isSlow = false
  /// Whether cycles are to be heard, and whether there is a device to hear them from.
  var isTicking = false
  var hasSound = true

  /// What the open scene has paused; ``SceneFrame`` says it.
  var paused: String?

  /// Whether the text is that of a key.
  var isNotice: Bool { isSlow || isTicking }

  /// The longest text that `text` usually has: for keeping its room.
  static let widestText = "slow motion: 1/4 speed"

  /// The rate, for a scene's upper right corner, or what the keys L and T have switched on;
  /// nothing where nothing is known yet.
  var text: String {
    if isSlow, isTicking { return "1/4 speed, \(hasSound ? "tick on" : "no sound")" }
    if isSlow { return "slow motion: 1/4 speed" }
    if isTicking { return hasSound ? "tick on" : "no sound device" }
    guard framesPerSecond > 0 else { return "" }
    return "\(NumberText.fixed(framesPerSecond, 1)) fps"
  }
}
