// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Rows of names and numbers: names at the left edge, numbers at the right.
enum ValueTable {
  /// A name, its value, and the value's colour.
  typealias Row = (name: String, value: String, color: RGBA8)

  /// The width of a table next to a picture, in pixels.
  static func width(on canvas: borrowing Canvas) -> Int {
    max(
      canvas.metrics.px(232),
      canvas.width(of: "contentsRect.x  0.000", canvas.face(.small, .bold)))
  }

  static func draw(_ rows: [Row], in room: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let gap = canvas.metrics.px(6)
    var y = room.y
    for (name, value, color) in rows where y + bold.lineHeight <= room.bottom {
      canvas.text(
        name, small, Palette.dim, x: room.x, y: y + bold.ascent - small.ascent)
      canvas.text(value, bold, color, x: room.right, y: y, align: .right)
      y += bold.lineHeight + gap
    }
  }
}
