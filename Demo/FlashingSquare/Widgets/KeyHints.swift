// SPDX-License-Identifier: Apache-2.0

/// The line at the lower edge: the keys, as many as there is room for, and the chart's signs.
enum KeyHints {
  /// A key, and what it does.
  typealias Hint = (key: String, does: String)

  /// - Parameters:
  ///   - hints: The most important first: the last are left out where it is narrow.
  ///   - hasLegend: Whether the chart's signs are explained, where there is room.
  static func draw(
    _ hints: [Hint], in room: PixelBox, hasLegend: Bool = true, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let gap = canvas.metrics.px(16)
    let space = small.glyph(for: " ").advance
    var x = room.x
    for (key, does) in hints {
      let width = canvas.width(of: key, small) + space + canvas.width(of: does, small)
      guard x + width <= room.right else { break }
      let box = canvas.text(key, small, Palette.dim, x: x, y: room.y)
      canvas.text(does, small, Palette.faint, x: box.right + space, y: room.y)
      x += width + gap
    }
    if hasLegend { drawLegend(from: x + gap, in: room, on: &canvas) }
  }

  /// What the marks in the chart mean, at the right, where that is free.
  private static func drawLegend(from left: Int, in room: PixelBox, on canvas: inout Canvas) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let sign = metrics.px(9) / 2 * 2
    let gap = metrics.px(6)
    let words = ["order", "cycle"]
    let texts = words.reduce(0) { $0 + canvas.width(of: $1, small) }
    let width = texts + 2 * (sign + gap) + metrics.px(16)
    var x = room.right - width
    guard x >= left, sign >= 4 else { return }
    let middle = room.y + small.ascent - small.capitalHeight / 2
    canvas.draw(
      .pointer(side: sign), middleX: x + sign / 2, middleY: middle, Palette.notice)
    x += sign + gap
    let order = canvas.text(words[0], small, Palette.faint, x: x, y: room.y)
    x = order.right + metrics.px(16)
    let height = small.capitalHeight
    canvas.fill(
      PixelBox(
        x: x + sign / 2, y: middle - height / 2, width: metrics.px(1), height: height),
      Palette.faint)
    x += sign + gap
    canvas.text(words[1], small, Palette.faint, x: x, y: room.y)
  }
}
