// SPDX-License-Identifier: Apache-2.0

import RepeatTiming
import SDLDriver

/// A groove with a knob on it.
enum Track {
  /// - Parameters:
  ///   - share: Where the knob is, 0 at the left to 1 at the right.
  ///   - hasEnds: Whether lines across mark both ends.
  static func draw(
    _ share: Double, knob wanted: Int, _ color: RGBA8, hasEnds: Bool = false, in room: PixelBox,
    on canvas: inout Canvas
  ) {
    let knob = min(room.height, wanted) / 2 * 2
    let line = max(2, canvas.metrics.px(4))
    let groove = PixelBox(
      x: room.x + knob / 2, y: room.midY - line / 2, width: max(0, room.width - knob), height: line)
    canvas.fill(groove, radius: line / 2, Palette.line)
    for x in hasEnds ? [groove.x, groove.right] : [] {
      canvas.fill(
        PixelBox(x: x - line / 2, y: room.midY - knob / 4, width: line, height: knob / 2),
        radius: line / 2, Palette.line)
    }
    let middle = Point(
      x: Double(groove.x) + share * Double(groove.width), y: Double(groove.y) + Double(line) / 2)
    canvas.draw([.disc(middle, radius: Double(knob) / 2)], color, within: room)
  }
}
