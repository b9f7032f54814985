// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Testing

@testable import SDLDriver

extension WithSDL {
  struct DrawingTests {
    @Test func `points, rectangles and colours have SDL's memory layout`() {
      func expectSame<Ours, SDLs>(_ fields: [(PartialKeyPath<Ours>, PartialKeyPath<SDLs>)]) {
        #expect(MemoryLayout<Ours>.stride == MemoryLayout<SDLs>.stride)
        for (ours, sdls) in fields {
          #expect(MemoryLayout<Ours>.offset(of: ours) == MemoryLayout<SDLs>.offset(of: sdls))
        }
      }
      expectSame([(\PixelPoint.y, \SDL_FPoint.y)])
      expectSame([(\PixelRect.height, \SDL_FRect.h)])
      expectSame([(\RGBA8.blue, \SDL_Color.b), (\.alpha, \.a)])
    }

    @Test(arguments: [0, 1, 64, 128, 254, 255] as [UInt8])
    func `alpha blends with the picture`(alpha: UInt8) throws {
      try WithSDL.window { window in
        try window.renderer.clear(.pureBlue)
        try window.renderer.fill(
          PixelRect(x: 0, y: 0, width: 64, height: 48), RGBA8.pureRed.withAlpha(alpha))
        let expected = RGBA8(red: alpha, green: 0, blue: 255 - alpha)
        #expect(try window.renderer.readPixels()[3, 3].distance(expected) <= blendTolerance)
      }
    }

    @Test func `triangles mix the colours of their corners`() throws {
      try WithSDL.window { window in
        try window.renderer.clear(.pureGreen)
        try window.renderer.triangles(
          positions: [(0, 0), (64, 0), (0, 48), (64, 48)].map { PixelPoint(x: $0.0, y: $0.1) },
          colors: [.pureRed, .pureRed, .pureBlue, .pureBlue], indices: [0, 1, 2, 1, 3, 2])
        let image = try window.renderer.readPixels()
        // The colour changes by 5.3 per row. The software renderer is accurate to half a row.
        for y in 0..<48 {
          let mixed = RGBA8(red: UInt8(255 - y * 255 / 48), green: 0, blue: UInt8(y * 255 / 48))
          #expect(image[32, y].distance(mixed) <= 6)
        }
        #expect(image.pixels(of: .pureGreen).isEmpty)
      }
    }
  }
}

extension PixelImage {
  /// The column and row of each pixel with a colour, row by row.
  func pixels(of color: RGBA8) -> [[Int]] {
    (0..<size.height).flatMap { y in
      (0..<size.width).filter { self[$0, y] == color }.map { [$0, y] }
    }
  }
}
