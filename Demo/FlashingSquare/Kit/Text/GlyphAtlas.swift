// SPDX-License-Identifier: Apache-2.0

import DemoAssets

/// The weight of a face.
enum GlyphWeight: UInt8, Hashable, Sendable, CaseIterable {
  case regular = 0
  case bold = 1
}

/// One character's image in a face's atlas, and its placement on the line; all in pixels.
struct Glyph: Hashable, Sendable {
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
  private static let headerLength = 20
  private static let faceLength = 32
  private static let glyphLength = 12
  /// The faces in the order of the file; a face's `index` refers to this array.
  private(set) var faces: [GlyphFace] = []
  private let bytes: [UInt8]

  /// The glyphs that were embedded when the program was built.
  static let embedded = GlyphAtlas(
    Array(UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length())))

  /// A correct length means that the file is complete; its contents, written by
  /// Assets/make-glyphs, are trusted.
  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    precondition(
      bytes.starts(with: "DRGLYPH1".utf8) && read32(8) == bytes.count,
      "the glyphs are damaged: write the file again with Assets/make-glyphs")
    faces = (0..<read16(16)).map { readFace($0, glyphCount: read16(18)) }
  }

  private func readFace(_ index: Int, glyphCount: Int) -> GlyphFace {
    let start = Self.headerLength + index * Self.faceLength
    let coverageStart = read32(start + 20)
    var glyphs: [Character: Glyph] = [:]
    for number in 0..<glyphCount {
      let at = read32(start + 16) + number * Self.glyphLength
      glyphs[Unicode.Scalar(UInt16(read16(at))).map { Character($0) } ?? "\u{FFFD}"] = glyph(at)
    }
    guard let replacement = glyphs["\u{FFFD}"], let weight = GlyphWeight(rawValue: bytes[start + 2])
    else { preconditionFailure("face \(index): no replacement box, or no weight") }
    return GlyphFace(
      index: index, size: read16(start), weight: weight, ascent: read16(start + 4),
      lineHeight: read16(start + 8), capitalHeight: read16(start + 10),
      atlasWidth: read16(start + 12), atlasHeight: read16(start + 14), glyphs: glyphs,
      ascii: (0..<128).map { glyphs[Character(Unicode.Scalar(UInt8($0)))] ?? replacement },
      replacement: replacement, coverage: coverageStart..<coverageStart + read32(start + 24))
  }

  private func glyph(_ start: Int) -> Glyph {
    Glyph(
      source: PixelBox(
        x: read16(start + 2), y: read16(start + 4),
        width: Int(bytes[start + 6]), height: Int(bytes[start + 7])),
      leftBearing: Int(Int8(bitPattern: bytes[start + 8])),
      topBearing: Int(Int8(bitPattern: bytes[start + 9])),
      // The file has the advance in 64ths of a pixel; it is always a multiple of 64.
      advance: read16(start + 10) / 64)
  }

  private func read16(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
  private func read32(_ at: Int) -> Int { read16(at) | read16(at + 2) << 16 }

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
    Self.unpack(bytes[face.coverage], width: face.atlasWidth, height: face.atlasHeight)
  }

  /// The scale from 4-bit to 8-bit coverage: 15 steps are 255.
  private static let step: UInt8 = 17

  /// Unpacks runs of 4-bit coverage to one byte per pixel; most runs repeat the row above.
  ///
  /// - Parameter packed: Runs as described at the beginning of Assets/make-glyphs.
  private static func unpack(_ packed: ArraySlice<UInt8>, width: Int, height: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height)
    var at = packed.startIndex
    var pixel = 0
    while pixel < pixels.count {
      let head = packed[at]
      at += 1
      let end = pixel + Int(head & 63) + 1
      switch head >> 6 {
      case 0:
        break
      case 1:
        for index in pixel..<end { pixels[index] = 255 }
      case 2:
        for index in max(pixel, width)..<max(end, width) { pixels[index] = pixels[index - width] }
      default:
        for index in pixel..<end {
          let pair = packed[at + (index - pixel) / 2]
          pixels[index] = ((index - pixel) & 1 == 0 ? pair & 15 : pair >> 4) * step
        }
        at += (end - pixel + 1) / 2
      }
      pixel = end
    }
    return pixels
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
  let glyphs: [Character: Glyph]
  /// The glyphs of the code points 0 to 127, because a dictionary is slower than an array.
  let ascii: [Glyph]
  /// The glyph of characters without a glyph of their own: an empty box.
  let replacement: Glyph
  /// The range of the packed coverage in the file.
  let coverage: Range<Int>

  /// The glyph of a user-perceived character, or the replacement box if the face has none for it.
  ///
  /// A character of several code points, such as an e and its accent, has the glyph of its
  /// canonical equivalent. Without that glyph it is shown as one box, not as one per code point.
  func glyph(for character: Character) -> Glyph {
    let bytes = character.utf8
    if bytes.count == 1, let byte = bytes.first { return ascii[Int(byte)] }
    return glyphs[character] ?? replacement
  }
}
