// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// The frame rate in the corner of each scene, measured on that scene's own frames.
struct FrameMeter {
  /// Seconds that a figure is a mean of, and shows: one that changes in every frame cannot be read.
  static let seconds = 0.5

  /// 0 where it is not known yet.
  private(set) var framesPerSecond = 0.0
  private var scene: Int?
  private var frames = 0
  private var passed = 0.0

  /// Takes a frame of the scene with an index in the list.
  mutating func update(_ frame: Frame, of scene: Int) {
    guard scene == self.scene else {
      // The step to a scene's first frame is not its own.
      self = FrameMeter()
      self.scene = scene
      return
    }
    frames += 1
    passed += frame.rawDelta
    guard passed >= Self.seconds else { return }
    framesPerSecond = Double(frames) / passed
    (frames, passed) = (0, 0)
  }
}
