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
    box = room.square(diameter)
    let middle = Point(x: Double(box.midX), y: Double(box.midY))
    let ring = SoftShape.ring(
      middle, radius: Double(diameter) / 2, thickness: Double(thickness))
    let half = box.inset(-thickness)
    for (x, color) in [(box.midX, Palette.faint), (half.x, Palette.line)] {
      canvas.draw([ring], color, within: half.column(x, width: half.width / 2))
    }
    drawBoundary(thickness, on: &canvas)
    let phase = flash.sample.position.phase
    let angle = phase * 2 * Double.pi
    let radius = Double(diameter - thickness) / 2
    let x = box.midX + Int((radius * sin(angle)).rounded())
    let y = box.midY - Int((radius * cos(angle)).rounded())
    let knob = max(4, thickness * 7 / 3 / 2 * 2)
    let rim = canvas.metrics.px(3) * 2
    canvas.draw([.disc(x: x, y: y, diameter: knob + rim)], Palette.ground)
    canvas.draw([.disc(x: x, y: y, diameter: knob)], Palette.color(of: flash.mode))
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
    let large = canvas.face(.large, .bold)
    let small = canvas.face(.small)
    // Down, not to the nearest: a phase is never 1.00.
    let text = NumberText.fixed((phase * 100).rounded(.down) / 100, 2)
    guard canvas.width(of: text, large) < box.width * 3 / 4 else { return }
    let cycle = "phase in cycle \(flash.sample.position.cycle)"
    var lines: [Canvas.TextLine] = [(text, large, Palette.text)]
    if canvas.width(of: cycle, small) < box.width * 3 / 4 {
      lines.append((cycle, small, Palette.dim))
    }
    let height = lines.reduce(0) { $0 + $1.face.lineHeight }
    canvas.lines(lines, x: box.midX, y: box.midY - height / 2, align: .centre)
  }
}

/// The dial, dragged: the repeat pauses, follows the pointer, and goes on as it was when released.
struct PhaseDrag: Hashable, Sendable {
  /// Whether the drag has paused the repeat, and so has to resume it.
  private var hasPaused = false
  private(set) var isActive = false

  /// The pointer takes hold of the dial.
  mutating func begin(_ flash: inout FlashController) {
    guard !isActive, flash.isActive else { return }
    isActive = true
    if flash.isPaused { return }
    flash.perform(.pause)
    hasPaused = true
  }

  /// Moves the phase towards `phase`, the short way round.
  ///
  /// With the flash limit on, at most as fast as the limit lets a cycle pass: dragging is no way
  /// round it.
  /// - Parameter delta: Seconds since the frame before.
  func move(towards phase: Double, _ flash: inout FlashController, delta: Double) {
    guard isActive else { return }
    let position = flash.controller.sample(at: flash.now).position
    var way = phase - position.phase
    way -= way.rounded()
    if flash.limit.isOn {
      let farthest = FlashLimit.hertz * delta
      way = min(max(way, -farthest), farthest)
    }
    guard way != 0 else { return }
    flash.perform(.seek(to: position.advanced(by: way), isSilent: true))
  }

  /// The pointer releases the dial.
  mutating func end(_ flash: inout FlashController) {
    guard isActive else { return }
    isActive = false
    if hasPaused { flash.perform(.resume) }
    hasPaused = false
  }
}
