// SPDX-License-Identifier: Apache-2.0

/// The checksums of the formats: they find damage, and are no protection against intent.
///
/// Each format keeps the one that it began with, as files and snapshots of it are about.
/// Sources: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm"; IEEE
/// 802.3, section 3.2.9, for CRC-32.
package enum Checksum {
  /// The ``fnv1a64(_:from:)`` of no bytes.
  @usableFromInline static let fnv1a64Start: UInt64 = 0xCBF2_9CE4_8422_2325

  private static let fnv64Prime: UInt64 = 0x100_0000_01B3

  /// FNV-1a of 64 bits: for the snapshots of the C library.
  /// - Parameter start: The sum of the bytes before these.
  @usableFromInline
  package static func fnv1a64(
    _ bytes: UnsafeRawBufferPointer, from start: UInt64 = fnv1a64Start
  ) -> UInt64 {
    var sum = start
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* fnv64Prime }
    return sum
  }

  /// FNV-1a of 64 bits by eight bytes at a time, each time with a shift that lets high bits act on
  /// low ones: for the snapshots of a bank, which are large.
  package static func fnv1a64ByWords(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = fnv1a64Start
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      sum = (sum ^ word) &* fnv64Prime
      sum ^= sum >> 29
      offset += 8
    }
    return fnv1a64(UnsafeRawBufferPointer(rebasing: bytes[offset...]), from: sum)
  }

  /// FNV-1a of 32 bits: for the demo's file of glyphs, whose sum a Python script writes.
  package static func fnv1a32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum: UInt32 = 0x811C_9DC5
    for byte in bytes { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
    return sum
  }

  /// CRC-32 as in Ethernet and PNG, reversed polynomial 0xEDB88320: for the demo's pictures.
  package static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = crcTable[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    return ~sum
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
