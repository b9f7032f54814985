// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The time that scenes live in: that of the frames, or in slow motion a quarter as fast.
///
/// The only owner of the demo's speed: scenes know their frame's time and nothing of slow motion.
/// Until it is first slowed, it hands on each frame as it is, to the bit.
struct SceneClock: Hashable, Sendable {
  /// Seconds of a scene in a second of frame time, in slow motion.
  static let slowSpeed = 0.25

  private(set) var isSlow = false
  /// A frame's time, and the scene's at that frame, from which on it has had its speed.
  private var frameStart = 0.0
  private var sceneStart = 0.0

  private var speed: Double { isSlow ? Self.slowSpeed : 1 }

  /// Slow motion on or off, from a frame's time on; the scene's time is continuous.
  mutating func toggle(at frameTime: Double) {
    sceneStart = time(frameTime)
    frameStart = frameTime
    isSlow.toggle()
  }

  /// The scene's time at a frame's time.
  private func time(_ frameTime: Double) -> Double {
    sceneStart + (frameTime - frameStart) * speed
  }

  /// The frame as a scene gets it: what is measured of the loop stays as it is.
  func frame(_ frame: Frame) -> Frame {
    Frame(
      number: frame.number, time: time(frame.time), delta: frame.delta * speed,
      refreshPeriod: frame.refreshPeriod, missed: frame.missed, rawDelta: frame.rawDelta,
      presentationTime: frame.presentationTime, reportedPeriod: frame.reportedPeriod,
      isAfterStall: frame.isAfterStall, mode: frame.mode)
  }
}
