// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

@Suite struct GlyphAtlasTests {
  let atlas = GlyphAtlas.embedded

  /// The demo's characters outside ASCII.
  static let signs = "·°×…–—←↑→↓●○▶‖≤≥µé−"

  @Test func `ASCII characters and the demo's signs have a glyph in every size and weight`() {
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

  @Test(arguments: [
    (1, 12), (12, 12), (13, 12), (14, 14), (15, 14), (16, 16), (23, 20), (24, 24), (79, 64),
    (80, 80), (1000, 80),
  ])
  func `a face is the largest one that is not above the requested size`(requested: Int, given: Int)
  {
    for weight in GlyphWeight.allCases {
      let face = atlas.face(size: requested, weight: weight)
      #expect(face.size == given)
      #expect(face.weight == weight)
    }
  }
}
