// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import RepeatTiming

/// A cycle as a ring: out to the alarm colour on the right, back on the left, the boundary at the top.
struct PhaseDial {
  /// Where the ring was drawn last.
  private(set) var box = PixelBox.zero
  private(set) var drag = PhaseDrag()

  /// Lets the mouse turn the dial.
  mutating func update(_ controls: Controls, _ flash: inout FlashController, delta: Double) {
    if let pointer = controls.drag(from: box) {
      drag.begin(&flash)
      drag.move(towards: phase(under: pointer), &flash, delta: delta)
    } else {
      drag.end(&flash)
    }
  }

  /// Clockwise from the top, in turns.
  private func phase(under pointer: Point) -> Double {
    let x = pointer.x - Double(box.x) - Double(box.width) / 2
    let y = pointer.y - Double(box.y) - Double(box.height) / 2
    let turns = atan2(x, -y) / (2 * Double.pi)
    let phase = turns < 0 ? turns + 1 : turns
    // Rounding may make a hair left of the top a whole turn.
    return phase < 1 ? phase : 0
  }

  mutating func draw(_ flash: FlashController, in room: PixelBox, on canvas: inout Canvas) {
    // The knob hangs over the ring by two thirds of its thickness.
    let outer = min(room.width, room.height, canvas.metrics.px(190))
    let thickness = max(2, outer / 16)
    let diameter = (outer - thickness * 4 / 3) / 2 * 2
    box = PixelBox(
      x: room.midX - diameter / 2, y: room.midY - diameter / 2, width: diameter, height: diameter)
    canvas.draw(
      .rightArc(diameter: diameter, thickness: thickness), middleX: box.midX, middleY: box.midY,
      Palette.faint)
    canvas.draw(
      .leftArc(diameter: diameter, thickness: thickness), middleX: box.midX, middleY: box.midY,
      Palette.line)
    drawBoundary(thickness, on: &canvas)
    let phase = flash.sample.position.phase
    let angle = phase * 2 * Double.pi
    let radius = Double(diameter - thickness) / 2
    let x = box.midX + Int((radius * sin(angle)).rounded())
    let y = box.midY - Int((radius * cos(angle)).rounded())
    let knob = max(4, thickness * 7 / 3 / 2 * 2)
    let rim = canvas.metrics.px(3) * 2
    canvas.draw(.disc(diameter: knob + rim), middleX: x, middleY: y, Palette.ground)
    canvas.draw(.disc(diameter: knob), middleX: x, middleY: y, Palette.color(of: flash.mode))
    drawNumbers(flash, phase, on: &canvas)
  }

  private func drawBoundary(_ thickness: Int, on canvas: inout Canvas) {
    let width = max(2, canvas.metrics.px(2))
    let gap = PixelBox(
      x: box.midX - width / 2, y: box.y - thickness / 2, width: width, height: thickness * 2)
    canvas.fill(gap, Palette.text)
    let half = PixelBox(
      x: box.midX - width / 2, y: box.bottom - thickness, width: width, height: thickness)
    canvas.fill(half, Palette.ground)
  }

  private func drawNumbers(_ flash: FlashController, _ phase: Double, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let large = canvas.face(metrics.isCompact ? .small : .large, .bold)
    let small = canvas.face(.small)
    // Down, not to the nearest: a phase is never 1.00.
    let text = NumberText.fixed((phase * 100).rounded(.down) / 100, 2)
    guard canvas.width(of: text, large) < box.width * 3 / 4 else { return }
    let cycle = "phase in cycle \(flash.sample.position.cycle)"
    let showsCycle = canvas.width(of: cycle, small) < box.width * 3 / 4
    let height = large.lineHeight + (showsCycle ? small.lineHeight : 0)
    var y = box.midY - height / 2
    canvas.text(text, large, Palette.text, x: box.midX, y: y, align: .centre)
    y += large.lineHeight
    if showsCycle {
      canvas.text(cycle, small, Palette.dim, x: box.midX, y: y, align: .centre)
    }
  }
}
