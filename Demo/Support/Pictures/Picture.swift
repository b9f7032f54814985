// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A picture without alpha: red, green, blue and one byte that is not used, row by row from the top.
package struct Picture: Hashable, Sendable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  /// - Precondition: width and height are positive, and `bytes` has four for each pixel.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(
      width > 0 && height > 0 && bytes.count == 4 * width * height,
      "a picture of \(width) x \(height) pixels with \(bytes.count) bytes")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Red, green and blue of a pixel, as 0xRRGGBB.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let start = 4 * (y * width + x)
    return UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
  }
}

extension Picture {
  /// The picture as a PNG file: 24 bits a pixel, compressed without loss.
  ///
  /// Source: Portable Network Graphics (Third Edition), W3C.
  package var png: [UInt8] {
    var header = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    header += [8, 2, 0, 0, 0]  // 8 bits a sample, red, green and blue; not interlaced
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", header) + Self.chunk("IDAT", Deflate.zlib(filteredRows))
      + Self.chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body
      + bigEndian(body.withUnsafeBytes { Checksum.crc32($0) })
  }

  /// Each row behind the number of its filter: Up (2), the difference from the row above, or, for the
  /// first row, Sub (1), the difference from the pixel on the left.
  private var filteredRows: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (3 * width + 1))
    for y in 0..<height {
      rows.append(y == 0 ? 1 : 2)
      let back = y == 0 ? 4 : 4 * width
      for x in 0..<width {
        let start = 4 * (y * width + x)
        let hasBefore = y > 0 || x > 0
        for channel in start..<start + 3 {
          rows.append(bytes[channel] &- (hasBefore ? bytes[channel - back] : 0))
        }
      }
    }
    return rows
  }
}
