// SPDX-License-Identifier: Apache-2.0

/// Writes plain numbers one after another, the lowest byte first, at any address; or only counts.
///
/// Writing allocates nothing.
package struct ByteWriter {
  @usableFromInline let base: UnsafeMutableRawPointer?
  @usableFromInline var end = 0
  @usableFromInline var sum = Checksum.fnv1a64Start

  /// A writer to memory that is large enough, or one that only counts.
  @inlinable
  package init(to base: UnsafeMutableRawPointer? = nil) { self.base = base }

  /// How many bytes have been written, or would have been.
  @inlinable
  package var count: Int { end }

  /// What has been written; empty where bytes are only counted.
  package var written: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : end)
  }

  /// The ``Checksum/fnv1a64(_:from:)`` of all bytes so far, also where they are only counted.
  package var checksum: UInt64 { base == nil ? sum : Checksum.fnv1a64(written) }

  /// Writes the bytes of a whole number: as many as its type has.
  @inlinable
  package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    let number = number.littleEndian
    if let base {
      base.storeBytes(of: number, toByteOffset: end, as: Number.self)
    } else {
      sum = withUnsafeBytes(of: number) { Checksum.fnv1a64($0, from: sum) }
    }
    end += MemoryLayout<Number>.size
  }

  /// Writes the eight bytes of a number, to the last bit.
  @inlinable
  package mutating func write(_ number: Double) { write(number.bitPattern) }

  /// Writes the four bytes of a number, to the last bit.
  @inlinable
  package mutating func write(_ number: Float) { write(number.bitPattern) }

  /// Writes a byte, 1 or 0.
  @inlinable
  package mutating func write(_ flag: Bool) { write(flag ? 1 as UInt8 : 0) }

  /// Writes whether there is a value, then the value.
  @inlinable
  package mutating func write<Value>(
    _ value: Value?, _ body: (inout ByteWriter, Value) -> Void
  ) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  /// Writes bytes as they are.
  package mutating func write(contentsOf bytes: some Sequence<UInt8>) {
    for byte in bytes { write(byte) }
  }
}

#if !hasFeature(Embedded)
  extension ByteWriter {
    /// What `body` writes, as an array.
    /// - Parameter body: Runs twice, first to count.
    package static func bytes(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
      var counter = ByteWriter()
      body(&counter)
      return [UInt8](unsafeUninitializedCapacity: counter.count) { buffer, count in
        var writer = ByteWriter(to: buffer.baseAddress)
        body(&writer)
        count = writer.count
      }
    }
  }
#endif
