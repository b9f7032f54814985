// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// The requested duration and the one in effect, as numbers, and why they differ.
enum Readouts {
  /// Pixels that the longest note takes.
  static func width(on canvas: borrowing Canvas) -> Int {
    canvas.width(of: "Limited to 3 flashes/s, not 10.00 kHz", canvas.face(.small))
  }

  /// Pixels that the table and its notes take.
  static func height(on canvas: borrowing Canvas) -> Int {
    let small = canvas.face(.small)
    return 3 * small.lineHeight + 2 * canvas.face(.medium, .bold).lineHeight + canvas.metrics.px(8)
  }

  /// Two rows of a table, and up to two lines of notes below.
  static func draw(
    _ flash: FlashController, _ notes: [(String, RGBA8)], in room: PixelBox, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let rateWidth = canvas.width(of: "10.00 kHz", bold) + metrics.px(8)
    let secondsX = room.right - max(metrics.px(104), rateWidth)
    var y = room.y
    canvas.text("cycle", small, Palette.faint, x: secondsX, y: y, align: .right)
    canvas.text("rate", small, Palette.faint, x: room.right, y: y, align: .right)
    y += small.lineHeight
    let rows = [
      ("requested", flash.requested, Palette.dim), ("in effect", flash.inEffect, Palette.text),
    ]
    for (label, seconds, color) in rows {
      let labelY = y + bold.ascent - small.ascent
      canvas.text(label, small, Palette.dim, x: room.x, y: labelY)
      canvas.text(NumberText.seconds(seconds), bold, color, x: secondsX, y: y, align: .right)
      canvas.text(NumberText.hertz(1 / seconds), bold, color, x: room.right, y: y, align: .right)
      y += bold.lineHeight
    }
    canvas.lines(notes.map { ($0, small, $1) }, x: room.x, y: y + metrics.px(8))
  }

  /// Why the rate in effect is not the requested one.
  static func notes(_ flash: FlashController) -> [(String, RGBA8)] {
    var notes: [(String, RGBA8)] = []
    if flash.isHeldBack {
      let requested = NumberText.hertz(1 / flash.requested)
      notes.append(("Limited to 3 flashes/s, not \(requested)", Palette.notice))
    }
    switch flash.state {
    case .idle: notes.append(("Stopped; X starts", Palette.dim))
    case .stopping: notes.append(("Stops at the end of this cycle", Palette.dim))
    case .paused, .pausedStopping: break
    case .running:
      if flash.controller.hasPendingRateChange {
        notes.append(("The new rate waits for the cycle's end", Palette.dim))
      } else if let change = flash.lastRateChange, change.delay == nil {
        notes.append(("Sliding to the new rate", Palette.dim))
      }
    }
    return notes
  }
}
