// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Foundation
import Testing
import WindowRigs

/// PNG and GIF files, read back by ImageMagick.
@Suite struct PictureFileTests {
  /// Pixels of each kind: flat, a slope of colours, noise, and a row that repeats.
  static func picture(_ kind: String, _ width: Int, _ height: Int, _ shift: Int = 0) -> Picture {
    var random = SplitMix(state: 7)
    let bytes = (0..<width * height).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % width, pixel / width)
      switch kind {
      case "flat": return [9, 90, 200, 255]
      case "slope": return [UInt8(x & 255), UInt8(y & 255), UInt8((x + y) >> 1 & 255), 0]
      case "noise": return (0..<4).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      default:
        let isInside = (x - shift).magnitude < 20 && y > height / 2
        return isInside ? [255, 183, 50, 255] : [15, UInt8(x % 7), 24, 255]
      }
    }
    return Picture(width: width, height: height, bytes: bytes)
  }

  struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
  }

  /// Red, green and blue of each picture in a file, as ImageMagick reads them.
  private func decoded(_ file: [UInt8], _ name: String, _ folder: TemporaryFolder) throws
    -> [UInt8]
  {
    let path = try folder.write(name, file)
    let run = try Child.run(
      "/bin/sh", ["-c", "convert '\(path)' -coalesce -depth 8 rgb:- >'\(path).rgb'"])
    #expect(run.status == 0, "\(run.errors)")
    return try folder.bytes("\(name).rgb")
  }

  private func rgb(_ picture: Picture, _ kind: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(picture.bytes.count / 4 * 3)
    for pixel in stride(from: 0, to: picture.bytes.count, by: 4) {
      bytes += picture.bytes[pixel..<pixel + 3]
    }
    return bytes
  }

  @Test(arguments: ["flat", "slope", "noise", "square"], [(1, 1), (3, 2), (97, 61), (700, 300)])
  func `a PNG has the very pixels`(kind: String, size: (width: Int, height: Int)) throws {
    let picture = Self.picture(kind, size.width, size.height)
    let file = picture.png
    #expect(try decoded(file, "p.png", try TemporaryFolder()) == rgb(picture, kind))
    if kind != "noise", size.width == 700 {
      #expect(file.count * 20 < picture.bytes.count, "\(file.count) bytes")
    }
  }

  @Test func `a GIF has the very pixels of pictures with at most 255 colours, and their times`()
    throws
  {
    let folder = try TemporaryFolder()
    let pictures = [0, 40, 40, 41, 160].map { Self.picture("square", 200, 90, $0) }
    var writer = GIFWriter()
    var file: [UInt8] = []
    for (index, picture) in pictures.enumerated() {
      file += writer.add(picture, at: [0, 0.05, 0.11, 0.125, 0.5][index])
    }
    file += writer.finish()
    // The fourth comes 1.5/100 s after the third: too soon to be shown.
    let expected = [pictures[0], pictures[1], pictures[2], pictures[4]]
    #expect(try decoded(file, "p.gif", folder) == expected.flatMap { rgb($0, "square") })
    let run = try Child.run("/usr/bin/identify", ["-format", "%T ", folder.file("p.gif")])
    #expect(run.output == "5 6 39 100 ")
  }

  @Test(arguments: [("slope", 24), ("noise", 60)])
  func `a GIF of many colours is near them`(kind: String, most: Int) throws {
    let picture = Self.picture(kind, 256, 256)
    var writer = GIFWriter()
    let file = writer.add(picture, at: 0) + writer.finish()
    let pairs = zip(try decoded(file, "p.gif", try TemporaryFolder()), rgb(picture, kind))
    let errors = pairs.map { abs(Int($0) - Int($1)) }
    #expect(errors.count == 256 * 256 * 3)
    #expect(errors.reduce(0, +) / errors.count <= most / 4, "\(errors.reduce(0, +) / errors.count)")
    #expect((errors.max() ?? 0) <= most, "\(errors.max() ?? 0)")
  }
}
