// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

/// The duration asked for and the one in effect, as numbers, and what stands between them.
enum Readouts {
  /// Pixels that the longest note takes.
  static func width(on canvas: borrowing Canvas) -> Int {
    canvas.width(of: "Limited to 3 flashes/s; asked 10.00 kHz", canvas.face(.small))
  }

  /// Pixels that the table and its notes take.
  static func height(on canvas: borrowing Canvas) -> Int {
    let small = canvas.face(.small)
    return 3 * small.lineHeight + 2 * canvas.face(.medium, .bold).lineHeight + canvas.metrics.px(8)
  }

  /// Two rows of a table, and up to two lines of notes below.
  static func draw(
    _ flasher: Flasher, _ notes: [(String, RGBA8)], in room: PixelBox, on canvas: inout Canvas
  ) {
    let metrics = canvas.metrics
    let small = canvas.face(.small)
    let bold = canvas.face(.medium, .bold)
    let secondsX = room.right - metrics.px(104)
    var y = room.y
    canvas.text("cycle", small, Palette.faint, x: secondsX, y: y, align: .right)
    canvas.text("rate", small, Palette.faint, x: room.right, y: y, align: .right)
    y += small.lineHeight
    let effect = flasher.inEffect
    let rows = [
      ("asked for", flasher.asked, Palette.dim), ("in effect", effect, Palette.text),
    ]
    for (label, seconds, color) in rows {
      let labelY = y + bold.ascent - small.ascent
      canvas.text(label, small, Palette.dim, x: room.x, y: labelY)
      canvas.text(NumberText.seconds(seconds), bold, color, x: secondsX, y: y, align: .right)
      canvas.text(NumberText.hertz(1 / seconds), bold, color, x: room.right, y: y, align: .right)
      y += bold.lineHeight
    }
    y += metrics.px(8)
    for (note, color) in notes {
      canvas.text(note, small, color, x: room.x, y: y)
      y += small.lineHeight
    }
  }

  /// Both durations without their table, where there is no room.
  static func drawCompact(_ flasher: Flasher, in room: PixelBox, on canvas: inout Canvas) {
    let small = canvas.face(.small)
    let bold = canvas.face(.small, .bold)
    let lines: [(String, GlyphFace, RGBA8)] = [
      ("asked", small, Palette.dim),
      (NumberText.seconds(flasher.asked), bold, Palette.dim),
      ("in effect", small, Palette.dim),
      (NumberText.seconds(flasher.sample.cycleDuration), bold, Palette.text),
    ]
    var y = room.y + max(0, (room.height - 5 * small.lineHeight) / 2)
    for (text, face, color) in lines where y + face.lineHeight <= room.bottom {
      canvas.text(text, face, color, x: room.x, y: y)
      y += face.lineHeight
    }
    if flasher.isHeldBack, y + small.lineHeight <= room.bottom {
      canvas.text("max 3 Hz", small, Palette.notice, x: room.x, y: y)
    }
  }

  /// Why what is in effect is not what was asked for.
  static func notes(_ flasher: Flasher) -> [(String, RGBA8)] {
    var notes: [(String, RGBA8)] = []
    if flasher.limit.holdsBack(flasher.asked) {
      let asked = NumberText.hertz(1 / flasher.asked)
      notes.append(("Limited to 3 flashes/s; asked \(asked)", Palette.notice))
    } else if flasher.isHeldByGuard {
      notes.append(("Held: would flash more than 3 times/s", Palette.notice))
    }
    switch flasher.state {
    case .idle: notes.append(("Stopped; S starts", Palette.dim))
    case .stopping: notes.append(("Stops at the end of this cycle", Palette.dim))
    case .paused: notes.append(("Paused", Palette.dim))
    case .running:
      if flasher.motion.hasWaitingChange {
        notes.append(("The order waits for the cycle's end", Palette.dim))
      } else if let order = flasher.lastOrder, order.delay == nil {
        notes.append(("Sliding to the new rate", Palette.dim))
      }
    }
    return notes
  }
}
