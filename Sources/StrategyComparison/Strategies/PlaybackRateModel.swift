// SPDX-License-Identifier: Apache-2.0

/// A Web Animation with an updated playback rate.
///
/// An update keeps the current time and moves the start time: `start = now - current / rate`, where
/// `now` is the timeline's time. A rate of 0 holds the current time. The duration keeps its initial
/// value, and the progress is the current time divided by the duration. Times are milliseconds in
/// `Double`.
///
/// Source: Web Animations Level 1 (https://www.w3.org/TR/web-animations-1/), "Seamlessly updating
/// the playback rate of an animation" and "The current time of an animation". One difference: our
/// update takes effect at the frame that requests it, not one frame later when the browser is
/// ready.
struct PlaybackRateModel: FrameModel {
  /// The duration at rate 1.
  private let duration: Double
  private var rate: Double
  private var start = 0.0
  private var heldAt = 0.0
  private var current = 0.0

  init(at rate: SignedRate) {
    duration = rate.hertz == 0 ? 1000 : 1000 * rate.cycleDuration
    self.rate = rate.hertz == 0 ? 0 : 1
  }

  var position: FramePosition { FramePosition(current / duration) }
  var hertz: Double { 1000 * rate / duration }

  mutating func move(to time: Double) {
    current = rate == 0 ? heldAt : (1000 * time - start) * rate
  }

  mutating func change(to newRate: SignedRate, at time: Double) -> Bool {
    rate = newRate.hertz * duration / 1000
    if rate == 0 { heldAt = current } else { start = 1000 * time - current / rate }
    return true
  }
}
