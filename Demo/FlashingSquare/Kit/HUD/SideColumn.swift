// SPDX-License-Identifier: Apache-2.0

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
    guard !metrics.isCompact, height >= 3 * small.lineHeight else { return }
    let below = box.takeBottom(height)
    canvas.text(
      caption, small, Palette.dim, x: below.x, y: below.y - small.lineHeight - metrics.px(3))
    chart.draw(in: below, [.timeAxis], on: &canvas)
  }
}
