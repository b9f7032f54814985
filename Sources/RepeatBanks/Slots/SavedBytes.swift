// SPDX-License-Identifier: Apache-2.0

/// Writes numbers one after another, little-endian, to memory that is large enough.
struct ByteWriter {
  let base: UnsafeMutableRawPointer
  private var count = 0

  init(to base: UnsafeMutableRawPointer) { self.base = base }

  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    base.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  /// Lets `body` write a number of bytes.
  mutating func write(size: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    body(base + count)
    count += size
  }

  /// Writes a number's bit pattern, eight bytes.
  mutating func write(_ number: Double) { write(number.bitPattern) }

  /// Writes a byte, 1 or 0.
  mutating func write(_ flag: Bool) { write(flag ? 1 as UInt8 : 0) }
}

/// Reads numbers that ``ByteWriter`` wrote, and validates each.
///
/// If something is missing or impossible, ``isSound`` becomes false and the returned value is
/// arbitrary.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var start = 0
  /// Whether everything read so far is valid.
  private(set) var isSound = true

  /// A reader of memory that must not change while the reader is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var bytesLeft: Int { bytes.count - start }

  mutating func read<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    guard bytesLeft >= MemoryLayout<Number>.size else {
      isSound = false
      return 0
    }
    defer { start += MemoryLayout<Number>.size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
  }

  /// A number of bytes; `nil` if there are fewer.
  mutating func bytes(_ size: Int) -> UnsafeRawBufferPointer? {
    guard bytesLeft >= size else { return nil }
    defer { start += size }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + size])
  }

  mutating func word() -> UInt64 { read(UInt64.self) }

  /// Reads a byte that must be 1 or 0.
  mutating func flag() -> Bool {
    let byte = read(UInt8.self)
    if byte > 1 { isSound = false }
    return byte == 1
  }

  /// Reads a number; returns the range's lower bound if the number is not in `range`.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let value = Double(bitPattern: word())
    guard range.contains(value) else {
      isSound = false
      return range.lowerBound
    }
    return value
  }
}

/// A checksum against accidental damage, not against tampering.
///
/// This is 64-bit FNV-1a over eight bytes at a time; a shift after each step lets high bits affect
/// low ones.
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm".
package func savedStateChecksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  let prime: UInt64 = 0x100_0000_01B3
  var sum: UInt64 = 0xCBF2_9CE4_8422_2325
  var offset = 0
  while offset + 8 <= bytes.count {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    sum = (sum ^ word) &* prime
    sum ^= sum >> 29
    offset += 8
  }
  for byte in bytes[offset...] { sum = (sum ^ UInt64(byte)) &* prime }
  return sum
}
