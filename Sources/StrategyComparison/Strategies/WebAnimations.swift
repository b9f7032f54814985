// SPDX-License-Identifier: Apache-2.0

/// Web Animations and CSS Animations whose duration is changed while they run.
///
/// The start time stays, so the current time stays, and the overall progress is that time divided
/// by the new duration: `progress = (timeline - start) / duration`. Times are milliseconds in
/// `Double`. A rate of 0 is `pause()`, and the next duration `play()`, which moves the start time
/// by the pause; a negative duration is a TypeError, so a rate change to run backwards does
/// nothing. Reports a cycle by `animationiteration`: at most once a frame.
///
/// Source: Web Animations Level 1 (https://www.w3.org/TR/web-animations-1/), "Calculating the
/// overall progress", "Updating the timing of an AnimationEffect" and "Playing an animation"; CSS
/// Animations Level 2 (https://www.w3.org/TR/css-animations-2/), "Event dispatch". Where we differ:
/// an iteration is a cycle there and back, and a task a frame sets the duration.
struct WebDurationModel: FrameModel {
  private var start = 0.0
  private var duration: Double
  private var heldAt: Double?
  private var progress = 0.0

  init(at rate: SignedRate) {
    duration = 1000 * rate.cycleDuration
    if rate.hertz == 0 {
      heldAt = 0
      duration = 1000
    }
  }

  var position: FramePosition { FramePosition(progress) }
  var hertz: Double { heldAt == nil ? 1000 / duration : 0 }

  mutating func move(to time: Double) {
    progress = (heldAt ?? 1000 * time - start) / duration
  }

  mutating func change(to rate: SignedRate, at time: Double) -> Bool {
    guard rate.hertz >= 0 else { return false }
    if rate.hertz == 0 {
      heldAt = heldAt ?? 1000 * time - start
    } else {
      duration = 1000 * rate.cycleDuration
      if let current = heldAt { start = 1000 * time - current }
      heldAt = nil
    }
    move(to: time)
    return true
  }
}

/// Web Animations whose playback rate is updated.
///
/// The current time stays, and the start time is moved to suit: `start = timeline - current /
/// rate`. At a rate of 0 the current time is held. The duration stays as it was at first, and the
/// progress is the current time divided by it. Times are milliseconds in `Double`.
///
/// Source: Web Animations Level 1 (https://www.w3.org/TR/web-animations-1/), "Seamlessly updating
/// the playback rate of an animation" and "The current time of an animation". Where we differ: the
/// update is in effect at the frame that asks for it, not one frame later when the browser is
/// ready.
struct WebPlaybackRateModel: FrameModel {
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
