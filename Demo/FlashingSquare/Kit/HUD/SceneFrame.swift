// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// What every scene has around it: a bar at the upper edge, a title line, and the keys.
struct SceneFrame {
  /// What the scene is, and in a few words what it shows.
  let title: String
  var titleColor = Palette.text
  let note: String
  let keys: [KeyHelp]
  /// The bar at the upper edge: its colour, and how much of it is filled, 0...1.
  let color: RGBA8
  let progress: Double
  /// What must be seen, with its colour: it comes before the note, and never moves.
  var detail: (text: String, color: RGBA8)?
  /// Whether the signs of rate changes and cycles are explained.
  var hasLegend = false

  /// Draws it, and leaves the room inside.
  func draw(_ status: FrameStatus, on canvas: inout Canvas) -> PixelBox {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    var strip = canvas.bounds
    strip.height = metrics.px(12)
    canvas.fill(strip, Palette.groove)
    strip.width = Int((Double(strip.width) * min(max(progress, 0), 1)).rounded())
    canvas.fill(strip, color)
    var box = metrics.frame
    _ = box.takeTop(metrics.px(12))
    box = box.inset(metrics.px(16), metrics.px(12))
    drawTitle(cutting: &box, status, on: &canvas)
    let room = box.takeBottom(small.lineHeight, gap: metrics.px(8))
    KeyHints.draw(keys, in: room, hasLegend: hasLegend, on: &canvas)
    return box
  }

  private func drawTitle(
    cutting box: inout PixelBox, _ status: FrameStatus, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let gap = metrics.px(16)
    let statusColor = status.isNotice ? Palette.notice : Palette.dim
    var line = box.takeTop(bold.lineHeight, gap: metrics.px(10))
    let y = line.y + bold.ascent - small.ascent
    let name = canvas.text(title, bold, titleColor, x: line.x, y: line.y)
    _ = line.takeLeft(name.width + metrics.px(12))
    if let detail {
      let figures = line.takeRight(canvas.width(of: FrameStatus.widestText, small), gap: gap)
      canvas.text(status.text, small, statusColor, x: figures.right, y: y, align: .right)
      let room = line.takeRight(canvas.width(of: detail.text, small), gap: gap)
      canvas.text(detail.text, small, detail.color, x: room.right, y: y, align: .right)
    }
    // What is paused comes before the note, where all scenes have it.
    let notes = status.paused.map { ["\($0); Space goes on", $0] } ?? [note]
    guard let note = notes.first(where: { canvas.width(of: $0, small) <= line.width }) else {
      return
    }
    let width = canvas.width(of: note, small)
    let color = status.paused == nil ? Palette.dim : Palette.notice
    canvas.text(note, small, color, x: line.x, y: y)
    guard detail == nil, width + gap + canvas.width(of: status.text, small) <= line.width else {
      return
    }
    canvas.text(status.text, small, statusColor, x: line.right, y: y, align: .right)
  }
}
