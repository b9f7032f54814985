// SPDX-License-Identifier: Apache-2.0

import SDLDriver

/// Timing strips under each other: their segments, sorted by colour and kept.
///
/// Sorted, as rectangles of one colour go to SDL in one call; kept, as they are the same in every frame.
struct StripPicture {
  /// Columns of one strip.
  private struct Part {
    let row: Int
    let columns: Range<Int>
    let color: RGBA8
  }

  private let rows: [TimingStrip]
  private var width = 0
  private var parts: [Part] = []

  init(rows: [TimingStrip]) {
    self.rows = rows
  }

  /// Draws each strip in its box; all boxes are equally wide.
  mutating func draw(in boxes: [PixelBox], on canvas: inout Canvas) {
    guard let first = boxes.first, first.width > 0 else { return }
    if first.width != width { cut(first.width) }
    for box in boxes { canvas.fill(box, Palette.text) }
    for part in parts {
      let box = boxes[part.row]
      canvas.fill(
        PixelBox(
          x: box.x + part.columns.lowerBound, y: box.y, width: part.columns.count,
          height: box.height),
        part.color)
    }
  }

  private mutating func cut(_ newWidth: Int) {
    width = newWidth
    parts = []
    for (row, strip) in rows.enumerated() {
      for segment in strip.segments(width: newWidth) {
        parts.append(
          Part(row: row, columns: segment.columns, color: segment.color))
      }
    }
    parts.sort { Self.order($0.color) < Self.order($1.color) }
  }

  private static func order(_ color: RGBA8) -> Int {
    Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue)
  }
}
