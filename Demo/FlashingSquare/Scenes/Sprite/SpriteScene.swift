// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing

/// A sprite sheet played by discrete keyframes; a pause keeps the picture.
struct SpriteScene: Scene {
  static let name = "sprite"
  static let title = "Sprite sheet"
  static let summary = "discrete keyframes; a pause keeps the picture"
  static let pausesItself = true
  static let keys = [
    KeyHelp("Space", "pause; the picture stays"),
    KeyHelp("\u{2190}\u{2192}", "move in time; so do the mouse and the left stick"),
    KeyHelp("\u{2191}\u{2193}", "change the speed"),
    KeyHelp("R", "run backwards, or forwards again"),
    KeyHelp("T", "hear the steps, at two marks of the stride"),
  ]

  /// The seconds of local time per picture, and per stride.
  static let frameSeconds = 0.1
  static let cycle = frameSeconds * Double(RunnerFigure.frames)
  /// The speeds through which the arrow keys step, in either direction of time.
  static let speeds = [0.125, 0.25, 0.5, 1, 2]
  /// The film's speed while an arrow key is held: seconds of local time per second.
  static let scrubSpeed = 0.5

  private let tree = LayerTree()
  /// The layer that pauses and changes speed; it contains the sprite and the ground.
  let film = Layer()
  let sprite = Layer()
  let ground = Layer()
  /// The sheet, as last drawn, for drags along it.
  var sheet = PixelBox.zero
  private(set) var localTime = 0.0
  /// The stride, with a mark where each foot meets the ground; it does what the film does.
  private var stride: RepeatController
  private(set) var ticks: [Tick]?

  init(_ setup: SceneSetup) {
    let settings = RepeatSettings(
      rate: .hertz(1 / Self.cycle), policy: .phaseMatched, autoreverses: false, marks: [0, 0.5])
    stride = valid { try RepeatController(settings, now: setup.now) }
    stride.start()
    film.timeSpace = TimeSpace(begin: setup.now)
    tree.root.add(film)
    for layer in [sprite, ground] { film.add(layer) }
    let frames = (0..<RunnerFigure.frames).map { SpriteFrame($0) }
    var pictures = KeyframeAnimation(.spriteFrame, valid { try .discrete(frames) })
    pictures.timing = Self.timing
    sprite.add(pictures, forKey: "pictures")
    var way = BasicAnimation(.position, \.x, from: 0, to: -1)
    way.timing = Self.timing
    ground.add(way, forKey: "way")
    tree.update(at: setup.now)
  }

  /// An endless animation, which also covers negative times because it began long before local time
  /// 0.
  ///
  /// The number of cycles before 0 is a power of two, so that the product is exact.
  private static let timing = MediaTiming(
    beginTime: -0x1p20 * cycle, duration: cycle, repeatCount: .infinity)

  /// The current picture.
  var frame: Int { sprite.presentation.spriteFrame.index }

  /// The requested speed, also while paused.
  var speed: Double { film.timeSpace.speedBeforePause ?? film.speed }

  var paused: String? { film.isPaused ? "paused" : nil }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    var names: [String] = []
    ticks = stride.advance(to: frame.time).filter { $0.kind == .mark }.map {
      Tick(hertz: $0.mark == 0 ? 190 : 230, volume: 0.4)
    }
    for press in controls.presses { handle(press, frame.time, &names) }
    if controls.move.x != 0 {
      let step = controls.move.x * Self.scrubSpeed * frame.delta
      scrub(to: film.convertTime(frame.time, from: nil) + step, at: frame.time)
    }
    if let pointer = controls.drag(from: sheet) {
      let share = min(max((pointer.x - Double(sheet.x)) / Double(max(1, sheet.width)), 0), 0.999)
      let cycle = (localTime / Self.cycle).rounded(.down)
      scrub(to: (cycle + share) * Self.cycle, at: frame.time)
    }
    tree.update(at: frame.time)
    localTime = film.convertTime(frame.time, from: nil)
    let value = Double(self.frame) / Double(RunnerFigure.frames)
    return TraceRow(
      time: frame.time, cycleDuration: Self.cycle, speed: speed, overallSpeed: film.speed,
      localTime: localTime, value: value, events: names)
  }

  private mutating func handle(_ press: Controls.Press, _ time: Double, _ names: inout [String]) {
    switch press {
    case .pause: togglePause(time, &names)
    case .ramp:
      film.reverse(at: time)
      stride.reverse()
      names.append("reversed")
    case .up: step(by: 1, time, &names)
    case .down: step(by: -1, time, &names)
    default: break
    }
  }

  private mutating func togglePause(_ time: Double, _ names: inout [String]) {
    names.append(film.isPaused ? "resumed" : "paused")
    if film.isPaused {
      film.resume(at: time)
      stride.resume()
    } else {
      film.pause(at: time)
      stride.pause()
    }
  }

  private mutating func scrub(to local: Double, at time: Double) {
    film.scrub(to: local, at: time)
    try? stride.seek(to: CyclePosition(local / Self.cycle))
  }

  /// Sets the next faster or slower speed in the current direction.
  ///
  /// A paused film stays paused.
  private mutating func step(by count: Int, _ time: Double, _ names: inout [String]) {
    let index = Self.speeds.firstIndex { $0 >= speed.magnitude } ?? Self.speeds.count - 1
    let wanted = Self.speeds[min(max(index + count, 0), Self.speeds.count - 1)]
    let wasPaused = film.isPaused
    let signed = speed < 0 ? -wanted : wanted
    try? stride.setRate(.hertz(signed / Self.cycle))
    film.setSpeed(signed, at: time)
    if wasPaused { film.pause(at: time) }
    names.append("speed")
  }
}
