// SPDX-License-Identifier: Apache-2.0

/// Which part of each line is at the layout's x.
enum TextAlignment: Hashable, Sendable, CaseIterable {
  case left
  case centre
  case right
}

/// A copy of pixels: `source` in the face's atlas to `destination` on the screen, of equal size.
struct GlyphQuad: Hashable, Sendable {
  var source: PixelBox
  var destination: PixelBox
}

/// Text on whole pixels: what to copy from a face's atlas, and the room that it takes.
///
/// Pure: the same text and face give the same quads. Spaces take room and give no quad; a
/// character that the face does not have gives its replacement box. Newlines of any kind begin a
/// line; a tab moves to the next multiple of eight spaces from the line's start.
enum TextLayout {
  /// A tab's columns, in spaces: what terminals have.
  static let tabColumns = 8

  /// Lays out text, and appends its quads to those that the caller keeps: text that changes every
  /// frame then allocates nothing.
  ///
  /// - Parameters:
  ///   - text: May hold newlines and tabs.
  ///   - face: From `GlyphAtlas.face(size:weight:)`.
  ///   - alignment: What of each line is at `x`: its left end, its middle (rounded down to a
  ///     whole pixel), or its right end.
  ///   - x: Pixels from the screen's left.
  ///   - y: Pixels from the screen's top to the first line's top.
  ///   - quads: Gets one quad for every visible character, in the order of the text.
  /// - Returns: The widest line's advances and the lines' heights, in pixels; text that is empty is
  ///   one line high.
  @discardableResult
  static func layOut(
    _ text: String, face: GlyphFace, alignment: TextAlignment = .left, x: Int = 0, y: Int = 0,
    into quads: inout [GlyphQuad]
  ) -> (width: Int, height: Int) {
    let tab = max(1, tabColumns * face.glyph(for: Character(" ")).advance)
    var pen = 0
    var top = y
    var width = 0
    var lineStart = quads.count
    func endLine(_ quads: inout [GlyphQuad]) {
      width = max(width, pen)
      let shift = offset(of: alignment, width: pen)
      if shift != 0 {
        for index in lineStart..<quads.count { quads[index].destination.x += shift }
      }
      lineStart = quads.count
      pen = 0
      top += face.lineHeight
    }
    for character in text {
      if character.isNewline {
        endLine(&quads)
      } else if character == "\t" {
        pen = (pen / tab + 1) * tab
      } else {
        let glyph = face.glyph(for: character)
        if glyph.source.width > 0 {
          let destination = PixelBox(
            x: x + pen + glyph.leftBearing, y: top + face.ascent - glyph.topBearing,
            width: glyph.source.width, height: glyph.source.height)
          quads.append(GlyphQuad(source: glyph.source, destination: destination))
        }
        pen += glyph.advance
      }
    }
    endLine(&quads)
    return (width, top - y)
  }

  /// Where a line begins, relative to the x it is aligned at.
  private static func offset(of alignment: TextAlignment, width: Int) -> Int {
    switch alignment {
    case .left: 0
    case .centre: -((width + 1) / 2)
    case .right: -width
    }
  }
}
