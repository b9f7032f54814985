// SPDX-License-Identifier: Apache-2.0

import DemoAssets

/// The weight of a face.
enum GlyphWeight: UInt8, Hashable, Sendable, CaseIterable {
  case regular = 0
  case bold = 1
}

/// One character's image in a face's atlas, and its placement on the line; all in pixels.
struct Glyph: Hashable, Sendable {
  /// The character that the glyph draws.
  var scalar: Unicode.Scalar
  /// The image's box in the atlas; empty for a space.
  var source: PixelBox
  /// The distance from the pen to the image's left edge; may be negative.
  var leftBearing: Int
  /// The distance from the baseline up to the image's top edge.
  var topBearing: Int
  /// The distance by which the pen moves.
  var advance: Int
}

/// The embedded font: faces in several sizes and two weights, each rasterized for its size.
///
/// Text is never scaled: a face is chosen by size and its pixels are copied one to one.
/// Source: the file format is described at the beginning of Assets/make-glyphs.
struct GlyphAtlas: Sendable {
  /// The faces in the order of the file; a face's `index` refers to this array.
  let faces: [GlyphFace]
  private let bytes: [UInt8]

  /// The glyphs that were embedded when the program was built.
  static let embedded = GlyphAtlas(
    Array(UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length())))

  private init(_ bytes: [UInt8]) {
    faces = GlyphFile(bytes: bytes).faces()
    self.bytes = bytes
  }

  /// Of the faces of a weight, the largest that is at most as large as the requested size.
  ///
  /// For a size below the smallest face's, the result is the smallest face, because smaller text
  /// would be illegible.
  /// - Parameter size: Pixels per em, in the screen's own pixels; at least 1.
  func face(size: Int, weight: GlyphWeight = .regular) -> GlyphFace {
    precondition(size >= 1, "face(size:weight:): size is \(size), must be at least 1")
    let ofWeight = faces.filter { $0.weight == weight }.sorted { $0.size < $1.size }
    return ofWeight.last { $0.size <= size } ?? ofWeight[0]
  }

  /// The face's atlas as 8-bit coverage, `atlasWidth * atlasHeight` bytes, rows from the top.
  ///
  /// Unpacking takes time proportional to the atlas. It happens once per face, when the face's
  /// texture is made.
  /// - Parameter face: One of `faces`.
  func coverage(of face: GlyphFace) -> [UInt8] {
    GlyphFile.unpack(bytes[face.coverage], width: face.atlasWidth, height: face.atlasHeight)
  }
}

/// A face: one size in one weight.
struct GlyphFace: Sendable {
  /// The face's index in `GlyphAtlas.faces`, which is the key of the face's texture.
  let index: Int
  /// Pixels per em.
  let size: Int
  let weight: GlyphWeight
  /// Pixels from a line's top to its baseline.
  let ascent: Int
  /// Pixels from line to line.
  let lineHeight: Int
  /// Pixels from the baseline to the top of a capital or a digit.
  let capitalHeight: Int
  /// The atlas's size in pixels.
  let atlasWidth: Int
  let atlasHeight: Int
  /// Every glyph, by ascending code point.
  let glyphs: [Glyph]
  /// The glyph of characters without a glyph of their own: an empty box.
  let replacement: Glyph
  /// The range of the packed coverage in the file.
  let coverage: Range<Int>
  /// For code points 0 to 127, the index in `glyphs`; `UInt16.max` if there is none.
  let ascii: [UInt16]

  /// The glyph of a character, or `nil` if this face has none.
  func glyph(for scalar: Unicode.Scalar) -> Glyph? {
    if scalar.isASCII {
      let index = ascii[Int(scalar.value)]
      return index == .max ? nil : glyphs[Int(index)]
    }
    return glyphs.first { $0.scalar == scalar }
  }

  /// The glyph of a user-perceived character, or the replacement box if the face has none for it.
  ///
  /// A character of several code points, such as an e and its accent, has the glyph of its
  /// canonical equivalent. Without that glyph it is shown as one box, not as one per code point.
  func glyph(for character: Character) -> Glyph {
    let bytes = character.utf8
    if bytes.count == 1, let byte = bytes.first {
      return glyph(for: Unicode.Scalar(byte)) ?? replacement
    }
    let scalars = character.unicodeScalars
    if let only = scalars.first, scalars.count == 1 {
      return glyph(for: only) ?? replacement
    }
    return glyphs.first { Character($0.scalar) == character } ?? replacement
  }
}
