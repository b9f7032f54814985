// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

extension WithSDL {
  struct BatchTests {
    @Test func `translucent triangles are blended with the picture`() throws {
      try WithSDL.window { window in
        try window.renderer.clear(.pureBlue)
        try window.renderer.triangles(
          positions: [(0, 0), (64, 0), (64, 48)].map { PixelPoint(x: $0.0, y: $0.1) },
          colors: Array(repeating: RGBA8.pureRed.withAlpha(128), count: 3))
        let image = try window.renderer.readPixels()
        let mixed = RGBA8(red: 128, green: 0, blue: 127)
        #expect(image[60, 20].distance(mixed) <= blendTolerance && image[4, 40] == .pureBlue)
      }
    }

    /// Numbers of corners, colours and indices, and the name and value that the error gives.
    static let wrong: [(corners: Int, colors: Int, indices: Int, name: String, value: String)] = [
      (4, 3, 6, "number of colours", "3"), (4, 5, 6, "number of colours", "5"),
      (0, 1, 0, "number of colours", "1"), (3, 0, 0, "number of colours", "0"),
      (4, 4, 0, "number of corners", "4"), (1, 1, 0, "number of corners", "1"),
      (4, 4, 5, "number of indices", "5"), (4, 4, 1, "number of indices", "1"),
    ]

    @Test(arguments: wrong) func `inconsistent counts are an error, and nothing is drawn`(
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

    @Test(arguments: [1, 1e9] as [Float], [0, 1, 2, 4])
    func `an index without a corner is an error, and nothing is drawn`(
      _ side: Float, _ corners: Int
    ) throws {
      try WithSDL.window { window in
        try window.renderer.clear(.pureBlue)
        for index in [-1, .min, Int32(corners)] {
          #expect(throws: DriverError.self) {
            try window.renderer.triangles(
              positions: Array(repeating: PixelPoint(x: side, y: side), count: corners),
              colors: Array(repeating: .pureRed, count: corners), indices: [0, 0, index])
          }
        }
        #expect(try window.renderer.readPixels().pixels(of: .pureBlue).count == 64 * 48)
      }
    }
  }
}
