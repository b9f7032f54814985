// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing
import SDLDriver

/// The timing sheet: the effect of each property of a media timing, as a coloured strip over time.
struct SheetScene: Scene {
  static let name = "sheet"
  static let title = "Timing sheet"
  static let summary = "what each timing property does"
  static let keys = [
    KeyHelp("\u{2190}\u{2192}", "move the playhead; so does the mouse"),
    KeyHelp("R", "run backwards, or forwards again"),
  ]

  /// The seconds of a strip: more than the longest timing of the sheet.
  static let seconds = 8.0
  /// The playhead's speed while an arrow key is held: seconds of a strip per second.
  static let scrubSpeed = 2.0

  /// The playhead's clock; its time, wrapped to the strips' length, is ``playhead``.
  private(set) var clock: TimeSpace
  /// The playhead's time in seconds from the strips' left edge.
  private(set) var playhead = 0.0
  /// The box of all strips, as last drawn.
  var strips = PixelBox.zero
  /// The strips at the last drawn width.
  var picture = PixelPicture(PixelSize(width: 1, height: 1))

  init(_ setup: SceneSetup) {
    clock = TimeSpace(begin: setup.now)
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    if controls.presses.contains(.ramp) {
      clock.reverse(at: frame.time)
      names.append("reversed")
    }
    scrub(frame, controls)
    let local = clock.local(at: frame.time)
    playhead = local - (local / Self.seconds).rounded(.down) * Self.seconds
    return TraceRow(
      time: frame.time, cycleDuration: Self.seconds, speed: 1, overallSpeed: clock.speed,
      localTime: local, value: playhead / Self.seconds, events: names)
  }

  /// Moves the playhead by the mouse or the arrow keys; the playhead continues from there.
  private mutating func scrub(_ frame: Frame, _ controls: Controls) {
    if let share = controls.drag(along: strips) {
      clock.seek(toLocal: min(share, 1.0.nextDown) * Self.seconds, at: frame.time)
    } else if controls.move.x != 0 {
      let step = controls.move.x * Self.scrubSpeed * frame.delta
      clock.seek(toLocal: clock.local(at: frame.time) + step, at: frame.time)
    }
  }
}

extension SheetScene {
  /// The strips of the sheet.
  ///
  /// Source: the figures of D. Rönnqvist, "Controlling Animation Timing" (2013).
  static let rows: [TimingStrip] = [
    TimingStrip("Duration", "duration=1.5", MediaTiming(duration: 1.5)),
    TimingStrip(
      "Begin time", "duration=1.5, beginTime=1", MediaTiming(beginTime: 1, duration: 1.5)),
    TimingStrip(
      "Fill backwards", "beginTime=1, fillMode=backwards",
      MediaTiming(beginTime: 1, duration: 1.5, fillMode: .backwards)),
    TimingStrip(
      "Autoreverses", "duration=1.5, autoreverses",
      MediaTiming(duration: 1.5, autoreverses: true)),
    TimingStrip(
      "Repeat count", "duration=1.5, repeatCount=2.5",
      MediaTiming(duration: 1.5, repeatCount: 2.5)),
    TimingStrip(
      "Repeat duration", "duration=1.5, repeatDuration=2",
      MediaTiming(duration: 1.5, repeatDuration: 2)),
    TimingStrip(
      "Combined, fills", "autoreverses, repeatCount=1.5",
      MediaTiming(duration: 1.5, repeatCount: 1.5, autoreverses: true, fillMode: .forwards)),
    TimingStrip("Speed", "duration=3, speed=2", MediaTiming(duration: 3, speed: 2)),
    TimingStrip("Time offset", "duration=3, timeOffset=1", MediaTiming(duration: 3, timeOffset: 1)),
    TimingStrip(
      "In a layer", "layer: duration=2, autoreverses", MediaTiming(beginTime: 0.5, duration: 1.5),
      in: MediaTiming(duration: 2, repeatCount: 1.5, autoreverses: true)),
  ]
}

/// A picture of an animation's timing: a strip of its progress over time.
///
/// The colour goes from alarm at progress 0 to calm at progress 1. It is `nil` while the animation
/// is not in effect.
///
/// Source: the figures of D. Rönnqvist, "Controlling Animation Timing" (2013).
struct TimingStrip: Sendable {
  /// The strip's name, and a description of the settings.
  let name: String
  let label: String
  /// The animation's timing; a begin time of 0 is the picture's left edge.
  let timing: MediaTiming
  /// The timing of the layer around the animation.
  ///
  /// By default, the layer has no end.
  let layerTiming: MediaTiming

  init(
    _ name: String, _ label: String, _ timing: MediaTiming,
    in layerTiming: MediaTiming = MediaTiming(duration: .infinity)
  ) {
    (self.name, self.label) = (name, label)
    (self.timing, self.layerTiming) = (timing, layerTiming)
  }

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
