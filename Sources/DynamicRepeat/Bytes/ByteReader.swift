// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Reads what ``ByteWriter`` wrote, and takes nothing for granted.
///
/// Where something is missing or impossible, ``isSound`` becomes false and the value is any.
package struct ByteReader {
  private let base: UnsafeRawPointer
  private let size: Int

  /// How many bytes have been read.
  package private(set) var count = 0

  /// The ``ByteWriter/hash`` of what has been read.
  package private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Whether everything so far can have been written.
  package private(set) var isSound = true

  package init(_ base: UnsafeRawPointer, size: Int) {
    self.base = base
    self.size = size
  }

  /// Notes that something must hold.
  package mutating func require(_ holds: Bool) { if !holds { isSound = false } }

  package mutating func byte() -> UInt8 {
    guard count < size else {
      isSound = false
      return 0
    }
    let value = base.loadUnaligned(fromByteOffset: count, as: UInt8.self)
    hash = (hash ^ UInt64(value)) &* 0x100_0000_01b3
    count += 1
    return value
  }

  package mutating func word() -> UInt64 {
    var value: UInt64 = 0
    for byteNumber in 0..<8 as Range<UInt64> { value |= UInt64(byte()) << (8 * byteNumber) }
    return value
  }

  package mutating func integer() -> Int { Int(truncatingIfNeeded: word()) }

  package mutating func number() -> Double { Double(bitPattern: word()) }

  mutating func flag() -> Bool { choice(below: 2) == 1 }

  /// One of the first `count` numbers.
  mutating func choice(below count: UInt8) -> UInt8 {
    let value = byte()
    require(value < count)
    return value < count ? value : 0
  }

  /// An integer in `range`, or its lower bound.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    let value = integer()
    require(range.contains(value))
    return range.contains(value) ? value : range.lowerBound
  }

  /// A number in `range`, or its lower bound.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let value = number()
    require(range.contains(value))
    return range.contains(value) ? value : range.lowerBound
  }

  /// The two parts of one number within ±`limit`, or 0.
  mutating func precise(within limit: Double) -> DoubleDouble {
    let (high, low) = (number(), number())
    guard high.magnitude <= limit, high + low == high else {
      isSound = false
      return .zero
    }
    return DoubleDouble(high: high, low: low)
  }

  /// A position of at most ``CyclePosition/farthest`` cycles, or 0.
  mutating func position() -> PrecisePosition {
    let cycle = integer(in: -CyclePosition.farthest...CyclePosition.farthest)
    let fraction = precise(within: 1)
    guard fraction >= .zero, fraction < .one else {
      isSound = false
      return PrecisePosition(cycle: 0, fraction: .zero)
    }
    return PrecisePosition(cycle: cycle, fraction: fraction)
  }

  mutating func optional<Value>(_ body: (inout ByteReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }
}
