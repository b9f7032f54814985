// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import SDLDriver

extension PixelImage {
  /// The picture as a PNG file: 24 bits per pixel, lossless.
  ///
  /// Source: Portable Network Graphics (Third Edition), W3C.
  var png: [UInt8] {
    // The last five bytes mean: 8 bits for each of red, green and blue, and no interlacing.
    let header = bigEndian(UInt32(size.width)) + bigEndian(UInt32(size.height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", header) + Self.chunk("IDAT", Deflate.zlib(filteredRows))
      + Self.chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
  }

  /// Source: IEEE 802.3, section 3.2.9.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  private static let crcTable: [UInt32] = (0..<256).map {
    (0..<8).reduce($0) { value, _ in value >> 1 ^ (value & 1) * 0xEDB8_8320 }
  }

  /// The filtered rows; each begins with the byte 2, which stands for the filter type Up.
  ///
  /// Each further byte is the difference from the byte above, which for the first row counts as 0.
  private var filteredRows: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(size.height * (3 * size.width + 1))
    let stride = 4 * size.width
    bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<size.height {
        rows.append(2)
        for pixel in Swift.stride(from: row * stride, to: (row + 1) * stride, by: 4) {
          for index in pixel..<pixel + 3 {
            rows.append(row == 0 ? bytes[index] : bytes[index] &- bytes[index - stride])
          }
        }
      }
    }
    return rows
  }
}

/// Bytes in zlib format: literals, and matches at a distance of two pixels, in one block of fixed
/// Huffman codes.
///
/// The demo's pictures are flat, so most filtered bytes are 0.
/// Sources: RFC 1950 (zlib), RFC 1951 (deflate).
private struct Deflate {
  private var output: [UInt8] = [0x78, 0x01]
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// The zlib stream of `bytes`.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    deflate.write(0b011, count: 3)  // the last block, with fixed codes
    bytes.withUnsafeBufferPointer { deflate.compress($0) }
    deflate.writeSymbol(256)
    deflate.write(0, count: 7)  // fills the last byte
    return deflate.output + bigEndian(adler32(bytes))
  }

  /// The size of two pixels in bytes.
  private static let distance = 6

  private mutating func compress(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      var length = 0
      let longest = index < Self.distance ? 0 : min(258, bytes.count - index)
      while length < longest, bytes[index + length] == bytes[index + length - Self.distance] {
        length += 1
      }
      if length >= 3 { writeRepeat(length: length) } else { writeSymbol(Int(bytes[index])) }
      index += length >= 3 ? length : 1
    }
  }

  /// Writes a literal (0...255), the end (256) or a length (257...285): RFC 1951, section 3.2.6.
  private mutating func writeSymbol(_ symbol: Int) {
    switch symbol {
    case ..<144: writeCode(0x30 + symbol, count: 8)
    case ..<256: writeCode(0x190 + symbol - 144, count: 9)
    case ..<280: writeCode(symbol - 256, count: 7)
    default: writeCode(0xC0 + symbol - 280, count: 8)
    }
  }

  /// Writes a match with the bytes two pixels before.
  private mutating func writeRepeat(length: Int) {
    // The symbols of lengths form groups of four with the same number of extra bits.
    let value = length - 3
    let bits = max(0, value.bitWidth - value.leadingZeroBitCount - 3)
    let isLongest = length == 258
    writeSymbol(isLongest ? 285 : 257 + (bits << 2) + (value >> bits))
    write(isLongest ? 0 : UInt64(value & ((1 << bits) - 1)), count: isLongest ? 0 : bits)
    // The distances 5 and 6 have the symbol 4 and an extra bit.
    writeCode(4, count: 5)
    write(1, count: 1)
  }

  /// Writes a Huffman code, which begins with its highest bit.
  private mutating func writeCode(_ code: Int, count: Int) {
    for bit in (0..<count).reversed() { write(UInt64(code >> bit & 1), count: 1) }
  }

  /// Appends the lowest `count` bits, the lowest first.
  private mutating func write(_ bits: UInt64, count: Int) {
    pending |= bits << UInt64(pendingBits)
    pendingBits += count
    while pendingBits >= 8 {
      output.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  /// The checksum of RFC 1950, section 9; sums of 5,552 bytes do not overflow.
  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for start in stride(from: 0, to: bytes.count, by: 5552) {
      for byte in bytes[start..<min(start + 5552, bytes.count)] {
        a += UInt32(byte)
        b += a
      }
      (a, b) = (a % 65_521, b % 65_521)
    }
    return b << 16 | a
  }
}

/// The four bytes of a number in big-endian order.
private func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
