// SPDX-License-Identifier: Apache-2.0

/// The file: a name, a version and their sum; then records, each with its length and its sum.
///
/// All numbers little-endian. A record is `length: UInt32`, that many bytes, and the CRC-32 of both.
/// Its first byte says what it is: the program's note, only before all frames; a frame; or the end
/// with the number of frames. Bit patterns of numbers are kept as they are, so that a replay is equal
/// to the last bit.
enum RecordingFormat {
  static let name = "DRepRun\n"
  /// 2: a frame has its pixel density, and a note may precede the frames.
  static let version: UInt32 = 2
  static let headerSize = 16
  static let noteKind: UInt8 = 0x4E
  static let frameKind: UInt8 = 0x46
  static let endKind: UInt8 = 0x45
  /// No frame is longer: 64 MiB would be millions of events.
  static let longestRecord = 1 << 26

  static var header: [UInt8] {
    var bytes = ByteWriter()
    bytes.raw(Array(name.utf8))
    bytes.put(version)
    bytes.put(checksum(bytes.bytes[...]))
    return bytes.bytes
  }

  /// A record around its content.
  static func record(_ content: [UInt8]) -> [UInt8] {
    var bytes = ByteWriter()
    bytes.put(UInt32(content.count))
    bytes.raw(content)
    bytes.put(checksum(bytes.bytes[...]))
    return bytes.bytes
  }

  /// CRC-32 as in Ethernet and PNG: reversed polynomial 0xEDB88320.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}

/// Puts numbers into bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ more: [UInt8]) { bytes += more }

  mutating func put<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  mutating func put(_ value: Double) { put(value.bitPattern) }
  mutating func put(_ value: Float) { put(value.bitPattern) }
  mutating func put(_ value: Bool) { put(value ? 1 : 0 as UInt8) }
  mutating func put(_ value: Int) { put(Int64(value)) }
}

/// Takes numbers out of bytes; throws the reason where there is none.
struct ByteReader {
  struct Failure: Error {
    let reason: String
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  mutating func take<T: FixedWidthInteger>(_ type: T.Type) throws(Failure) -> T {
    let size = MemoryLayout<T>.size
    guard bytes.endIndex - place >= size else { throw Failure(reason: "a number is cut off") }
    var value: T = 0
    for index in 0..<size { value |= T(truncatingIfNeeded: bytes[place + index]) << (8 * index) }
    place += size
    return value
  }

  mutating func take(_ type: Double.Type) throws(Failure) -> Double {
    Double(bitPattern: try take(UInt64.self))
  }

  mutating func take(_ type: Float.Type) throws(Failure) -> Float {
    Float(bitPattern: try take(UInt32.self))
  }

  mutating func take(_ type: Bool.Type) throws(Failure) -> Bool {
    let value = try take(UInt8.self)
    guard value <= 1 else { throw Failure(reason: "\(value) where yes or no is due") }
    return value == 1
  }

  mutating func take(_ type: Int.Type) throws(Failure) -> Int {
    Int(try take(Int64.self))
  }

  /// One of a list of cases, by its place.
  mutating func choice<T>(_ cases: [T], _ what: String) throws(Failure) -> T {
    let index = Int(try take(UInt8.self))
    guard index < cases.count else { throw Failure(reason: "there is no \(what) \(index)") }
    return cases[index]
  }
}
