// SPDX-License-Identifier: Apache-2.0

import CSDL2
import Foundation
import Testing

@testable import SDLDriver

extension WithSDL {
  struct PixelImageTests {
    @Test func `a bitmap has the size and the colours that were written`() throws {
      var image = PixelImage(size: PixelSize(width: 3, height: 2), filledWith: .white)
      image[0, 0] = .pureRed
      image[2, 0] = RGBA8(red: 1, green: 2, blue: 3)
      image[1, 1] = .pureBlue.withAlpha(0)
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appendingPathComponent("a picture.bmp").path
      try image.writeBMP(to: path)

      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(bytes[0...1] == [0x42, 0x4d])
      #expect(bytes[28] == 24, "bits a pixel")
      let loaded = try #require(SDL_LoadBMP_RW(SDL_RWFromFile(path, "rb"), 1))
      defer { SDL_FreeSurface(loaded) }
      #expect(loaded.pointee.w == 3 && loaded.pointee.h == 2)
      // Rows of 24 bits: blue, green, red.
      let rows = try #require(loaded.pointee.pixels).assumingMemoryBound(to: UInt8.self)
      for y in 0..<2 {
        for x in 0..<3 {
          let start = y * Int(loaded.pointee.pitch) + 3 * x
          let color = RGBA8(red: rows[start + 2], green: rows[start + 1], blue: rows[start])
          #expect(color == image[x, y].withAlpha(255))
        }
      }
    }

    @Test func `a path that cannot be written is an error that names it`() {
      let image = PixelImage(size: PixelSize(width: 1, height: 1))
      let error = #expect(throws: DriverError.self) {
        try image.writeBMP(to: "/nonexistent folder/picture.bmp")
      }
      guard case .callFailed("SDL_RWFromFile", let message, let remedy)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(message.contains("Couldn't open"))
      #expect(remedy.contains("/nonexistent folder/picture.bmp"))
    }

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
    func `a part that is not on the output is an error`(region: PixelRegion) throws {
      try WithSDL.window { window in
        let error = #expect(throws: DriverError.self) {
          _ = try window.renderer.readPixels(region)
        }
        guard case .invalidValue("region to read", _, let allowed)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(allowed.contains("64 x 48"))
      }
    }
  }
}
