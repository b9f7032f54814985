// SPDX-License-Identifier: Apache-2.0
//
// The four stories on the page below its pulses; each shows a use in a game. Three have one repeat
// each, and the fourth has a thousand.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import DynamicRepeat

/// The stories' numbers for the page, in the order of `storyNames` in stories.js.
struct StoryView {
  /// The heart's value, 0 to 1, and its rate in cycles per second.
  var heart = 0.0
  var heartHertz = 0.0
  /// The sprite's progress in its walk, the number of whole walks, and 1 while a new speed waits.
  var walk = 0.0
  var walks = 0.0
  var walkIsWaiting = 0.0
  /// The music: the progress in the bar, the lamp's value, the cycles by which the lamp is behind,
  /// the lamp's rate, and 1 once the lamp is locked.
  var bar = 0.0
  var lamp = 0.0
  var gap = 0.0
  var lampHertz = 0.0
  var isLocked = 0.0
}

private let calmSeconds = 1.6
private let hitSeconds = 0.4

nonisolated(unsafe) private var view = StoryView()
nonisolated(unsafe) private var heart = RepeatController()
nonisolated(unsafe) private var walk = RepeatController()
nonisolated(unsafe) private var lamp = RepeatController()
nonisolated(unsafe) private var music = try? BeatClock(beatsPerMinute: 96, at: 0)
nonisolated(unsafe) private var lamps = InlineArray<1000, RepeatController>(
  repeating: RepeatController())
nonisolated(unsafe) private var lights = InlineArray<1000, UInt8>(repeating: 0)

/// Durations from 0.8 to 2 s, in scattered order.
private func lampSeconds(_ index: Int) -> Double {
  0.8 + 1.2 * Double(index * (index + 7) % 1009) / 1009
}

/// Starts all stories at time 0.
@c public func story_begin(_ walkSeconds: Double, _ tempo: Double) {
  heart = running(RepeatSettings(rate: .cycleDuration(calmSeconds), policy: .phaseMatched))
  walk = running(
    RepeatSettings(rate: .cycleDuration(walkSeconds), autoreverses: false, pace: .linear))
  lamp = running(RepeatSettings(rate: .cycleDuration(0.7), policy: .phaseMatched))
  music = try? BeatClock(beatsPerMinute: tempo, at: 0)
  for index in 0..<lamps.count {
    let phase = Double(index * index * 31 % 997) / 997
    lamps[index] = running(
      RepeatSettings(
        rate: .cycleDuration(lampSeconds(index)), policy: .phaseMatched, startPhase: phase))
  }
}

/// A hit: the heart races at once, and calms down in four seconds.
@c public func story_hit() {
  heart.request(hitSeconds)
  try? heart.ramp(to: .cycleDuration(calmSeconds), over: 4)
}

/// Requests a new duration of a walk, which takes effect with the next walk.
@c public func story_walk(_ seconds: Double) { walk.request(seconds) }

/// Sets the tempo of the music in beats per minute, 60 to 140, and locks the lamp to the music.
@c public func story_tempo(_ tempo: Double) {
  try? music?.setTempo(beatsPerMinute: tempo, at: lamp.now)
  lockLamp()
}

/// The music skips 0.4 beats.
@c public func story_skip() {
  guard let beat = music?.beat(at: lamp.now) else { return }
  try? music?.seek(toBeat: beat.advanced(by: 0.4), at: lamp.now)
  lockLamp()
}

private func lockLamp() {
  guard let music else { return }
  guard let bounds = try? RateBounds(around: music.line.hertz, within: 0.2) else { return }
  try? lamp.lock(to: music.line, within: bounds)
}

/// Requests, for each of the thousand lights, its initial duration times a factor from 0.5 to 2.
@c public func story_many(_ factor: Double) {
  for index in 0..<lamps.count { lamps[index].request(factor * lampSeconds(index)) }
}

/// Advances all stories; `withMany` says whether the thousand lights are visible.
@c public func story_advance(_ time: Double, _ withMany: Int32) {
  heart.advance(to: time) { _ in }
  walk.advance(to: time) { _ in }
  lamp.advance(to: time) { _ in }
  let beating = heart.sample(at: time)
  (view.heart, view.heartHertz) = (beating.progress, beating.hertz)
  let step = walk.sample(at: time)
  (view.walk, view.walks) = (step.fraction, Double(step.position.cycle))
  view.walkIsWaiting = walk.hasPendingRateChange ? 1 : 0
  let light = lamp.sample(at: time)
  (view.lamp, view.lampHertz) = (light.progress, light.hertz)
  view.isLocked = lamp.lockState == .locked ? 1 : 0
  if let music {
    view.bar = music.phaseInBar(at: time)
    let gap = music.beat(at: time).phase - light.position.phase
    view.gap = gap - gap.rounded()
  }
  guard withMany != 0 else { return }
  for index in 0..<lamps.count {
    lamps[index].advance(to: time) { _ in }
    lights[index] = UInt8(255 * lamps[index].progress(at: time))
  }
}

/// The numbers of the stories.
@c public func story_view() -> UnsafeRawPointer { address(of: &view) }

/// The brightness of each of the thousand lights, one byte each.
@c public func story_lights() -> UnsafeRawPointer { address(of: &lights) }
