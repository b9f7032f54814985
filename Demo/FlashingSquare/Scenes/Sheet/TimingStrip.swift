// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import SDLDriver

/// A picture of an animation's timing: a strip of its progress over time.
///
/// The colour goes from alarm at progress 0 to calm at progress 1. It is `nil` while the animation
/// is not in effect.
///
/// Source: the figures of D. Rönnqvist, "Controlling Animation Timing" (2013).
struct TimingStrip: Sendable {
  /// The strip's name, and a description of the settings.
  var name = ""
  var label = ""
  /// The animation's timing; a begin time of 0 is the picture's left edge.
  let timing: MediaTiming
  /// The timing of the layer around the animation.
  ///
  /// By default, the layer has no end.
  var layerTiming = MediaTiming(duration: .infinity)
  /// The length of the picture in seconds, above 0 and at most 1000.
  let seconds: Double

  /// The animation's sample at a time of its layer.
  /// - Parameter time: Seconds from the left edge.
  func sample(at time: Double) -> MediaSample {
    guard layerTiming.duration < .infinity else { return timing.sample(at: time) }
    let outer = layerTiming.sample(at: time)
    // While the layer is not in effect, a remote time keeps its animation out of effect too.
    let remote = outer.stage == .before ? -RepeatLimits.latestTime : RepeatLimits.latestTime
    let inner = outer.isInEffect ? outer.localTime : remote
    return timing.sample(at: inner, inReversedTime: outer.runsBackwards)
  }

  /// The strip's colour at a time; `nil` while the animation is not in effect.
  /// - Parameter time: Seconds from the left edge.
  func color(at time: Double) -> Color? {
    let sample = sample(at: time)
    guard sample.isInEffect else { return nil }
    return .interpolate(from: Palette.alarm, to: Palette.calm, progress: sample.progress)
  }
}
