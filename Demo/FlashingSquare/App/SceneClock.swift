// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// A clock that follows the frames at a given speed.
///
/// It may stop, and never goes back.
///
/// The stage's clock runs slowly in slow motion, and stops while the help is shown. Each scene has
/// its own clock, which follows the stage's clock. A scene's clock stops while Space pauses the
/// scene, and while another scene is open. Until a clock is first slowed or stopped, it passes
/// frames on unchanged, bit for bit.
struct SceneClock: Hashable, Sendable {
  /// Scene seconds per second of frame time in slow motion.
  static let slowSpeed = 0.25

  /// The time of the last frame in seconds.
  ///
  /// It never decreases, because layers and repeats accept no earlier time.
  private(set) var time: Double
  /// The seconds by which the frames are ahead of this clock.
  private var lag = 0.0

  init(time: Double = 0) {
    self.time = time
  }

  /// Advances by a frame.
  /// - Parameter speed: Seconds of this clock per second of the frames, 0...1.
  /// - Returns: The frame in this clock's time. The loop's measurements in the frame are unchanged.
  mutating func advance(_ frame: Frame, speed: Double = 1) -> Frame {
    if speed == 1 {
      // Rounding of the difference may give a time before the last one.
      time = max(time, frame.time - lag)
    } else {
      time += frame.delta * speed
      lag = frame.time - time
    }
    return Frame(
      number: frame.number, time: time, delta: frame.delta * speed,
      refreshPeriod: frame.refreshPeriod, missed: frame.missed, rawDelta: frame.rawDelta,
      presentationTime: frame.presentationTime, reportedPeriod: frame.reportedPeriod,
      isAfterStall: frame.isAfterStall, mode: frame.mode)
  }

  /// Skips the time before a frame; the clock continues with that frame.
  mutating func skip(to frame: Frame) { lag = frame.time - frame.delta - time }
}
