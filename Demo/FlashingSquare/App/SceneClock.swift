// SPDX-License-Identifier: Apache-2.0

import FramePacing

/// A time that follows the times of frames at a speed, stops, goes on, and never goes back.
///
/// The stage has one, for slow motion and the help; each scene has one in the stage's time, which stops
/// where Space stops the scene and while another is open. Until a clock is first slowed or stopped, it
/// hands on each frame as it is, to the bit.
struct SceneClock: Hashable, Sendable {
  /// Seconds of a scene in a second of frame time, in slow motion.
  static let slowSpeed = 0.25

  /// Seconds: the time of the last frame.
  ///
  /// It never falls: layers and repeats take no earlier time.
  private(set) var time: Double
  /// Seconds by which the frames are ahead of this clock.
  private var lag = 0.0

  init(time: Double = 0) {
    self.time = time
  }

  /// Moves on by a frame.
  /// - Parameter speed: Seconds of this clock in a second of the frames, 0...1.
  /// - Returns: The frame in this clock's time; what is measured of the loop stays as it is.
  mutating func advance(_ frame: Frame, speed: Double = 1) -> Frame {
    if speed == 1 {
      // The difference may be rounded to a time before the last.
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

  /// Lets the time before a frame pass without this clock: it goes on with that frame.
  mutating func skip(to frame: Frame) { lag = frame.time - frame.delta - time }
}
