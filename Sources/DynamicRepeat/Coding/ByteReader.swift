// SPDX-License-Identifier: Apache-2.0

/// Reads what ``ByteWriter`` wrote, and takes nothing for granted.
///
/// Where something is missing or impossible, ``isSound`` becomes false and the value is any.
package struct ByteReader {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  @usableFromInline var start = 0

  /// Whether everything so far can have been written.
  package var isSound = true

  /// A reader of memory that stays as it is for as long as the reader is used.
  @inlinable
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// How many bytes there are in all.
  @inlinable
  package var size: Int { bytes.count }

  /// How many bytes have been read.
  @inlinable
  package var count: Int { start }

  /// How many bytes are still to be read.
  @inlinable
  package var bytesLeft: Int { bytes.count - start }

  /// Notes that something must hold.
  @inlinable
  package mutating func require(_ holds: Bool) { if !holds { isSound = false } }

  /// A whole number of as many bytes as its type has; 0 where fewer are left, which it leaves.
  @inlinable
  package mutating func read<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    guard bytesLeft >= MemoryLayout<Number>.size else {
      isSound = false
      return 0
    }
    defer { start += MemoryLayout<Number>.size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
  }

  /// Passes over so many bytes; `nil`, and unsound, where fewer are left.
  package mutating func take(_ size: UInt64) -> UnsafeRawBufferPointer? {
    guard size <= UInt64(bytesLeft) else {
      isSound = false
      return nil
    }
    defer { start += Int(size) }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(size)])
  }

  /// One byte.
  package mutating func byte() -> UInt8 { read(UInt8.self) }

  /// Eight bytes.
  package mutating func word() -> UInt64 { read(UInt64.self) }

  /// Eight bytes, with a sign.
  package mutating func integer() -> WideInt { read(WideInt.self) }

  /// A number of eight bytes, to the last bit.
  package mutating func number() -> Double { Double(bitPattern: word()) }

  /// A byte that is 1 or 0.
  package mutating func flag() -> Bool { choice(below: 2) == 1 }

  /// One of the first `count` numbers, or 0.
  package mutating func choice(below count: UInt8) -> UInt8 {
    let value = byte()
    require(value < count)
    return value < count ? value : 0
  }

  /// An integer in `range`, or its lower bound.
  package mutating func integer(in range: ClosedRange<WideInt>) -> WideInt {
    let value = integer()
    require(range.contains(value))
    return range.contains(value) ? value : range.lowerBound
  }

  /// A number in `range`, or its lower bound.
  package mutating func number(in range: ClosedRange<Double>) -> Double {
    let value = number()
    require(range.contains(value))
    return range.contains(value) ? value : range.lowerBound
  }

  /// What `body` reads, where a flag before it says that there is something.
  package mutating func optional<Value>(_ body: (inout ByteReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }
}
