// SPDX-License-Identifier: Apache-2.0

/// Visits the fields of a repeat in a fixed order, to write or to read them.
///
/// Each number is stored in its own bytes, the lowest first, so that the same state has the same
/// bytes on every processor.
protocol FieldVisitor {
  mutating func visit(_ number: inout Int128) throws(SavedStateError)
  mutating func visit(_ number: inout UInt64) throws(SavedStateError)
}

extension FieldVisitor {
  mutating func visit(_ number: inout WideInt) throws(SavedStateError) {
    var bits = UInt64(bitPattern: Int64(number))
    try visit(&bits)
    number = WideInt(Int64(bitPattern: bits))
  }

  mutating func visit(_ number: inout Double) throws(SavedStateError) {
    var bits = number.bitPattern
    try visit(&bits)
    number = Double(bitPattern: bits)
    guard !number.isNaN else { throw .invalidNumber }
  }

  mutating func visit(_ flag: inout Bool) throws(SavedStateError) {
    var bits: UInt64 = flag ? 1 : 0
    try visit(&bits)
    guard bits <= 1 else { throw .invalidNumber }
    flag = bits == 1
  }

  mutating func visit(_ number: inout Int8) throws(SavedStateError) {
    var wide = WideInt(number)
    try visit(&wide)
    guard (-1...1).contains(wide) else { throw .invalidNumber }
    number = Int8(wide)
  }

  mutating func visit<Choice: RawRepresentable<UInt8>>(_ choice: inout Choice)
    throws(SavedStateError)
  {
    var bits = UInt64(choice.rawValue)
    try visit(&bits)
    guard let read = UInt8(exactly: bits).flatMap(Choice.init) else { throw .invalidNumber }
    choice = read
  }
}

/// The bytes of a saved state, stored inline, so that saving allocates nothing.
package struct SavedBytes: FieldVisitor, Equatable {
  package private(set) var count = 0
  /// The capacity exceeds the size of the largest state, with all waiting commands and events.
  private var storage = InlineArray<2048, UInt8>(repeating: 0)

  mutating func visit(_ number: inout Int128) { append(UInt128(bitPattern: number), 16) }
  mutating func visit(_ number: inout UInt64) { append(UInt128(number), 8) }

  mutating func append(_ number: UInt128, _ size: Int) {
    for index in 0..<size {
      storage[count + index] = UInt8(truncatingIfNeeded: number >> UInt128(8 * index))
    }
    count += size
  }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  package static func == (a: SavedBytes, b: SavedBytes) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.storage[index] != b.storage[index] { return false }
    return true
  }
}

/// Reads the fields from saved bytes.
struct FieldReader: FieldVisitor {
  let bytes: UnsafeRawBufferPointer
  var offset = 0
  var rest: Int { bytes.count - offset }

  mutating func visit(_ number: inout Int128) throws(SavedStateError) {
    number = Int128(bitPattern: try take(16))
  }
  mutating func visit(_ number: inout UInt64) throws(SavedStateError) {
    number = UInt64(try take(8))
  }
  private mutating func take(_ size: Int) throws(SavedStateError) -> UInt128 {
    guard rest >= size else { throw .wrongLength(bytes.count) }
    var number: UInt128 = 0
    for index in (offset..<offset + size).reversed() {
      number = number << 8 | UInt128(bytes[index])
    }
    offset += size
    return number
  }
}
