// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// The frame around every scene: a title, an instruction, and space for the bar of scenes.
struct SceneFrame {
  let title: String
  /// The sentence under the title; it names the thing to watch, and the thing to drag.
  let sentence: String
  /// Text at the right of the title: a score or a state.
  var detail: (text: String, color: RGBA8)?

  /// Draws the frame.
  ///
  /// Returns the space inside.
  func draw(_ status: FrameStatus, on canvas: inout Canvas) -> PixelBox {
    let metrics = canvas.metrics
    let large = canvas.face(.title, .bold)
    let small = canvas.face(.small)
    var box = metrics.frame
    _ = box.takeBottom(SceneBar.height(on: canvas))
    _ = box.takeTop(metrics.px(10))
    box = box.inset(metrics.px(24), 0)
    // A small window shows only the picture.
    guard canvas.shownText != .none else { return box }
    let first = box.takeTop(large.lineHeight)
    let second = box.takeTop(small.lineHeight, gap: metrics.px(10))
    canvas.text(title, large, Palette.text, x: first.x, y: first.y)
    let paused = status.paused.map { "\($0); Space continues" }
    let end =
      canvas.text(
        paused ?? sentence, small, paused == nil ? Palette.dim : Palette.notice, x: second.x,
        y: second.y
      ).right
    if let detail {
      canvas.text(detail.text, large, detail.color, x: first.right, y: first.y, align: .right)
    }
    drawNotes(status, y: (first.y + large.ascent - small.ascent, second.y), first, end, &canvas)
    return box
  }

  /// Draws notes about keys and the autopilot, next to the title or to the sentence.
  private func drawNotes(
    _ status: FrameStatus, y: (Int, Int), _ line: PixelBox, _ end: Int, _ canvas: inout Canvas
  ) {
    let small = canvas.face(.small)
    let gap = canvas.metrics.px(16)
    let width = canvas.width(of: status.text, small)
    let titleEnd = line.x + canvas.width(of: title, canvas.face(.title, .bold))
    let isAbove = detail == nil && titleEnd + gap + width <= line.right
    guard isAbove || end + gap + width <= line.right else { return }
    canvas.text(
      status.text, small, status.isNotice ? Palette.notice : Palette.dim, x: line.right,
      y: isAbove ? y.0 : y.1, align: .right)
  }
}
