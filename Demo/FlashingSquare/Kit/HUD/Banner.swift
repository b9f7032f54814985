// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// A large word in the middle of a field, with a line of small text below the word.
enum Banner {
  static func draw(
    _ word: String, _ line: String, _ color: RGBA8, in field: PixelBox, _ large: GlyphFace,
    on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let width =
      max(canvas.width(of: word, large), canvas.width(of: line, small)) + 2 * metrics.px(24)
    let height = large.lineHeight + small.lineHeight + 2 * metrics.px(12)
    let box = PixelBox(
      x: field.midX - width / 2, y: field.midY - height / 2, width: width, height: height)
    canvas.fill(box, radius: metrics.px(8), Palette.groove)
    canvas.lines(
      [(word, large, color), (line, small, Palette.dim)], x: field.midX, y: box.y + metrics.px(12),
      align: .centre)
  }
}
