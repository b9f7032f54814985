// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

extension WithSDL {
  /// Drawing functions clip shapes far outside the output, and throw an error that names a number
  /// that is not finite.
  struct DrawingNumberTests {
    /// Rectangles, and their columns on the output.
    static let far: [(x: Float, width: Float, columns: Range<Int>)] = [
      (-1.1e9, 2.2e9, 0..<64), (-3e38, 3.4e38, 0..<64), (-0.9, 0.5, 0..<0), (64, 9, 0..<0),
      (-80_000, 80_010, 0..<10), (60, 3e38, 60..<64), (1e30, 1e30, 0..<0), (-3e38, 1e30, 0..<0),
    ]

    @Test(arguments: far) func `a rectangle of any size is clipped to the output`(
      _ far: (x: Float, width: Float, columns: Range<Int>)
    ) throws {
      try WithSDL.window { window in
        let rect = PixelRect(x: far.x, y: 0, width: far.width, height: 1)
        let expected = far.columns.map { [$0, 0] }
        try window.renderer.clear(.black)
        try window.renderer.fill(rect, .pureRed)
        #expect(try window.renderer.readPixels().pixels(of: .pureRed) == expected)
        try window.renderer.clear(.black)
        try window.renderer.fill([rect, rect], .pureRed)
        #expect(try window.renderer.readPixels().pixels(of: .pureRed) == expected)
      }
    }

    @Test(arguments: [100, 80_000, 1e9, 3e38] as [Float])
    func `a triangle of any size is clipped to the output`(_ far: Float) throws {
      try WithSDL.window { window in
        // The half plane right of x = y, in a single colour.
        try window.renderer.clear(.black)
        try window.renderer.triangles(
          positions: [(-far, -far), (far, -far), (far, far)].map { PixelPoint(x: $0.0, y: $0.1) },
          colors: [.pureRed, .pureRed, .pureRed])
        let image = try window.renderer.readPixels()
        // Farther out, a Double cannot represent the crossing with the output's edge.
        if far <= 1e15 {
          #expect(image[63, 0] == .pureRed && image[40, 30] == .pureRed)
          #expect(image[0, 40] == .black && image[30, 40] == .black)
        }
      }
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func `a number that is not finite is an error, and nothing is drawn`(_ wrong: Float) throws {
      try WithSDL.window { window in
        try window.renderer.clear(.black)
        let mask = try window.renderer.makeMask(
          coverage: [255], size: PixelSize(width: 1, height: 1))
        let good = PixelRect(x: 1, y: 2, width: 3, height: 4)
        for path in [\PixelRect.x, \.y, \.width, \.height] {
          var rect = good
          rect[keyPath: path] = wrong
          #expect(throws: DriverError.self) { try window.renderer.fill(rect, .pureRed) }
          #expect(throws: DriverError.self) { try window.renderer.fill([good, rect], .pureRed) }
          #expect(throws: DriverError.self) {
            try window.renderer.draw(mask, [Sprite(destination: rect)])
          }
        }
        for corner in [PixelPoint(x: wrong, y: 1), PixelPoint(x: 1, y: wrong)] {
          #expect(throws: DriverError.self) {
            try window.renderer.triangles(
              positions: [PixelPoint(x: 0, y: 0), PixelPoint(x: 9, y: 0), corner],
              colors: [.pureRed, .pureRed, .pureRed])
          }
        }
        #expect(try window.renderer.readPixels().pixels(of: .black).count == 64 * 48)
      }
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2, .max], [Int.min, 0, 1, 2, .max])
    func `a sprite's source is clipped to its texture`(_ start: Int, _ length: Int) throws {
      try WithSDL.window { window in
        let mask = try window.renderer.makeMask(
          coverage: [255, 255], size: PixelSize(width: 2, height: 1))
        let source = PixelRegion(x: start, y: 0, width: length, height: 1)
        try window.renderer.clear(.black)
        try window.renderer.draw(
          mask, [Sprite(source: source, destination: PixelRect(x: 0, y: 0, width: 8, height: 8))])
        let isShown = length > 0 && start < 2 && (start >= 0 || start > -length)
        #expect((try window.renderer.readPixels()[4, 4] == .white) == isShown)
      }
    }

    /// The output shows a part of a picture of 4 x 4: column 1 of row 2 on the left, column 2 on
    /// the right.
    @Test(.timeLimit(.minutes(10)), arguments: [400, 10_000, 34_000, 60_000, 1e9] as [Float])
    func `a sprite of any size is clipped to the output`(_ side: Float) throws {
      try WithSDL.window { window in
        var picture = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: .white)
        picture[1, 2] = .pureRed
        picture[2, 2] = .pureGreen
        for filter in [TextureFilter.nearest, .linear] {
          let texture = try window.renderer.makeTexture(picture, filter: filter)
          // The edge between the two pixels is in the middle of the output.
          let place = PixelRect(x: 32 - side / 2, y: 24 - side * 0.625, width: side, height: side)
          try window.renderer.clear(.black)
          try window.renderer.draw(texture, [Sprite(destination: place)])
          let image = try window.renderer.readPixels()
          guard side < 1e6 else { continue }
          #expect(image[2, 20] == .pureRed && image[62, 30] == .pureGreen, "\(filter)")
        }
      }
    }
  }
}
