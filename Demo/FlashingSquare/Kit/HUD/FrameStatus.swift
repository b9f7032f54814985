// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// What the screen says of the frames themselves, and of what lies over every scene.
struct FrameStatus: Hashable, Sendable {
  /// All figures of the loop, for the frame clock.
  var statistics = FrameStatistics()

  /// Whether figures are shown.
  var showsDetails = false
  /// Whether the scene is in slow motion.
  var isSlow = false
  /// Whether cycles are to be heard, and whether there is a device to hear them from.
  var isTicking = false
  var hasSound = true
  /// What the open scene says of who steers.
  var steering: String?

  /// What the open scene has paused; ``SceneFrame`` says it.
  var paused: String?

  /// Whether the text is that of a key.
  var isNotice: Bool { isSlow || isTicking }

  /// What L and T have switched on, or who steers, or else, with details, the frame rate.
  var text: String {
    if isSlow, isTicking { return "1/4 speed, \(hasSound ? "tick on" : "no sound")" }
    if isSlow { return "slow motion: 1/4 speed" }
    if isTicking { return hasSound ? "tick on" : "no sound device" }
    if showsDetails, statistics.count > 0 {
      return "\(NumberText.fixed(statistics.framesPerSecond, 1)) frames a second"
    }
    return steering ?? ""
  }
}
