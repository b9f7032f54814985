// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Writes numbers as little-endian bytes at any address; or only counts.
struct SnapshotWriter {
  private let base: UnsafeMutableRawPointer?
  private(set) var count = 0

  /// A writer to memory that is large enough, or one that only counts.
  init(to base: UnsafeMutableRawPointer? = nil) { self.base = base }

  mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    base?.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
    count += Number.bitWidth / 8
  }

  mutating func write(_ number: Double) { write(number.bitPattern) }

  mutating func write(_ number: Float) { write(number.bitPattern) }

  mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }

  /// Leaves room for so many bytes, which `body` writes.
  mutating func append(count size: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    if let base { body(base + count) }
    count += size
  }

  /// Puts a check of all bytes before it at the end.
  mutating func seal() {
    write(SnapshotCheck.sum(UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count)))
  }
}

/// FNV-1a in 64 bits, eight bytes at a time: tells damage, not tampering.
enum SnapshotCheck {
  static let size = 8

  static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
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

/// Reads what a ``SnapshotWriter`` wrote.
struct SnapshotReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var bytesLeft: Int { bytes.count - offset }

  mutating func read<Number: FixedWidthInteger>(_ type: Number.Type) throws(BankSnapshotError)
    -> Number
  {
    let size = Number.bitWidth / 8
    guard bytesLeft >= size else {
      throw .wrongLength(given: bytes.count, needed: offset + size)
    }
    defer { offset += size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  mutating func readFloat() throws(BankSnapshotError) -> Float {
    Float(bitPattern: try read(UInt32.self))
  }

  mutating func readBool() throws(BankSnapshotError) -> Bool { try read(UInt8.self) != 0 }

  /// Passes over so many bytes, which `body` reads; nil where fewer are left.
  mutating func take<Value>(_ count: UInt64, _ body: (UnsafeRawPointer) -> Value) -> Value? {
    guard count > 0, count <= UInt64(bytesLeft) else { return nil }
    defer { offset += Int(count) }
    return bytes.baseAddress.map { body($0 + offset) }
  }
}
