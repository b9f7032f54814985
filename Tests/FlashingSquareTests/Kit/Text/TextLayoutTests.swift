// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import Testing

@testable import FlashingSquare

/// A line of text: its characters' glyphs, and its box.
private struct LaidOut: Equatable {
  private(set) var sprites: [Sprite] = []
  let box: PixelBox
  var width: Int { box.width }

  init(_ text: String, face: GlyphFace, align: TextAlignment = .left, x: Int = 0, y: Int = 0) {
    var canvas = Canvas.small
    box = canvas.text(text, face, Palette.text, x: x, y: y, align: align)
    for case .glyphs(face.index, let pool) in canvas.list.drawings {
      sprites += canvas.list.sprites(pool)
    }
  }
}

@Suite struct TextLayoutTests {
  let atlas = GlyphAtlas.embedded
  let face = GlyphAtlas.embedded.face(size: 16)
  static let sample = "Cycle 0.35 s · 2.86 Hz · p99 16.71 ms (98 %)"

  @Test(arguments: ["H", "Hi", "Hi, you", sample])
  func `alignment shifts lines by whole pixels`(text: String) {
    let left = LaidOut(text, face: face, x: 300)
    let centre = LaidOut(text, face: face, align: .centre, x: 300)
    let right = LaidOut(text, face: face, align: .right, x: 300)
    #expect(right.box.right == 300)
    for index in left.sprites.indices {
      let x = Int(left.sprites[index].destination.x)
      #expect(Int(right.sprites[index].destination.x) == x - left.width)
      let twice = 2 * (x - Int(centre.sprites[index].destination.x)) - left.width
      #expect(twice == 0 || twice == 1)
    }
    #expect(centre.width == left.width && right.width == left.width)
  }

  @Test(arguments: ["\u{416}", "\u{1F600}", "\u{7}", "\u{1F468}\u{200D}\u{1F469}", "n\u{303}"])
  func `an unknown character gives one visible box`(text: String) throws {
    for face in atlas.faces {
      let layout = LaidOut(text, face: face)
      try #require(layout.sprites.count == 1)
      let box = face.replacement.source
      #expect(layout.sprites[0].source?.x == box.x && layout.sprites[0].source?.y == box.y)
      #expect(layout.width == face.replacement.advance)
      let pixels = atlas.coverage(of: face)
      let row = (box.y + box.height / 2) * face.atlasWidth
      let middle = pixels[row + box.x..<row + box.right]
      #expect(middle.first == 255 && middle[row + box.x + box.width / 2] == 0, "an open box")
      #expect(middle.contains(0) && (middle.last ?? 0) > 0)
      #expect(box.height == face.capitalHeight)
    }
  }
}
