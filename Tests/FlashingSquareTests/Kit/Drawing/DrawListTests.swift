// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver
import TestSupport
import Testing

@testable import FlashingSquare

@Suite struct DrawListTests {
  private static let side = 200

  /// Paints rectangles in order, and counts the painted pixels.
  private func paint(_ rects: [(PixelRect, RGBA8)]) -> (picture: [RGBA8], count: Int) {
    var picture = [RGBA8](repeating: .white, count: Self.side * Self.side)
    var count = 0
    for (rect, color) in rects {
      for y in Int(rect.y)..<Int(rect.y + rect.height) {
        for x in Int(rect.x)..<Int(rect.x + rect.width) {
          let index = y * Self.side + x
          picture[index] =
            color.alpha == 255
            ? color : RGBA8(red: picture[index].red ^ color.red, green: 1, blue: color.blue)
          count += 1
        }
      }
    }
    return (picture, count)
  }

  @Test(arguments: 0..<50) func `hidden parts of rectangles are not drawn, and change no pixel`(
    _ seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var list = DrawList()
    let rects = (0..<12).map { number in
      let (x, y) = (
        Int.random(in: 0..<100, using: &random), Int.random(in: 0..<100, using: &random)
      )
      let rect = PixelRect(
        x: Float(x), y: Float(y), width: Float(Int.random(in: 64...100, using: &random)),
        height: Float(Int.random(in: 64...100, using: &random)))
      let color = RGBA8(red: UInt8(number % 3 + 1), green: 0, blue: UInt8(number % 3))
      return (rect, number % 5 == 2 ? color.withAlpha(99) : color)
    }
    for (rect, color) in rects { list.add(rect, color) }
    let drawn = list.drawings.flatMap { drawing -> [(PixelRect, RGBA8)] in
      guard case .rectangles(let color, let pool) = drawing else { return [] }
      return list.rectangles(pool).map { ($0, color) }
    }
    let (wanted, painted) = (paint(rects), paint(drawn))
    #expect(painted.picture == wanted.picture && painted.count < wanted.count)
  }
}
