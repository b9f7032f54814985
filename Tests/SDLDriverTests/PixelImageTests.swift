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

    @Test(arguments: [
      PixelRegion(x: -1, y: 0, width: 2, height: 2), PixelRegion(x: 0, y: 47, width: 2, height: 2),
      PixelRegion(x: 0, y: 0, width: 0, height: 1), PixelRegion(x: 1, y: 0, width: .max, height: 1),
    ])
    func `a part outside the output is an error`(region: PixelRegion) throws {
      try WithSDL.window { window in
        let error = #expect(throws: DriverError.self) {
          _ = try window.renderer.readPixels(region)
        }
        #expect(error?.description.hasPrefix("region to read is ") == true)
        #expect(error?.description.contains("inside the output of 64 x 48") == true)
      }
    }
  }
}
