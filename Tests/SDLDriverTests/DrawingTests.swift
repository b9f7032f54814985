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
    func `translucent rectangles and triangles are blended with the picture`(alpha: UInt8) throws {
      let color = RGBA8.pureRed.withAlpha(alpha)
      let image = try WithSDL.drawing(on: .pureBlue) { renderer in
        try renderer.fill(PixelRect(x: 0, y: 0, width: 64, height: 24), color)
        try renderer.triangles(
          positions: [(0, 24), (64, 24), (64, 48)].map { PixelPoint(x: $0.0, y: $0.1) },
          colors: [color, color, color])
      }
      let mixed = RGBA8(red: alpha, green: 0, blue: 255 - alpha)
      #expect(image[3, 3].distance(mixed) <= blendTolerance)
      #expect(image[60, 30].distance(mixed) <= blendTolerance && image[4, 44] == .pureBlue)
    }

    @Test func `triangles mix the colours of their corners`() throws {
      let image = try WithSDL.drawing(on: .pureGreen) { renderer in
        try renderer.triangles(
          positions: [(0, 0), (64, 0), (0, 48), (64, 48)].map { PixelPoint(x: $0.0, y: $0.1) },
          colors: [.pureRed, .pureRed, .pureBlue, .pureBlue], indices: [0, 1, 2, 1, 3, 2])
      }
      // The colour changes by 5.3 per row. The software renderer is accurate to half a row.
      for y in 0..<48 {
        let mixed = RGBA8(red: UInt8(255 - y * 255 / 48), green: 0, blue: UInt8(y * 255 / 48))
        #expect(image[32, y].distance(mixed) <= 6)
      }
      #expect(image.pixels(of: .pureGreen).isEmpty)
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

    // MARK: - Textures

    static let size = PixelSize(width: 2, height: 2)
    static let coverage: [UInt8] = [255, 0, 128, 64]

    @Test func `a mask shows its tint in proportion to its coverage`() throws {
      let image = try WithSDL.drawing { renderer in
        let mask = try renderer.makeMask(coverage: Self.coverage, size: Self.size)
        #expect(mask.size == Self.size)
        let whole = PixelRect(x: 10, y: 20, width: 2, height: 2)
        let tint = RGBA8(red: 200, green: 100, blue: 50)
        try renderer.draw(mask, [Sprite(destination: whole, tint: tint)])
      }
      for (index, alpha) in Self.coverage.enumerated() {
        let part = { (channel: UInt8) in UInt8(Int(channel) * Int(alpha) / 255) }
        let expected = RGBA8(red: part(200), green: part(100), blue: part(50))
        #expect(image[10 + index % 2, 20 + index / 2].distance(expected) <= blendTolerance)
      }
      #expect(image[12, 20] == .black && image[10, 22] == .black && image[9, 20] == .black)
    }

    @Test func `nearest filtering makes blocks, and linear filtering mixes neighbours`() throws {
      let image = try WithSDL.drawing { renderer in
        let half: [UInt8] = [255, 0]
        let size = PixelSize(width: 2, height: 1)
        let crisp = try renderer.makeMask(coverage: half, size: size)
        let soft = try renderer.makeMask(coverage: half, size: size, filter: .linear)
        try renderer.draw(
          crisp, [Sprite(destination: PixelRect(x: 0, y: 0, width: 16, height: 8))])
        try renderer.draw(
          soft, [Sprite(destination: PixelRect(x: 0, y: 8, width: 16, height: 8))])
      }
      for x in 0..<16 { #expect(image[x, 4] == (x < 8 ? .white : .black), "column \(x)") }
      let mixed = (0..<16).map { Int(image[$0, 12].red) }
      #expect(mixed == mixed.sorted(by: >) && mixed.contains { (64...192).contains($0) })
    }

    @Test func `a texture's pixels can be replaced; without blending, alpha is ignored`() throws {
      let image = try WithSDL.drawing { renderer in
        let size = PixelSize(width: 2, height: 1)
        let texture = try renderer.makeTexture(PixelImage(size: size), blends: false)
        try renderer.replace(texture, with: [.pureRed.withAlpha(0), .pureGreen])
        let target = PixelRect(x: 0, y: 0, width: 4, height: 1)
        try renderer.draw(texture, [Sprite(destination: target)])
        var isRefused = false
        do throws(DriverError) {
          try renderer.replace(texture, with: [.pureRed])
        } catch {
          isRefused = true
        }
        #expect(isRefused)
      }
      #expect(image.pixels(of: .pureRed) == [[0, 0], [1, 0]])
      #expect(image.pixels(of: .pureGreen) == [[2, 0], [3, 0]])
    }

    @Test func `each sprite has its own part, position and tint`() throws {
      var picture = PixelImage(size: PixelSize(width: 3, height: 1), filledWith: .white)
      picture[1, 0] = .pureRed
      picture[2, 0] = .pureGreen
      let image = try WithSDL.drawing { renderer in
        let texture = try renderer.makeTexture(picture)
        let sprites = (0..<3).map { index in
          Sprite(
            source: PixelRegion(x: index, y: 0, width: 1, height: 1),
            destination: PixelRect(x: Float(10 * index), y: 0, width: 2, height: 2),
            tint: index == 0 ? .pureBlue : .white)
        }
        try renderer.draw(texture, sprites)
      }
      for (index, color) in [RGBA8.pureBlue, .pureRed, .pureGreen].enumerated() {
        let x = 10 * index
        #expect(image.pixels(of: color) == [[x, 0], [x + 1, 0], [x, 1], [x + 1, 1]])
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
