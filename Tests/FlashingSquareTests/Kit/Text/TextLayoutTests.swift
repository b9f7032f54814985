// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FlashingSquare

/// A text's quads alone, and its size.
private struct LaidOut: Equatable {
  private(set) var quads: [GlyphQuad] = []
  let width: Int
  let height: Int

  init(
    _ text: String, face: GlyphFace, alignment: TextAlignment = .left, x: Int = 0, y: Int = 0
  ) {
    (width, height) = TextLayout.layOut(
      text, face: face, alignment: alignment, x: x, y: y, into: &quads)
  }
}

@Suite struct TextLayoutTests {
  let atlas = GlyphAtlas.embedded
  let face = GlyphAtlas.embedded.face(size: 16)
  static let sample = "Cycle 0.35 s · 2.86 Hz · p99 16.71 ms (98 %)"

  func advances(_ text: String, in face: GlyphFace) -> Int {
    text.unicodeScalars.reduce(0) { $0 + (face.glyph(for: $1) ?? face.replacement).advance }
  }

  @Test(arguments: ["", "a", " ", sample, "The quick brown fox", "{[(<>)]}"])
  func `the measured width is the sum of the advances`(text: String) {
    for face in atlas.faces {
      let layout = LaidOut(text, face: face)
      #expect(layout.width == advances(text, in: face))
      #expect(layout.height == face.lineHeight)
    }
  }

  @Test func `quads copy pixels one to one, inside the atlas`() {
    for face in atlas.faces {
      let layout = LaidOut(Self.sample, face: face, x: 7, y: 11)
      #expect(layout.quads.count == Self.sample.filter { $0 != " " }.count)
      for quad in layout.quads {
        #expect(quad.source.width == quad.destination.width)
        #expect(quad.source.height == quad.destination.height)
        #expect(quad.source.right <= face.atlasWidth && quad.source.bottom <= face.atlasHeight)
        #expect(quad.destination.y >= 11 && quad.destination.bottom <= 11 + face.lineHeight)
      }
    }
  }

  @Test func `a letter is at the pen on the baseline`() throws {
    let layout = LaidOut("iH", face: face, x: 100, y: 50)
    let quad = try #require(layout.quads.last)
    let letter = face.glyph(for: Character("H"))
    #expect(quad.source == letter.source)
    #expect(quad.destination.x == 100 + advances("i", in: face) + letter.leftBearing)
    #expect(quad.destination.bottom == 50 + face.ascent)
  }

  @Test(arguments: ["H", "Hi", "Hi, you", sample])
  func `alignment moves whole lines by whole pixels`(text: String) {
    let left = LaidOut(text, face: face, alignment: .left, x: 300)
    let centre = LaidOut(text, face: face, alignment: .centre, x: 300)
    let right = LaidOut(text, face: face, alignment: .right, x: 300)
    for index in left.quads.indices {
      let x = left.quads[index].destination.x
      #expect(right.quads[index].destination.x == x - left.width)
      let twice = 2 * (x - centre.quads[index].destination.x) - left.width
      #expect(twice == 0 || twice == 1)
    }
    #expect(centre.width == left.width && right.width == left.width)
  }

  @Test func `each line is aligned by its own width`() throws {
    let layout = LaidOut("wide line\ni", face: face, alignment: .right, x: 500)
    let last = try #require(layout.quads.last)
    let glyph = face.glyph(for: Character("i"))
    #expect(last.destination.x == 500 - glyph.advance + glyph.leftBearing)
    #expect(layout.width == advances("wide line", in: face))
  }

  @Test(arguments: ["a\nb", "a\r\nb", "a\rb", "a\u{2028}b", "a\u{85}b"])
  func `a newline of any kind begins a line at the left`(text: String) throws {
    let layout = LaidOut(text, face: face, x: 3, y: 5)
    try #require(layout.quads.count == 2)
    let below = LaidOut("b", face: face, x: 3, y: 5 + face.lineHeight)
    #expect(layout.quads[1] == below.quads[0])
    #expect(layout.height == 2 * face.lineHeight)
    #expect(layout.width == max(advances("a", in: face), advances("b", in: face)))
  }

  @Test(arguments: [("", 1), ("\n", 2), ("a\n", 2), ("\n\n\n", 4)])
  func `empty lines take room`(text: String, lines: Int) {
    #expect(LaidOut(text, face: face).height == lines * face.lineHeight)
  }

  @Test(arguments: [("\tx", 1), ("a\tx", 1), ("12345678901234567890\tx", 0), ("\t\tx", 2)])
  func `a tab moves to the next multiple of eight spaces`(text: String, stops: Int) throws {
    let tab = 8 * advances(" ", in: face)
    let glyph = face.glyph(for: Character("x"))
    let quad = try #require(LaidOut(text, face: face).quads.last)
    let pen = quad.destination.x - glyph.leftBearing
    #expect(pen % tab == 0)
    let before = advances(String(text.prefix { $0 != "\t" }), in: face)
    #expect(pen > before && pen - before <= tab * max(1, stops))
    if stops > 0 { #expect(pen == stops * tab) }
  }

  @Test(arguments: ["\u{416}", "\u{1F600}", "\u{7}", "\u{1F468}\u{200D}\u{1F469}", "n\u{303}"])
  func `an unknown character gives one box that is seen`(text: String) throws {
    for face in atlas.faces {
      let layout = LaidOut(text, face: face)
      try #require(layout.quads.count == 1)
      #expect(layout.quads[0].source == face.replacement.source)
      #expect(layout.width == face.replacement.advance)
      let pixels = atlas.coverage(of: face)
      let box = face.replacement.source
      let row = (box.y + box.height / 2) * face.atlasWidth
      let middle = pixels[row + box.x..<row + box.right]
      #expect(middle.first == 255 && middle[row + box.x + box.width / 2] == 0, "an open box")
      #expect(middle.contains(0) && (middle.last ?? 0) > 0)
      #expect(box.height == face.capitalHeight)
    }
  }

  @Test func `an accent of its own is drawn by the letter that is the same`() {
    #expect(LaidOut("e\u{301}", face: face) == LaidOut("\u{E9}", face: face))
  }

  @Test func `changing figures do not move what follows`() {
    let one = LaidOut("11.11 ms", face: face)
    let two = LaidOut("48.90 ms", face: face)
    #expect(one.quads.last == two.quads.last)
    #expect(one.width == two.width)
  }

  @Test func `appending keeps what is there and moves only the new line`() {
    var quads = LaidOut("left", face: face).quads
    let before = quads
    let size = TextLayout.layOut(
      "right", face: face, alignment: .right, x: 400, y: 20, into: &quads)
    #expect(Array(quads.prefix(before.count)) == before)
    let alone = LaidOut("right", face: face, alignment: .right, x: 400, y: 20)
    #expect(Array(quads.dropFirst(before.count)) == alone.quads)
    #expect(size == (alone.width, alone.height))
  }
}
