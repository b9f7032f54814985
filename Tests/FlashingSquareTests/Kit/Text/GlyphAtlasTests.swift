// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

@Suite struct GlyphAtlasTests {
  let atlas = GlyphAtlas.embedded

  /// What the demo writes beside ASCII.
  static let signs = "·°×…–—←↑→↓●○▶‖≤≥µé−"

  @Test func `every ASCII character and the demo's signs have a glyph in every size and weight`() {
    #expect(atlas.faces.count >= 20)
    for face in atlas.faces {
      for scalar in (32...126).map({ Unicode.Scalar(UInt8($0)) }) + Self.signs.unicodeScalars {
        let glyph = face.glyph(for: scalar)
        #expect(glyph?.scalar == scalar, "\(scalar) at \(face.size) \(face.weight)")
        #expect((glyph?.advance ?? 0) > 0)
        #expect((glyph?.source.width ?? 0 > 0) == (scalar != " "), "only the space is empty")
      }
    }
  }

  @Test func `digits are equally wide in every face`() {
    for face in atlas.faces {
      let widths = Set("0123456789".map { face.glyph(for: $0).advance })
      #expect(widths.count == 1, "size \(face.size) \(face.weight): \(widths.sorted())")
    }
  }

  @Test func `digits are on the baseline and are as tall as capitals`() {
    for face in atlas.faces where face.size < 32 {
      for character in "1247HETLZ" {
        let glyph = face.glyph(for: character)
        #expect(glyph.topBearing == face.capitalHeight, "\(character) at \(face.size)")
        #expect(glyph.source.height == face.capitalHeight, "\(character) at \(face.size)")
      }
    }
  }

  @Test func `no glyph leaves its line, so that lines never touch`() {
    for face in atlas.faces {
      for glyph in face.glyphs where glyph.source.width > 0 {
        #expect(glyph.topBearing <= face.ascent, "\(glyph.scalar) at \(face.size)")
        let below = glyph.source.height - glyph.topBearing
        #expect(below <= face.descent, "\(glyph.scalar) at \(face.size)")
      }
    }
  }

  @Test func `no glyph leaves its atlas or touches another`() {
    for face in atlas.faces {
      var owner = [Int](repeating: -1, count: face.atlasWidth * face.atlasHeight)
      for (index, glyph) in face.glyphs.enumerated() {
        let box = glyph.source
        #expect(box.x >= 0 && box.y >= 0, "\(glyph.scalar)")
        #expect(box.right <= face.atlasWidth && box.bottom <= face.atlasHeight, "\(glyph.scalar)")
        for y in box.y..<box.bottom {
          for x in box.x..<box.right {
            #expect(owner[y * face.atlasWidth + x] == -1, "\(glyph.scalar) at \(face.size)")
            owner[y * face.atlasWidth + x] = index
          }
        }
      }
    }
  }

  @Test func `coverage fills each atlas and every picture reaches its four edges`() {
    for face in atlas.faces {
      let pixels = atlas.coverage(of: face)
      #expect(pixels.count == face.atlasWidth * face.atlasHeight)
      func inked(_ xs: Range<Int>, _ ys: Range<Int>) -> Bool {
        ys.contains { y in xs.contains { x in pixels[y * face.atlasWidth + x] > 0 } }
      }
      for glyph in face.glyphs where glyph.source.width > 0 {
        let box = glyph.source
        let columns = box.x..<box.right
        let rows = box.y..<box.bottom
        #expect(inked(columns, box.y..<box.y + 1) && inked(columns, box.bottom - 1..<box.bottom))
        #expect(inked(box.x..<box.x + 1, rows) && inked(box.right - 1..<box.right, rows))
        let area = PixelBox(
          x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2)
        #expect(!inked(area.x..<area.right, area.y..<box.y), "gap above \(glyph.scalar)")
        #expect(!inked(area.x..<box.x, area.y..<area.bottom), "gap left of \(glyph.scalar)")
      }
    }
  }

  @Test(arguments: [12, 14, 16, 20, 24])
  func `the stem of a small regular letter has one column of full coverage`(size: Int) {
    let face = atlas.face(size: size)
    let pixels = atlas.coverage(of: face)
    for character in "HnlE" {
      let box = face.glyph(for: character).source
      let middle = box.y + box.height * 2 / 3
      #expect(pixels[middle * face.atlasWidth + box.x] == 255, "\(character): not crisp")
    }
  }

  @Test func `no two characters look the same`() {
    let face = atlas.face(size: 12)
    let pixels = atlas.coverage(of: face)
    var seen: [[UInt8]: Unicode.Scalar] = [:]
    for glyph in face.glyphs where glyph.source.width > 0 {
      let box = glyph.source
      var picture = [UInt8(box.width), UInt8(bitPattern: Int8(glyph.topBearing))]
      for y in box.y..<box.bottom {
        picture += pixels[y * face.atlasWidth + box.x..<y * face.atlasWidth + box.right]
      }
      #expect(seen[picture] == nil, "\(glyph.scalar) is \(seen[picture] ?? " ")")
      seen[picture] = glyph.scalar
    }
  }

  @Test(arguments: [
    (1, 12), (12, 12), (13, 12), (14, 14), (15, 14), (16, 16), (23, 20), (24, 24), (79, 64),
    (80, 80), (1000, 80),
  ])
  func `a face is the largest not above the size requested for`(requested: Int, given: Int) {
    for weight in GlyphWeight.allCases {
      let face = atlas.face(size: requested, weight: weight)
      #expect(face.size == given)
      #expect(face.weight == weight)
    }
  }

  @Test func `faces of one size have equal heights in both weights`() {
    for face in atlas.faces {
      let other = atlas.face(size: face.size, weight: face.weight == .bold ? .regular : .bold)
      #expect(other.size == face.size)
      #expect(other.ascent == face.ascent && other.lineHeight == face.lineHeight)
      #expect(other.capitalHeight == face.capitalHeight)
    }
  }
}
