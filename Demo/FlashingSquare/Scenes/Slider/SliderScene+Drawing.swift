// SPDX-License-Identifier: Apache-2.0

import AnimationLayers
import DynamicRepeat
import Glibc
import SDLDriver

extension SliderScene {
  mutating func draw(on canvas: inout Canvas, _ status: FrameStatus) {
    var box = drawFrame(
      "An animation whose time stands still: the slider is its clock. Drag the knob or the square.",
      brief: "The slider is the clock. Drag the knob or the square.", details: details, status,
      on: &canvas)
    let room = box.takeBottom(canvas.small.lineHeight + canvas.px(38), gap: canvas.px(12))
    drawField(in: box, on: &canvas)
    drawSlider(in: room, on: &canvas)
  }

  private var details: [String] {
    let shown = layer.presentation
    return [
      "speed \(NumberText.fixed(layer.speed, 0))", "timeOffset \(NumberText.whole(localTime))",
      "position \(NumberText.fixed(shown.position.x, 2)) \(NumberText.fixed(shown.position.y, 2))",
      "rotation \(NumberText.fixed(shown.rotation * 180 / Double.pi, 0))\u{B0}",
    ]
  }

  // MARK: - The layer

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
    let margin = side
    let room = Double(field.width) - 2 * margin
    let rise = floor - Double(field.y) - 2 * half - side * 0.1
    let middle = Point(
      x: Double(field.x) + margin + shown.position.x * room,
      y: floor - half - shown.position.y * rise)
    let shape = SoftShape.box(
      middle: middle, size: Size(width: side, height: side), corner: side / 10,
      angle: shown.rotation)
    canvas.draw([shape], color, within: field)
    return shape.bounds
  }

  // MARK: - The slider

  private mutating func drawSlider(in room: PixelBox, on canvas: inout Canvas) {
    var box = room
    let times = box.takeBottom(canvas.small.lineHeight)
    slider.draw(
      localTime / Self.duration, knob: canvas.px(26), Palette.notice, in: box, on: &canvas)
    let last = Self.ghostCount - 1
    let texts = (0...last).map {
      "\(NumberText.fixed(Double($0) / Double(last) * Self.duration, 2)) s"
    }
    slider.label(texts, in: times, on: &canvas)
  }
}
