// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Why bytes are not a glyph file.
///
/// Every case says what was found and what was expected.
enum GlyphAtlasError: Error, Hashable, CustomStringConvertible {
  /// The first eight bytes are not the magic.
  case notGlyphs
  /// Fewer bytes than the part named needs.
  case truncated(part: String, needed: Int, found: Int)
  /// The header's length is not the number of bytes.
  case length(declared: Int, found: Int)
  /// The bytes have been changed since they were written.
  case checksum(declared: UInt32, found: UInt32)
  /// A field holds what the format does not allow.
  case field(String, found: Int, expected: String)
  /// A face's packed coverage does not fill its atlas.
  case coverage(face: Int, problem: String)

  var description: String {
    let remedy = "; write the file anew with Assets/make-glyphs"
    switch self {
    case .notGlyphs:
      return "glyphs: the data does not begin with DRGLYPH1" + remedy
    case .truncated(let part, let needed, let found):
      return "glyphs: \(part) needs \(needed) bytes, the data has \(found)" + remedy
    case .length(let declared, let found):
      return "glyphs: the header says \(declared) bytes, the data has \(found)" + remedy
    case .checksum(let declared, let found):
      return "glyphs: the checksum is \(found), the header says \(declared)" + remedy
    case .field(let name, let found, let expected):
      return "glyphs: \(name) is \(found), must be \(expected)" + remedy
    case .coverage(let face, let problem):
      return "glyphs: coverage of face \(face): \(problem)" + remedy
    }
  }
}

/// The reader of a glyph file: every offset is checked before a byte is read.
struct GlyphFile {
  static let magic = Array("DRGLYPH1".utf8)
  static let headerLength = 20
  static let faceLength = 32
  static let glyphLength = 12
  private let bytes: [UInt8]

  /// Checks the header: magic, length, checksum.
  init(bytes: [UInt8]) throws(GlyphAtlasError) {
    let known = min(bytes.count, Self.magic.count)
    guard bytes[..<known] == Self.magic[..<known] else { throw .notGlyphs }
    guard bytes.count >= Self.headerLength else {
      throw .truncated(part: "the header", needed: Self.headerLength, found: bytes.count)
    }
    self.bytes = bytes
    let declared = read32(8)
    guard declared == bytes.count else { throw .length(declared: declared, found: bytes.count) }
    let sum = bytes[16...].withUnsafeBytes { Checksum.fnv1a32($0) }
    guard sum == UInt32(read32(12)) else {
      throw .checksum(declared: UInt32(read32(12)), found: sum)
    }
  }

  /// All faces, checked: both weights present, every glyph inside its atlas.
  func faces() throws(GlyphAtlasError) -> [GlyphFace] {
    let faceCount = read16(16)
    let glyphCount = read16(18)
    let needed = Self.headerLength + faceCount * Self.faceLength
    guard bytes.count >= needed else {
      throw .truncated(part: "the table of faces", needed: needed, found: bytes.count)
    }
    var faces: [GlyphFace] = []
    for index in 0..<faceCount {
      faces.append(try face(index, glyphCount: glyphCount))
    }
    for weight in GlyphWeight.allCases where !faces.contains(where: { $0.weight == weight }) {
      throw .field("the number of \(weight) faces", found: 0, expected: "at least 1")
    }
    return faces
  }

  private func face(_ index: Int, glyphCount: Int) throws(GlyphAtlasError) -> GlyphFace {
    let start = Self.headerLength + index * Self.faceLength
    let name = "face \(index)"
    let size = try read16(start, "\(name)'s size", in: 1...1024)
    guard let weight = GlyphWeight(rawValue: bytes[start + 2]) else {
      throw .field("\(name)'s weight", found: Int(bytes[start + 2]), expected: "0 or 1")
    }
    let ascent = read16(start + 4)
    let descent = read16(start + 6)
    let lineHeight = try read16(
      start + 8, "\(name)'s line height", in: ascent + descent...ascent + descent)
    let capitalHeight = try read16(start + 10, "\(name)'s capital height", in: 1...max(1, ascent))
    let width = try read16(start + 12, "\(name)'s atlas width", in: 1...4096)
    let height = try read16(start + 14, "\(name)'s atlas height", in: 1...4096)
    let glyphStart = read32(start + 16)
    let glyphEnd = glyphStart + glyphCount * Self.glyphLength
    guard glyphEnd <= bytes.count else {
      throw .truncated(part: "\(name)'s glyphs", needed: glyphEnd, found: bytes.count)
    }
    let coverageStart = read32(start + 20)
    let coverageEnd = coverageStart + read32(start + 24)
    guard coverageEnd <= bytes.count else {
      throw .truncated(part: "\(name)'s coverage", needed: coverageEnd, found: bytes.count)
    }
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(glyphCount)
    var ascii = [UInt16](repeating: .max, count: 128)
    for number in 0..<glyphCount {
      let glyph = try glyph(
        at: glyphStart + number * Self.glyphLength, face: name, atlas: (width, height))
      if let last = glyphs.last, last.scalar >= glyph.scalar {
        throw .field(
          "\(name)'s code point \(number)", found: Int(glyph.scalar.value),
          expected: "above \(last.scalar.value)")
      }
      if glyph.scalar.isASCII { ascii[Int(glyph.scalar.value)] = UInt16(number) }
      glyphs.append(glyph)
    }
    guard let replacement = glyphs.first(where: { $0.scalar == "\u{FFFD}" }) else {
      throw .field("\(name)'s number of replacement boxes", found: 0, expected: "1 (U+FFFD)")
    }
    return GlyphFace(
      index: index, size: size, weight: weight, ascent: ascent, descent: descent,
      lineHeight: lineHeight, capitalHeight: capitalHeight, atlasWidth: width, atlasHeight: height,
      glyphs: glyphs, replacement: replacement, coverage: coverageStart..<coverageEnd, ascii: ascii)
  }

  private func glyph(
    at start: Int, face: String, atlas: (width: Int, height: Int)
  ) throws(GlyphAtlasError) -> Glyph {
    guard let scalar = Unicode.Scalar(UInt32(read16(start))) else {
      throw .field("\(face)'s code point", found: read16(start), expected: "a Unicode scalar")
    }
    let name = "\(face)'s U+\(String(scalar.value, radix: 16))"
    let source = PixelBox(
      x: read16(start + 2), y: read16(start + 4),
      width: Int(bytes[start + 6]), height: Int(bytes[start + 7]))
    guard source.right <= atlas.width else {
      throw .field("\(name)'s right edge", found: source.right, expected: "at most \(atlas.width)")
    }
    guard source.bottom <= atlas.height else {
      throw .field(
        "\(name)'s bottom edge", found: source.bottom, expected: "at most \(atlas.height)")
    }
    let advance = read16(start + 10)
    guard advance % 64 == 0 else {
      throw .field("\(name)'s advance", found: advance, expected: "a multiple of 64")
    }
    return Glyph(
      scalar: scalar, source: source, leftBearing: Int(Int8(bitPattern: bytes[start + 8])),
      topBearing: Int(Int8(bitPattern: bytes[start + 9])), advance: advance / 64)
  }

  private func read16(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }

  private func read32(_ at: Int) -> Int { read16(at) | read16(at + 2) << 16 }

  private func read16(
    _ at: Int, _ name: String, in range: ClosedRange<Int>
  ) throws(GlyphAtlasError) -> Int {
    let value = read16(at)
    guard range.contains(value) else {
      let expected =
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      throw .field(name, found: value, expected: expected)
    }
    return value
  }
}
