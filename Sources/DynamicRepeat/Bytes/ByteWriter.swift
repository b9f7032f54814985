// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Writes plain numbers one after another, the lowest byte first, at any address; or only counts.
package struct ByteWriter {
  private let base: UnsafeMutableRawPointer?

  /// How many bytes have been written, or would have been.
  package private(set) var count = 0

  /// A number that tells these bytes from others, by FNV-1a on 64 bits.
  package private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// A writer to memory that is large enough, or one that only counts.
  package init(to base: UnsafeMutableRawPointer? = nil) { self.base = base }

  package mutating func write(_ value: UInt8) {
    base?.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
    hash = (hash ^ UInt64(value)) &* 0x100_0000_01b3
    count += 1
  }

  package mutating func write(_ value: UInt64) {
    for byte in 0..<8 as Range<UInt64> { write(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  package mutating func write(_ value: Int) { write(UInt64(bitPattern: Int64(value))) }

  package mutating func write(_ value: Double) { write(value.bitPattern) }

  package mutating func write(_ value: Bool) { write(value ? 1 as UInt8 : 0) }

  mutating func write(_ value: DoubleDouble) {
    write(value.high)
    write(value.low)
  }

  mutating func write(_ position: PrecisePosition) {
    write(position.cycle)
    write(position.fraction)
  }

  /// Whether there is a value, then the value.
  mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }
}
