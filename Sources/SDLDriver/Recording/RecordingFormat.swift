// SPDX-License-Identifier: Apache-2.0

internal import RepeatTiming

/// The file: a name, a version and their sum; then records, each with its length and its sum.
///
/// All numbers little-endian. A record is `length: UInt32`, that many bytes, and the CRC-32 of
/// both. Its first byte says what it is: the program's note, only before all frames; a frame; or
/// the end with the number of frames. Bit patterns of numbers are kept as they are, so that a
/// replay is equal to the last bit.
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
    sealed { bytes in
      bytes.write(contentsOf: name.utf8)
      bytes.write(version)
    }
  }

  /// A record around its content.
  static func record(_ content: [UInt8]) -> [UInt8] {
    sealed { bytes in
      bytes.write(UInt32(content.count))
      bytes.write(contentsOf: content)
    }
  }

  /// What `body` writes, and its sum.
  private static func sealed(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    ByteWriter.bytes { bytes in
      body(&bytes)
      bytes.write(Checksum.crc32(bytes.written))
    }
  }
}

/// Why bytes are not what a recorder writes.
struct RecordingFault: Error {
  let reason: String
}

extension ByteReader {
  mutating func take<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(RecordingFault) -> Number {
    let value = read(type)
    guard isSound else { throw RecordingFault(reason: "a number is cut off") }
    return value
  }

  mutating func take(_ type: Double.Type) throws(RecordingFault) -> Double {
    Double(bitPattern: try take(UInt64.self))
  }

  mutating func take(_ type: Float.Type) throws(RecordingFault) -> Float {
    let value = Float(bitPattern: try take(UInt32.self))
    guard value.isFinite else { throw RecordingFault(reason: "\(value) where a number is due") }
    return value
  }

  mutating func take(_ type: Bool.Type) throws(RecordingFault) -> Bool {
    let value = try take(UInt8.self)
    guard value <= 1 else { throw RecordingFault(reason: "\(value) where yes or no is due") }
    return value == 1
  }

  /// One of a list of cases, by its index.
  mutating func choice<Case>(_ cases: [Case], _ what: String) throws(RecordingFault) -> Case {
    let index = Int(try take(UInt8.self))
    guard index < cases.count else { throw RecordingFault(reason: "there is no \(what) \(index)") }
    return cases[index]
  }
}
