// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import Testing

@testable import SDLDriver

extension WithSDL {
  struct PixelImageTests {
    @Test func `a part of the output can be read`() throws {
      try WithSDL.window { window in
        try window.renderer.clear(.black)
        try window.renderer.fill(PixelRect(x: 10, y: 20, width: 1, height: 1), .pureRed)
        let part = try window.renderer.readPixels(PixelRegion(x: 9, y: 19, width: 4, height: 3))
        #expect(part.size == PixelSize(width: 4, height: 3))
        #expect(part.pixels(of: .pureRed) == [[1, 1]])
      }
    }
  }
}
