// SPDX-License-Identifier: Apache-2.0

/// The keys of a scene and those of all scenes, over whatever shows.
enum HelpOverlay {
  /// The keys of all scenes.
  static let common: [KeyHints.Hint] = [
    ("1\u{2013}\(SceneList.all.count), Tab, Shift+Tab", "scenes"),
    ("F", "fullscreen"),
    ("H", "this help"),
    ("Esc", "quit"),
  ]

  static func draw(_ own: [KeyHints.Hint], on canvas: inout Canvas) {
    let keys = own + common
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    let title = canvas.face(.medium, .bold)
    let gap = metrics.px(20)
    let keyWidth = keys.map { canvas.width(of: $0.key, bold) }.max() ?? 0
    let textWidth = keys.map { canvas.width(of: $0.does, small) }.max() ?? 0
    let room = canvas.bounds
    let isNarrow = keyWidth + textWidth + 3 * gap > room.width
    let margin = isNarrow ? 4 : gap
    let line = min(small.lineHeight + metrics.px(6), (room.height - 2 * margin) / keys.count)
    let showsTitle = !metrics.isCompact
    let head = showsTitle ? title.lineHeight + metrics.px(8) : 0
    let width = isNarrow ? room.width : keyWidth + textWidth + 3 * gap
    let height = line * keys.count + head + 2 * margin
    let box = PixelBox(
      x: room.midX - width / 2, y: max(0, room.midY - height / 2), width: width,
      height: min(height, room.height))
    // An edge, since what lies below may have the same colour.
    let edge = metrics.px(2)
    canvas.fill(box, radius: metrics.px(8), Palette.faint)
    canvas.fill(box.inset(edge, edge), radius: metrics.px(8) - edge, Palette.groove)
    var y = box.y + margin
    if showsTitle {
      canvas.text("Keys", title, Palette.text, x: box.x + gap, y: y)
      y += head
    }
    for (key, does) in keys where y + small.lineHeight <= room.bottom {
      canvas.text(key, bold, Palette.text, x: box.x + margin, y: y)
      let x =
        isNarrow ? box.right - margin - canvas.width(of: does, small) : box.x + 2 * gap + keyWidth
      canvas.text(does, small, Palette.dim, x: x, y: y)
      y += line
    }
  }
}
