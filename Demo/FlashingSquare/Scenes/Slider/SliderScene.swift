// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import FramePacing
import Glibc
import SDLDriver

/// A layer at speed 0 whose time offset follows a slider.
///
/// The layer's colour, position and rotation follow the time offset.
struct SliderScene: Scene {
  static let name = "slider"
  static let title = "Slider"
  static let summary = "a slider that drives a paused layer"
  static let keys = [
    KeyHelp("\u{2190}\u{2192}", "move the slider; so does a drag of it or the square")
  ]

  /// The duration of the animations in seconds, which is the slider's maximum.
  static let duration = 1.0
  /// The seconds of an automatic round trip.
  static let swaySeconds = 6.0
  /// The number of ghosts: copies that do not move, at equal distances along the slider's range.
  static let ghostCount = 5

  private let tree = LayerTree()
  /// The layer that the slider controls.
  let layer = Layer()
  private(set) var ghosts: [Layer] = []
  var color: RGBA8 { Palette.bytes(of: layer.presentation.backgroundColor) }
  /// The layer's own time in seconds, 0...1.
  private(set) var localTime = 0.0
  var slider = Track()
  /// The seconds of the automatic motion so far; `nil` after its end or the user's first move.
  private var sway: Double?
  /// Whether the automatic motion goes on for ever; otherwise it shows the arc once.
  private let swaysForEver: Bool
  private var arrow = HeldKey(tap: 0.05, speed: 0.5)
  /// The drags of the square, along the way from the square's place at time 0 to that at the end.
  var grips = Grips<Bool>()
  var way = 0
  private var dragged = 0.0

  init(_ setup: SceneSetup) {
    sway = 0
    swaysForEver = setup.attract
    for number in 0..<Self.ghostCount {
      ghosts.append(Layer())
      animate(ghosts[number])
    }
    animate(layer)
    // All animations begin with this update at local time 0; the ghosts' times are set afterwards.
    for each in ghosts + [layer] { each.scrub(to: 0, at: setup.now) }
    tree.update(at: setup.now)
    for (number, ghost) in ghosts.enumerated() {
      ghost.timeOffset = Double(number) / Double(Self.ghostCount - 1) * Self.duration
    }
  }

  private func animate(_ layer: Layer) {
    tree.root.add(layer)
    // The square rises and falls again.
    var hop = BasicAnimation(.position, \.y, from: 0, to: 1)
    hop.timingFunction = .easeOut
    hop.timing = MediaTiming(duration: Self.duration / 2, autoreverses: true, fillMode: .both)
    var motion = AnimationGroup([
      BasicAnimation(.position, \.x, from: 0, to: 1), hop,
      BasicAnimation(.rotation, from: 0, to: 1.5 * Double.pi),
      BasicAnimation(.backgroundColor, from: Palette.alarm, to: Palette.calm),
    ])
    motion.timing = MediaTiming(duration: Self.duration, fillMode: .both)
    // The user may drag the slider back from the end, so a completed animation is still needed.
    motion.isRemovedOnCompletion = false
    layer.add(motion)
  }

  mutating func update(_ frame: Frame, _ controls: Controls) -> TraceRow? {
    slide(frame, controls)
    tree.update(at: frame.time)
    localTime = layer.convertTime(frame.time, from: nil)
    return TraceRow(
      time: frame.time, cycleDuration: Self.duration, speed: 1, overallSpeed: layer.speed,
      localTime: localTime, value: layer.presentation.position.x, events: [])
  }

  private mutating func slide(_ frame: Frame, _ controls: Controls) {
    if let share = slider.drag(controls) { return take(share * Self.duration, at: frame.time) }
    switch grips.update(controls) {
    case .began: dragged = localTime
    case .moved(_, let x, _): return take(dragged + x / Double(max(1, way)), at: frame.time)
    default: break
    }
    if let step = arrow.step(controls.move.x, delta: frame.delta) {
      return take(localTime + step * Self.duration, at: frame.time)
    }
    guard let swayed = sway else { return }
    sway = swayed + frame.delta
    if !swaysForEver, swayed + frame.delta >= Self.swaySeconds { return take(0, at: frame.time) }
    let turn = 2 * Double.pi * (swayed + frame.delta) / Self.swaySeconds
    layer.scrub(to: (1 - cos(turn)) / 2 * Self.duration, at: frame.time)
  }

  private mutating func take(_ local: Double, at time: Double) {
    sway = nil
    layer.scrub(to: min(max(local, 0), Self.duration), at: time)
    localTime = layer.timeOffset
  }

  // MARK: - Drawing

  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "An animation whose time stands still: the slider is its clock. Drag the knob or the square.",
      brief: "The slider is the clock. Drag the knob or the square.", details: details, status,
      on: &canvas)
    var room = box.takeBottom(canvas.small.lineHeight + canvas.px(38), gap: canvas.px(12))
    drawField(in: box, on: &canvas)
    let times = room.takeBottom(canvas.small.lineHeight)
    slider.draw(
      localTime / Self.duration, knob: canvas.px(26), Palette.notice, in: room, on: &canvas)
    let texts = ghosts.map { "\(NumberText.fixed($0.timeOffset, 2)) s" }
    slider.label(texts, in: times, on: &canvas)
  }

  private var details: [String] {
    let shown = layer.presentation
    return [
      "speed \(NumberText.fixed(layer.speed, 0))", "timeOffset \(NumberText.whole(localTime))",
      "position \(NumberText.fixed(shown.position.x, 2)) \(NumberText.fixed(shown.position.y, 2))",
      "rotation \(NumberText.fixed(shown.rotation * 180 / Double.pi, 0))\u{B0}",
    ]
  }

  private mutating func drawField(in field: PixelBox, on canvas: inout Canvas) {
    canvas.fill(field, radius: canvas.px(6), Palette.panel)
    let side = Double(min(field.height / 4, field.width / 7))
    let floor = field.bottom - Int(side * 0.5)
    canvas.fill(field.row(floor, height: canvas.px(2)), Palette.groove)
    for ghost in ghosts {
      let color = Palette.bytes(of: ghost.presentation.backgroundColor).withAlpha(64)
      draw(ghost.presentation, color, side, field, Double(floor), on: &canvas)
    }
    let square = draw(layer.presentation, color, side, field, Double(floor), on: &canvas)
    way = field.width - Int(2 * side)
    grips.removeAll()
    grips.add(true, square, on: canvas)
  }

  @discardableResult
  private func draw(
    _ shown: Layer.Presentation, _ color: RGBA8, _ side: Double, _ field: PixelBox,
    _ floor: Double, on canvas: inout Canvas
  ) -> PixelBox {
    // The lowest corner of a rotating square touches the floor.
    let half = side * (abs(sin(shown.rotation)) + abs(cos(shown.rotation))) / 2
    let room = Double(field.width) - 2 * side
    let rise = floor - Double(field.y) - 2 * half - side * 0.1
    let middle = Point(
      x: Double(field.x) + side + shown.position.x * room,
      y: floor - half - shown.position.y * rise)
    let shape = SoftShape.box(
      middle: middle, size: Size(width: side, height: side), corner: side / 10,
      angle: shown.rotation)
    canvas.draw([shape], color, within: field)
    return shape.bounds
  }
}
