// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

extension WithSDL {
  /// Drawing functions clip shapes far outside the output, and throw an error that names an invalid
  /// number.
  struct DrawingNumberTests {
    /// Rectangles, and their columns on the output.
    static let far: [(x: Float, width: Float, columns: Range<Int>)] = [
      (-1.1e9, 2.2e9, 0..<64), (-3e38, 3.4e38, 0..<64), (-0.9, 0.5, 0..<0), (64, 9, 0..<0),
      (-80_000, 80_010, 0..<10), (60, 3e38, 60..<64), (1e30, 1e30, 0..<0), (-3e38, 1e30, 0..<0),
    ]

    @Test(arguments: far) func `a rectangle of any size is clipped to the output`(
      _ far: (x: Float, width: Float, columns: Range<Int>)
    ) throws {
      let image = try WithSDL.drawing { renderer in
        let rects = [0, 1, 2].map { PixelRect(x: far.x, y: $0, width: far.width, height: 1) }
        try renderer.fill(rects[0], .pureRed)
        try renderer.fill([rects[1], rects[2]], .pureRed)
      }
      #expect(image.pixels(of: .pureRed) == (0..<3).flatMap { y in far.columns.map { [$0, y] } })
    }

    @Test(arguments: [100, 80_000, 1e9, 3e38] as [Float])
    func `a triangle of any size is clipped to the output`(_ far: Float) throws {
      // The half plane right of x = y, in a single colour.
      let image = try WithSDL.drawing { renderer in
        try renderer.triangles(
          positions: [(-far, -far), (far, -far), (far, far)].map { PixelPoint(x: $0.0, y: $0.1) },
          colors: [.pureRed, .pureRed, .pureRed])
      }
      // Farther out, a Double cannot represent the crossing with the output's edge.
      guard far <= 1e15 else { return }
      #expect(image[63, 0] == .pureRed && image[40, 30] == .pureRed)
      #expect(image[0, 40] == .black && image[30, 40] == .black)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2, .max], [Int.min, 0, 1, 2, .max])
    func `a sprite's source is clipped to its texture`(_ start: Int, _ length: Int) throws {
      let image = try WithSDL.drawing { renderer in
        let mask = try renderer.makeMask(
          coverage: [255, 255], size: PixelSize(width: 2, height: 1))
        let source = PixelRegion(x: start, y: 0, width: length, height: 1)
        try renderer.draw(
          mask, [Sprite(source: source, destination: PixelRect(x: 0, y: 0, width: 8, height: 8))])
      }
      let isShown = length > 0 && start < 2 && (start >= 0 || start > -length)
      #expect((image[4, 4] == .white) == isShown)
    }

    /// The output shows a part of a picture of 4 x 4: column 1 of row 2 on the left, column 2 on
    /// the right.
    @Test(
      .timeLimit(.minutes(10)), arguments: [400, 10_000, 34_000, 60_000, 1e9] as [Float],
      [TextureFilter.nearest, .linear])
    func `a sprite of any size is clipped to the output`(
      _ side: Float, filter: TextureFilter
    ) throws {
      var picture = PixelImage(size: PixelSize(width: 4, height: 4), filledWith: .white)
      picture[1, 2] = .pureRed
      picture[2, 2] = .pureGreen
      let image = try WithSDL.drawing { renderer in
        let texture = try renderer.makeTexture(picture, filter: filter)
        // The edge between the two pixels is in the middle of the output.
        let place = PixelRect(x: 32 - side / 2, y: 24 - side * 0.625, width: side, height: side)
        try renderer.draw(texture, [Sprite(destination: place)])
      }
      #expect(side >= 1e6 || image[2, 20] == .pureRed && image[62, 30] == .pureGreen)
    }

    /// The text of the error that a call throws without drawing anything.
    private func error(_ body: (inout Renderer) throws -> Void) throws -> String {
      var error: DriverError?
      let image = try WithSDL.drawing(on: .pureBlue) { renderer in
        error = #expect(throws: DriverError.self) { try body(&renderer) }
      }
      #expect(image.pixels(of: .pureBlue).count == 64 * 48)
      return error?.description ?? ""
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func `a number that is not finite is an error, and nothing is drawn`(_ wrong: Float) throws {
      let good = PixelRect(x: 1, y: 2, width: 3, height: 4)
      for (path, name) in [
        (\PixelRect.x, "x"), (\.y, "y"), (\.width, "width"), (\.height, "height"),
      ] {
        var rect = good
        rect[keyPath: path] = wrong
        let bodies: [(inout Renderer) throws -> Void] = [
          { try $0.fill(rect, .pureRed) }, { try $0.fill([good, rect], .pureRed) },
          {
            let mask = try $0.makeMask(coverage: [255], size: PixelSize(width: 1, height: 1))
            try $0.draw(mask, [Sprite(destination: rect)])
          },
        ]
        for body in bodies {
          #expect(try error(body) == "\(name) of a rectangle is \(wrong); it must be finite")
        }
      }
      for (name, corner) in [
        ("x", PixelPoint(x: wrong, y: 1)), ("y", PixelPoint(x: 1, y: wrong)),
      ] {
        let text = try error {
          try $0.triangles(
            positions: [PixelPoint(x: 0, y: 0), PixelPoint(x: 9, y: 0), corner],
            colors: [.pureRed, .pureRed, .pureRed])
        }
        #expect(text == "\(name) of a corner is \(wrong); it must be finite")
      }
    }

    /// Numbers of corners, colours and indices, and the name and value that the error gives.
    static let counts: [(corners: Int, colors: Int, indices: Int, name: String)] = [
      (4, 3, 6, "number of colours is 3"), (4, 5, 6, "number of colours is 5"),
      (0, 1, 0, "number of colours is 1"), (3, 0, 0, "number of colours is 0"),
      (4, 4, 0, "number of corners is 4"), (1, 1, 0, "number of corners is 1"),
      (4, 4, 5, "number of indices is 5"), (4, 4, 1, "number of indices is 1"),
    ]

    @Test(arguments: counts) func `inconsistent counts are an error, and nothing is drawn`(
      _ counts: (corners: Int, colors: Int, indices: Int, name: String)
    ) throws {
      let text = try error {
        try $0.triangles(
          positions: Array(repeating: PixelPoint(x: 1, y: 1), count: counts.corners),
          colors: Array(repeating: .pureRed, count: counts.colors),
          indices: Array(repeating: 0, count: counts.indices))
      }
      #expect(text.hasPrefix("\(counts.name); it must be "), "\(text)")
    }

    @Test(arguments: [1, 1e9] as [Float], [0, 1, 2, 4])
    func `an index without a corner is an error, and nothing is drawn`(
      _ side: Float, _ corners: Int
    ) throws {
      for index in [-1, .min, Int32(corners)] {
        _ = try error {
          try $0.triangles(
            positions: Array(repeating: PixelPoint(x: side, y: side), count: corners),
            colors: Array(repeating: .pureRed, count: corners), indices: [0, 0, index])
        }
      }
    }
  }
}
