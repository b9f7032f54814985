// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// What the scenes of layers have around them: a bar of progress, a title line, and the keys.
struct SceneFrame {
  /// What the scene is, and in a few words what it shows.
  let title: String
  let note: String
  let keys: [KeyHints.Hint]
  /// The bar at the upper edge: its colour, and how much of it is filled, 0...1.
  let color: RGBA8
  let progress: Double

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
    box = box.inset(metrics.px(16), metrics.px(metrics.isCompact ? 6 : 12))
    drawTitle(cutting: &box, status, on: &canvas)
    if !metrics.isCompact {
      let room = box.takeBottom(small.lineHeight, gap: metrics.px(10))
      KeyHints.draw(keys, in: room, hasLegend: false, on: &canvas)
    }
    return box
  }

  private func drawTitle(
    cutting box: inout PixelBox, _ status: FrameStatus, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let line = box.takeTop(bold.lineHeight, gap: metrics.px(metrics.isCompact ? 4 : 10))
    let y = line.y + bold.ascent - small.ascent
    let name = canvas.text(title, bold, Palette.text, x: line.x, y: line.y)
    let x = name.right + metrics.px(12)
    let noteWidth = canvas.width(of: note, small)
    guard x + noteWidth <= line.right else { return }
    canvas.text(note, small, Palette.dim, x: x, y: y)
    let left = line.right - canvas.width(of: status.text, small)
    if left >= x + noteWidth + metrics.px(16) {
      canvas.text(status.text, small, Palette.dim, x: left, y: y)
    }
  }
}
