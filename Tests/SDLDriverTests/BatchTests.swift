// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

extension WithSDL {
  struct BatchTests {
    /// The corners of an upright rectangle, and the order in which they make two triangles.
    private func corners(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> [PixelPoint] {
      [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        .map { PixelPoint(x: $0.0, y: $0.1) }
    }

    private let around: [Int32] = [0, 1, 2, 0, 2, 3]

    /// Numbers of corners, colours and indices, and what the error names.
    static let wrong: [(corners: Int, colors: Int, indices: Int, name: String, value: String)] = [
      (4, 3, 6, "number of colours", "3"), (4, 5, 6, "number of colours", "5"),
      (0, 1, 0, "number of colours", "1"), (3, 0, 0, "number of colours", "0"),
      (4, 4, 0, "number of corners", "4"), (1, 1, 0, "number of corners", "1"),
      (4, 4, 5, "number of indices", "5"), (4, 4, 1, "number of indices", "1"),
    ]

    @Test(arguments: wrong) func `numbers that do not fit are an error, and nothing is drawn`(
      _ wrong: (corners: Int, colors: Int, indices: Int, name: String, value: String)
    ) throws {
      try WithSDL.window { window in
        try window.renderer.clear(.pureBlue)
        let error = #expect(throws: DriverError.self) {
          try window.renderer.triangles(
            positions: Array(repeating: PixelPoint(x: 1, y: 1), count: wrong.corners),
            colors: Array(repeating: .pureRed, count: wrong.colors),
            indices: Array(repeating: 0, count: wrong.indices))
        }
        let words = "\(wrong.name) is \(wrong.value); it must be "
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
        #expect(try window.renderer.readPixels().pixels(of: .pureBlue).count == 64 * 48)
      }
    }

    @Test(arguments: [3, -1, Int32.max, Int32.min]) func `an index without a corner is SDL's error`(
      _ index: Int32
    ) throws {
      try WithSDL.window { window in
        let error = #expect(throws: DriverError.self) {
          try window.renderer.triangles(
            positions: Array(repeating: PixelPoint(x: 1, y: 1), count: 3),
            colors: Array(repeating: .pureRed, count: 3), indices: [0, 1, index])
        }
        #expect(error?.description.hasPrefix("SDL_RenderGeometryRaw failed: ") == true)
      }
    }
  }
}
