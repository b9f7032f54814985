// SPDX-License-Identifier: Apache-2.0

/// The line at the lower edge: the keys, as many as there is room for, and the chart's signs.
enum KeyHints {
  /// A key, and what it does.
  typealias Hint = (key: String, does: String)

  /// The keys that every line of hints keeps: whoever knows them finds all others, and the way out.
  private static let essential: Set<String> = ["H", "Esc"]

  /// - Parameters:
  ///   - hints: The most important first: where it is narrow the last are left out, but not `H` and
  ///     `Esc`.
  ///   - hasLegend: Whether the chart's signs are explained, where there is room.
  static func draw(
    _ hints: [Hint], in room: PixelBox, hasLegend: Bool = true, on canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let gap = canvas.metrics.px(16)
    let space = small.glyph(for: " ").advance
    func pixels(_ hint: Hint) -> Int {
      canvas.width(of: hint.key, small) + space + canvas.width(of: hint.does, small)
    }
    var kept = hints
    var total = kept.reduce(-gap) { $0 + pixels($1) + gap }
    while total > room.width,
      let last = kept.lastIndex(where: { !essential.contains($0.key) })
    {
      total -= pixels(kept.remove(at: last)) + gap
    }
    var x = room.x
    for (key, does) in kept {
      let width = pixels((key, does))
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
