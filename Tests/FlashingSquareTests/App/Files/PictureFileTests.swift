// SPDX-License-Identifier: Apache-2.0

import SDLDriver
import TestSupport
import Testing
import WindowRigs

@testable import FlashingSquare

/// PNG files, read back by ImageMagick.
@Suite struct PictureFileTests {
  /// A picture of a kind: flat, a colour gradient, noise, or a square on a dark background.
  private static func picture(_ kind: String, _ width: Int, _ height: Int) -> PixelImage {
    var random = SeededRandom(seed: 7)
    var image = PixelImage(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width {
        image[x, y] =
          switch kind {
          case "flat": RGBA8(red: 9, green: 90, blue: 200)
          case "slope":
            RGBA8(red: UInt8(x & 255), green: UInt8(y & 255), blue: UInt8((x + y) >> 1 & 255))
          case "noise":
            RGBA8(red: .random(in: 0...255, using: &random), green: UInt8(x & 1), blue: 0)
          default:
            x < 40 && y > height / 2
              ? RGBA8(red: 255, green: 183, blue: 50) : RGBA8(red: 15, green: 20, blue: 24)
          }
      }
    }
    return image
  }

  @Test(arguments: ["flat", "slope", "noise", "square"], [(1, 1), (3, 2), (97, 61), (700, 300)])
  func `a PNG has exactly the picture's pixels, and is small for drawn pictures`(
    kind: String, size: (width: Int, height: Int)
  ) throws {
    let picture = Self.picture(kind, size.width, size.height)
    let file = picture.png
    let folder = try TemporaryFolder()
    try folder.write("p.png", file)
    let run = try Child.run(
      "/bin/sh", ["-c", "convert p.png -depth 8 rgba:p"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.bytes("p") == picture.bytes)
    if kind != "noise", size.width == 700 {
      #expect(file.count * 20 < picture.bytes.count, "\(file.count) bytes")
    }
  }
}
