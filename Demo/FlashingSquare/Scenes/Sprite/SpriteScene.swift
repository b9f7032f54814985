// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing
import SDLDriver

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
    if let share = controls.drag(along: sheet) {
      let cycle = (localTime / Self.cycle).rounded(.down)
      scrub(to: (cycle + min(share, 0.999)) * Self.cycle, at: frame.time)
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
    case .pause where film.isPaused:
      film.resume(at: time)
      stride.resume()
      names.append("resumed")
    case .pause:
      film.pause(at: time)
      stride.pause()
      names.append("paused")
    case .ramp:
      film.reverse(at: time)
      stride.reverse()
      names.append("reversed")
    case .up: step(by: 1, time, &names)
    case .down: step(by: -1, time, &names)
    default: break
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

  // MARK: - Drawing

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "Eight pictures, one at a time. Drag along them to step through the run.",
      brief: "Eight pictures. Drag along them to step.",
      details: [
        "spriteFrame \(frame)", "speed \u{D7} \(NumberText.fixed(speed, 2))",
        "local time \(NumberText.whole(localTime))",
      ], status, on: &canvas)
    let numbers = canvas.small.lineHeight + canvas.px(2)
    let space = canvas.px(6)
    let cell = (box.width - space * (RunnerFigure.frames - 1)) / RunnerFigure.frames
    let height = min(cell, box.height / 3)
    sheet = box.takeBottom(height + numbers, gap: canvas.px(12))
    drawField(in: box, on: &canvas)
    drawSheet(in: sheet, height, on: &canvas)
  }

  private func drawField(in field: PixelBox, on canvas: inout Canvas) {
    canvas.fill(field, radius: canvas.px(6), Palette.panel)
    let side = min(field.width, field.height)
    let cell = field.square(side)
    let floor = field.row(
      cell.y + Int(RunnerFigure.ground * Double(side)), height: max(2, canvas.px(3)))
    // Dashes pass below the figure. They follow the layer `ground`, which stops together with the
    // sprite. A stride covers two steps of 0.38 cells on the ground.
    let stride = max(1, Double(side) * 0.76)
    var x = Double(field.x) + ground.presentation.position.x * stride - stride
    while Int(x) < field.right {
      let dash = floor.column(Int(x.rounded()), width: Int(stride / 4))
      canvas.fill(dash.intersection(field), Palette.dim)
      x += stride / 2
    }
    RunnerFigure(frame: frame).draw(in: cell, within: field, on: &canvas)
    guard film.isPaused, canvas.shownText != .none else { return }
    canvas.text(
      "Space continues", canvas.face(.medium, .bold), Palette.notice, x: field.midX,
      y: field.y + canvas.px(12),
      align: .centre)
  }

  private func drawSheet(in room: PixelBox, _ height: Int, on canvas: inout Canvas) {
    let count = RunnerFigure.frames
    let space = canvas.px(6)
    for number in 0..<count {
      // The first and the last picture are at the edges; the cells share the remaining pixels.
      let left = (room.width + space) * number / count
      let right = (room.width + space) * (number + 1) / count - space
      let cell = PixelBox(x: room.x + left, y: room.y, width: right - left, height: height)
      let isShown = number == frame
      canvas.fill(cell, radius: canvas.px(5), isShown ? Palette.color(of: .ramp) : Palette.panel)
      if isShown { canvas.fill(cell.inset(canvas.px(2)), radius: canvas.px(3), Palette.groove) }
      let side = min(cell.width, height)
      RunnerFigure(frame: number).draw(in: cell.square(side), within: cell, on: &canvas)
      canvas.text(
        "\(number)", canvas.small, isShown ? Palette.text : Palette.dim, x: cell.midX,
        y: room.bottom - canvas.small.lineHeight, align: .centre)
    }
  }
}
