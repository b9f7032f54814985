// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

extension WithSDL {
  struct TextureTests {
    static let size = PixelSize(width: 2, height: 2)
    static let coverage: [UInt8] = [255, 0, 128, 64]
    static let tint = RGBA8(red: 200, green: 100, blue: 50)

    @Test func `a mask shows its tint in proportion to its coverage`() throws {
      try WithSDL.window { window in
        let mask = try window.renderer.makeMask(coverage: Self.coverage, size: Self.size)
        #expect(mask.size == Self.size)
        try window.renderer.clear(.black)
        let whole = PixelRect(x: 10, y: 20, width: 2, height: 2)
        try window.renderer.draw(mask, [Sprite(destination: whole, tint: Self.tint)])
        let image = try window.renderer.readPixels()
        for (index, alpha) in Self.coverage.enumerated() {
          let part = { (channel: UInt8) in UInt8(Int(channel) * Int(alpha) / 255) }
          let expected = RGBA8(red: part(200), green: part(100), blue: part(50))
          #expect(image[10 + index % 2, 20 + index / 2].distance(expected) <= blendTolerance)
        }
        #expect(image[12, 20] == .black && image[10, 22] == .black && image[9, 20] == .black)
      }
    }

    @Test func `nearest filtering makes blocks, and linear filtering mixes neighbours`() throws {
      try WithSDL.window { window in
        let half: [UInt8] = [255, 0]
        let size = PixelSize(width: 2, height: 1)
        let crisp = try window.renderer.makeMask(coverage: half, size: size)
        let soft = try window.renderer.makeMask(coverage: half, size: size, filter: .linear)
        try window.renderer.clear(.black)
        try window.renderer.draw(
          crisp, [Sprite(destination: PixelRect(x: 0, y: 0, width: 16, height: 8))])
        try window.renderer.draw(
          soft, [Sprite(destination: PixelRect(x: 0, y: 8, width: 16, height: 8))])
        let image = try window.renderer.readPixels()
        for x in 0..<16 { #expect(image[x, 4] == (x < 8 ? .white : .black), "column \(x)") }
        let mixed = (0..<16).map { Int(image[$0, 12].red) }
        #expect(mixed == mixed.sorted(by: >))
        #expect(mixed.contains { (64...192).contains($0) })
      }
    }

    @Test func `each sprite has its own part, position and tint`() throws {
      try WithSDL.window { window in
        var picture = PixelImage(size: PixelSize(width: 3, height: 1), filledWith: .white)
        picture[1, 0] = .pureRed
        picture[2, 0] = .pureGreen
        let texture = try window.renderer.makeTexture(picture)
        try window.renderer.clear(.black)
        let sprites = (0..<3).map { index in
          Sprite(
            source: PixelRegion(x: index, y: 0, width: 1, height: 1),
            destination: PixelRect(x: Float(10 * index), y: 0, width: 2, height: 2),
            tint: index == 0 ? .pureBlue : .white)
        }
        try window.renderer.draw(texture, sprites)
        let image = try window.renderer.readPixels()
        #expect(image.pixels(of: .pureBlue) == [[0, 0], [1, 0], [0, 1], [1, 1]])
        #expect(image.pixels(of: .pureRed) == [[10, 0], [11, 0], [10, 1], [11, 1]])
        #expect(image.pixels(of: .pureGreen) == [[20, 0], [21, 0], [20, 1], [21, 1]])
      }
    }

    @Test func `a texture of another window is an SDL error`() throws {
      let session = try Session(.headless)
      var first = try Window(session, WindowOptions(title: "first"))
      var second = try Window(session, WindowOptions(title: "second"))
      let mask = try first.renderer.makeMask(coverage: Self.coverage, size: Self.size)
      let error = #expect(throws: DriverError.self) {
        try second.renderer.draw(
          mask, [Sprite(destination: PixelRect(x: 0, y: 0, width: 1, height: 1))])
      }
      #expect(error?.description.hasPrefix("SDL_RenderCopyF failed: ") == true)
      #expect(error?.description.contains("not created with this renderer") == true)
    }
  }
}
