// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The state of the frames, and of the parts that are drawn over every scene.
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
  /// The open scene's note of who steers.
  var steering: String?

  /// The open scene's word for its pause, which ``SceneFrame`` draws.
  var paused: String?

  /// Whether the text is that of a key.
  var isNotice: Bool { isSlow || isTicking }

  /// The states of L and T, or who steers, or else, with details, the frame rate.
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
