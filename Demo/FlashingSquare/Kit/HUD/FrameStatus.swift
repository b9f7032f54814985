// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The state of the frames, and of the overlays on every scene.
struct FrameStatus: Hashable, Sendable {
  /// All statistics of the loop, for the overlay with the frame clock.
  var statistics = FrameStatistics()

  var showsDetails = false
  /// Whether the scene is in slow motion.
  var isSlow = false
  /// Whether ticks are on, and whether there is a sound device.
  var isTicking = false
  /// Whether the sound is music.
  var isMusic = false
  var hasSound = true
  /// The open scene's note about the autopilot.
  var steering: String?

  /// A message, such as the place of a written file.
  var message: String?

  /// The open scene's text for its pause, drawn by ``Scene/drawFrame``.
  var paused: String?

  /// Whether ``text`` is a message, or tells the state of a key, L or T.
  var isNotice: Bool { isSlow || isTicking || message != nil }

  /// The states of L and T.
  ///
  /// While both are off, the text is the frame rate if details are shown, and otherwise the
  /// autopilot's note.
  var text: String {
    if let message { return message }
    if isSlow, isTicking { return "1/4 speed, \(hasSound ? "tick on" : "no sound")" }
    if isSlow { return "slow motion: 1/4 speed" }
    if isTicking { return hasSound ? isMusic ? "T mutes" : "tick on" : "no sound device" }
    if showsDetails, statistics.count > 0 {
      return "\(NumberText.fixed(statistics.framesPerSecond, 1)) frames a second"
    }
    return steering ?? ""
  }
}
