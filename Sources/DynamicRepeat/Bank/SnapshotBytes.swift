// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Writes numbers as little-endian bytes.
struct SnapshotWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ number: Double) { write(number.bitPattern) }

  mutating func write(_ number: Float) { write(number.bitPattern) }

  mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }

  /// Appends so many bytes, which `body` writes.
  mutating func append(count: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    bytes.withUnsafeMutableBytes { bytes in
      if count > 0, let base = bytes.baseAddress { body(base + start) }
    }
  }

  /// Puts a check of all bytes before it at the end.
  mutating func seal() { write(SnapshotCheck.sum(bytes[...])) }
}

/// FNV-1a in 64 bits, eight bytes at a time: tells damage, not tampering.
enum SnapshotCheck {
  static let size = 8

  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        sum = (sum ^ word) &* 0x100_0000_01B3
        sum ^= sum >> 29
        offset += 8
      }
      while offset < bytes.count {
        sum = (sum ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
        offset += 1
      }
      return sum
    }
  }
}

/// Reads what a ``SnapshotWriter`` wrote.
struct SnapshotReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var offset = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var bytesLeft: Int { bytes.count - offset }

  mutating func read<Number: FixedWidthInteger>(_ type: Number.Type) throws(BankSnapshotError)
    -> Number
  {
    let size = Number.bitWidth / 8
    guard bytesLeft >= size else {
      throw .wrongLength(given: bytes.count, needed: offset + size)
    }
    defer { offset += size }
    return bytes.withUnsafeBytes { bytes in
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }

  mutating func readFloat() throws(BankSnapshotError) -> Float {
    Float(bitPattern: try read(UInt32.self))
  }

  mutating func readBool() throws(BankSnapshotError) -> Bool { try read(UInt8.self) != 0 }

  /// Passes over so many bytes, which `body` reads; nil where fewer are left.
  mutating func take<Value>(_ count: UInt64, _ body: (UnsafeRawPointer) -> Value) -> Value? {
    guard count > 0, count <= UInt64(bytesLeft) else { return nil }
    defer { offset += Int(count) }
    return bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { body($0 + offset) } }
  }
}
