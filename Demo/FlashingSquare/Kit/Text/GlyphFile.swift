// SPDX-License-Identifier: Apache-2.0

/// Reads the glyph file that is embedded in the program.
///
/// A correct length means that the file is complete; its contents, written by Assets/make-glyphs,
/// are trusted.
struct GlyphFile {
  private static let headerLength = 20
  private static let faceLength = 32
  private static let glyphLength = 12
  private let bytes: [UInt8]

  /// - Precondition: The bytes are a complete file.
  init(bytes: [UInt8]) {
    precondition(
      bytes.starts(with: "DRGLYPH1".utf8) && Self.read32(bytes, 8) == bytes.count,
      "the glyphs are damaged: write the file again with Assets/make-glyphs")
    self.bytes = bytes
  }

  func faces() -> [GlyphFace] {
    (0..<read16(16)).map { face($0, glyphCount: read16(18)) }
  }

  private func face(_ index: Int, glyphCount: Int) -> GlyphFace {
    let start = Self.headerLength + index * Self.faceLength
    let glyphStart = read32(start + 16)
    let coverageStart = read32(start + 20)
    let glyphs = (0..<glyphCount).map { glyph(at: glyphStart + $0 * Self.glyphLength) }
    var ascii = [UInt16](repeating: .max, count: 128)
    for (number, glyph) in glyphs.enumerated() where glyph.scalar.isASCII {
      ascii[Int(glyph.scalar.value)] = UInt16(number)
    }
    guard let replacement = glyphs.first(where: { $0.scalar == "\u{FFFD}" }),
      let weight = GlyphWeight(rawValue: bytes[start + 2])
    else { preconditionFailure("face \(index): no replacement box, or no weight") }
    return GlyphFace(
      index: index, size: read16(start), weight: weight, ascent: read16(start + 4),
      lineHeight: read16(start + 8), capitalHeight: read16(start + 10),
      atlasWidth: read16(start + 12), atlasHeight: read16(start + 14), glyphs: glyphs,
      replacement: replacement, coverage: coverageStart..<coverageStart + read32(start + 24),
      ascii: ascii)
  }

  private func glyph(at start: Int) -> Glyph {
    guard let scalar = Unicode.Scalar(UInt32(read16(start))) else {
      preconditionFailure("the code point \(read16(start)) is no Unicode scalar")
    }
    return Glyph(
      scalar: scalar,
      source: PixelBox(
        x: read16(start + 2), y: read16(start + 4),
        width: Int(bytes[start + 6]), height: Int(bytes[start + 7])),
      leftBearing: Int(Int8(bitPattern: bytes[start + 8])),
      topBearing: Int(Int8(bitPattern: bytes[start + 9])),
      // The file has the advance in 64ths of a pixel; it is always a multiple of 64.
      advance: read16(start + 10) / 64)
  }

  private func read16(_ at: Int) -> Int { Self.read16(bytes, at) }
  private func read32(_ at: Int) -> Int { Self.read32(bytes, at) }

  private static func read16(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(bytes[at]) | Int(bytes[at + 1]) << 8
  }

  private static func read32(_ bytes: [UInt8], _ at: Int) -> Int {
    read16(bytes, at) | read16(bytes, at + 2) << 16
  }

  // MARK: - Coverage

  /// The scale from 4-bit to 8-bit coverage: 15 steps are 255.
  private static let step: UInt8 = 17

  /// Unpacks runs of 4-bit coverage to one byte per pixel; most runs repeat the row above.
  ///
  /// - Parameter packed: Runs as described at the beginning of Assets/make-glyphs.
  static func unpack(_ packed: ArraySlice<UInt8>, width: Int, height: Int) -> [UInt8] {
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
