// SPDX-License-Identifier: Apache-2.0

import SDLDriver

extension Canvas {
  /// The faces of labels.
  var small: GlyphFace { face(.small) }
  var bold: GlyphFace { face(.small, .bold) }

  /// A length of the design in whole pixels; at least 1.
  func px(_ points: Double) -> Int { metrics.px(points) }

  /// Draws a line of text in a box: vertically centred, and at the left, in the middle or at the
  /// right.
  @discardableResult
  mutating func text(
    _ text: String, _ face: GlyphFace, _ color: RGBA8, in room: PixelBox,
    align: TextAlignment = .left
  ) -> PixelBox {
    let x =
      switch align {
      case .left: room.x
      case .centre: room.midX
      case .right: room.right
      }
    return self.text(
      text, face, color, x: x, y: room.midY - face.lineHeight / 2, align: align)
  }
}
