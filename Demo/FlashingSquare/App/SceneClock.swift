// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The time that scenes live in: that of the frames, in slow motion a quarter as fast, and none while
/// it is held.
///
/// The only owner of the demo's speed: scenes know their frame's time and nothing of slow motion.
/// Until it is first slowed or held, it hands on each frame as it is, to the bit.
struct SceneClock: Hashable, Sendable {
  /// Seconds of a scene in a second of frame time, in slow motion.
  static let slowSpeed = 0.25

  private(set) var isSlow = false
  /// Whether no time passes: the help covers the scene.
  private(set) var isHeld = false
  /// A frame's time, and the scene's at that frame, from which on it has had its speed.
  private var frameStart = 0.0
  private var sceneStart = 0.0

  private var speed: Double { isHeld ? 0 : isSlow ? Self.slowSpeed : 1 }

  /// Slow motion on or off, from a frame's time on; the scene's time is continuous.
  mutating func toggle(at frameTime: Double) {
    start(at: frameTime)
    isSlow.toggle()
  }

  /// Holds the scene's time from a frame's time on, or lets it go on.
  mutating func hold(_ holds: Bool, at frameTime: Double) {
    start(at: frameTime)
    isHeld = holds
  }

  private mutating func start(at frameTime: Double) {
    sceneStart = time(frameTime)
    frameStart = frameTime
  }

  /// The scene's time at a frame's time.
  private func time(_ frameTime: Double) -> Double {
    sceneStart + (frameTime - frameStart) * speed
  }

  /// The frame as a scene gets it: what is measured of the loop stays as it is.
  func frame(_ frame: Frame) -> Frame {
    frame.at(time(frame.time), delta: frame.delta * speed)
  }
}

extension Frame {
  /// The same frame for a scene that has waited for some seconds, in which its time stopped.
  func delayed(by seconds: Double) -> Frame {
    seconds == 0 ? self : at(time - seconds, delta: delta)
  }

  fileprivate func at(_ time: Double, delta: Double) -> Frame {
    Frame(
      number: number, time: time, delta: delta, refreshPeriod: refreshPeriod, missed: missed,
      rawDelta: rawDelta, presentationTime: presentationTime, reportedPeriod: reportedPeriod,
      isAfterStall: isAfterStall, mode: mode)
  }
}
