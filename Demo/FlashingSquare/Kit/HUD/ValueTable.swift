// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Names and numbers under each other: names at the left edge, numbers at the right.
enum ValueTable {
  /// A name, its value, and the value's colour.
  typealias Row = (name: String, value: String, color: RGBA8)

  /// Pixels that a table takes beside a picture.
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

  /// Height of a number of rows, in pixels.
  static func height(rows: Int, on canvas: borrowing Canvas) -> Int {
    rows * (canvas.face(.medium, .bold).lineHeight + canvas.metrics.px(6))
  }
}

/// The column right of a picture: a table of values above, and where there is room a chart below.
enum SideColumn {
  static func draw(
    _ rows: [ValueTable.Row], _ chart: StripChart, caption: String, in room: PixelBox,
    on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var box = room
    let table = box.takeTop(
      ValueTable.height(rows: rows.count, on: canvas), gap: metrics.px(14))
    ValueTable.draw(rows, in: table, on: &canvas)
    let height = min(box.height - small.lineHeight, metrics.px(150))
    guard height >= 3 * small.lineHeight else { return }
    let below = box.takeBottom(height)
    canvas.text(
      caption, small, Palette.dim, x: below.x, y: below.y - small.lineHeight - metrics.px(3))
    chart.draw(in: below, hasTimes: true, on: &canvas)
  }
}
