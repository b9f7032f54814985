// SPDX-License-Identifier: Apache-2.0

import DemoAssets
import Foundation
import Testing
import WindowRigs

@testable import FlashingSquare

@Suite struct GlyphAtlasTests {
  let atlas = GlyphAtlas.embedded

  /// The demo's characters outside ASCII.
  static let signs = "·°×…–—←↑→↓●○▶‖≤≥µé−"

  @Test func `ASCII characters and the demo's signs have a glyph in every size and weight`() {
    #expect(atlas.faces.count >= 20)
    for face in atlas.faces {
      for sign in (32...126).map({ Character(Unicode.Scalar(UInt8($0))) }) + Self.signs {
        let glyph = face.glyph(for: sign)
        #expect(glyph != face.replacement, "\(sign) at \(face.size) \(face.weight)")
        #expect(glyph.advance > 0)
        #expect((glyph.source.width > 0) == (sign != " "), "only the space is empty")
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

  static let assets = URL(fileURLWithPath: Programs.package).appendingPathComponent("Assets")

  @Test func `the program embeds the file that is in Assets`() throws {
    let file = try Data(contentsOf: Self.assets.appendingPathComponent("glyphs.bin"))
    let embedded = UnsafeBufferPointer(start: demo_glyphs_bytes(), count: demo_glyphs_length())
    #expect(file.elementsEqual(embedded), "rebuild: assets.c is older than glyphs.bin")
  }

  @Test func `the committed glyphs equal the output of make-glyphs`() throws {
    let script = Self.assets.appendingPathComponent("make-glyphs").path
    let result = try Child.run(try #require(Child.find("python3")), [script, "--check"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
