// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import Glibc
import SDLDriver

/// The pictures of a sprite sheet: the hunted square, running on two legs.
///
/// A cell is one unit wide and high; the ground is 0.92 below the cell's upper edge.
struct RunnerFigure {
  /// The number of pictures per stride.
  static let frames = 8
  static let ground = 0.92

  /// The phase of the stride in turns, 0..<1.
  let phase: Double

  /// The picture with a number, 0..<``frames``.
  init(frame: Int) { phase = Double(frame) / Double(Self.frames) }

  /// Draws the figure in a cell, cut off at the edges of `clip`.
  func draw(in cell: PixelBox, within clip: PixelBox, on canvas: inout Canvas) {
    let scale = Double(min(cell.width, cell.height))
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: Double(cell.x) + x * scale, y: Double(cell.y) + y * scale)
    }
    let hip = 0.6 - bob
    let farLeg = leg(phase + 0.5, hip: hip).map { point($0.x + 0.05, $0.y - 0.02) }
    canvas.draw(
      SoftShape.line(farLeg, thickness: 0.085 * scale), Palette.track, within: clip)
    let middle = point(0.5, hip - 0.19)
    let body = SoftShape.box(
      middle: middle, size: Size(width: 0.42 * scale, height: 0.42 * scale),
      corner: 0.05 * scale, angle: 0.09 + 0.05 * sin(phase * 4 * Double.pi))
    canvas.draw([body], Palette.bytes(of: Palette.alarm), within: clip)
    let eyes = [0.56, 0.66].map { SoftShape.disc(point($0, hip - 0.24), radius: 0.032 * scale) }
    canvas.draw(eyes, Palette.ground, within: clip)
    let nearLeg = leg(phase, hip: hip).map { point($0.x, $0.y) }
    canvas.draw(
      SoftShape.line(nearLeg, thickness: 0.085 * scale), Palette.hunter, within: clip)
  }

  /// The body is highest twice per stride, when a foot is below it.
  private var bob: Double { 0.025 * cos(phase * 4 * Double.pi) }

  /// Hip, knee, heel and toe; the foot moves back on the ground and forward through the air.
  private func leg(_ turns: Double, hip: Double) -> [Point] {
    let angle = turns * 2 * Double.pi
    let lift = max(0, sin(angle))
    let foot = Point(
      x: 0.47 - 0.19 * cos(angle), y: Self.ground - 0.045 - 0.13 * lift)
    let top = Point(x: 0.48, y: hip)
    // The knee points forward, farther if the leg is more folded.
    let knee = Point(
      x: (top.x + foot.x) / 2 + 0.06 + 0.1 * lift, y: (top.y + foot.y) / 2 - 0.03 * lift)
    let toe = Point(x: foot.x + 0.09, y: foot.y + 0.05 * lift)
    return [top, knee, foot, toe]
  }
}
