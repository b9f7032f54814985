// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import RepeatTiming

/// The frames and the input of a run, read from a file.
public struct RunRecording: Hashable, Sendable {
  /// In order.
  public let frames: [RecordedFrame]
  /// What the program noted when it began to record; empty where that is nothing.
  public let note: String
  /// Whether the run ended as it should; false where the program died.
  public let isFinished: Bool

  /// Reads a recording.
  /// - Parameters:
  ///   - path: The file.
  ///   - allowsUnfinished: Whether the whole frames of a run whose program died will do; default
  ///     no: then its missing end is an error that says how many frames are whole.
  /// - Throws: `RecordingError`, which names the offset; damage is an error in any case.
  public init(path: String, allowsUnfinished: Bool = false) throws(RecordingError) {
    try self.init(bytes: Self.read(path), path: path, allowsUnfinished: allowsUnfinished)
  }

  /// Reads a recording from the bytes of its file.
  /// - Parameters:
  ///   - bytes: All of the file.
  ///   - path: How errors name the file.
  ///   - allowsUnfinished: As in `init(path:allowsUnfinished:)`.
  /// - Throws: `RecordingError`.
  public init(bytes: [UInt8], path: String, allowsUnfinished: Bool = false)
    throws(RecordingError)
  {
    try Self.checkHeader(bytes, path)
    var frames: [RecordedFrame] = []
    var note = ""
    var offset = RecordingFormat.headerSize
    var end: Int?
    while offset < bytes.count {
      guard let content = try Self.content(bytes, at: offset, frames.count, path) else {
        guard allowsUnfinished else {
          throw .truncated(path: path, offset: bytes.count, frame: frames.count)
        }
        break
      }
      do throws(RecordingFault) {
        if end != nil { throw RecordingFault(reason: "it goes on after its end") }
        switch try Self.record(content) {
        case .note:
          note = try Self.note(content, at: offset)
        case .frame(let frame):
          frames.append(frame)
        case .end(let count):
          guard count == frames.count else {
            throw RecordingFault(reason: "its end says \(count) frames, not \(frames.count)")
          }
          end = count
        }
      } catch {
        throw .damaged(path: path, offset: offset, frame: frames.count, reason: error.reason)
      }
      offset = content.endIndex + 4
    }
    if end == nil, !allowsUnfinished { throw .unfinished(path: path, frames: frames.count) }
    self.frames = frames
    self.note = note
    isFinished = end != nil
  }

  private enum Record {
    case note
    case frame(RecordedFrame)
    /// The number of frames before it.
    case end(Int)
  }

  private static func record(_ content: ArraySlice<UInt8>) throws(RecordingFault) -> Record {
    try content.span.bytes.withUnsafeBytes { bytes throws(RecordingFault) -> Record in
      var reader = ByteReader(bytes)
      switch try reader.take(UInt8.self) {
      case RecordingFormat.noteKind: return .note
      case RecordingFormat.frameKind: return .frame(try RecordedFrame(&reader))
      case RecordingFormat.endKind:
        let count = try reader.take(Int.self)
        guard reader.bytesLeft == 0 else { throw RecordingFault(reason: "bytes after its end") }
        return .end(count)
      case let kind: throw RecordingFault(reason: "there is no record of kind \(kind)")
      }
    }
  }

  /// The note in the record at `offset`, which is the file's first or damage.
  private static func note(
    _ content: ArraySlice<UInt8>, at offset: Int
  ) throws(RecordingFault) -> String {
    guard offset == RecordingFormat.headerSize else {
      throw RecordingFault(reason: "a note among the frames")
    }
    guard let text = String(validating: content.dropFirst(), as: UTF8.self) else {
      throw RecordingFault(reason: "a note that is not UTF-8")
    }
    return text
  }

  private static func checkHeader(_ bytes: [UInt8], _ path: String) throws(RecordingError) {
    let name = Array(RecordingFormat.name.utf8)
    guard bytes.starts(with: name) else { throw .notARecording(path: path) }
    guard bytes.count >= RecordingFormat.headerSize else {
      throw .truncated(path: path, offset: bytes.count, frame: 0)
    }
    guard number(bytes, at: 12) == sum(of: bytes[..<12]) else {
      throw .damaged(path: path, offset: 0, frame: 0, reason: "the sum of its head is wrong")
    }
    let version = number(bytes, at: 8)
    guard version == RecordingFormat.version else {
      throw .unknownVersion(path: path, version: version)
    }
  }

  /// - Returns: The content of the record at `offset`; nil where the file ends in it.
  private static func content(
    _ bytes: [UInt8], at offset: Int, _ frame: Int, _ path: String
  ) throws(RecordingError) -> ArraySlice<UInt8>? {
    guard bytes.count - offset >= 4 else { return nil }
    let length = Int(number(bytes, at: offset))
    guard length <= RecordingFormat.longestRecord else {
      throw .damaged(
        path: path, offset: offset, frame: frame, reason: "a record of \(length) bytes")
    }
    guard bytes.count - offset >= length + 8 else { return nil }
    let end = offset + 4 + length
    guard number(bytes, at: end) == sum(of: bytes[offset..<end]) else {
      throw .damaged(path: path, offset: offset, frame: frame, reason: "the sum of it is wrong")
    }
    return bytes[offset + 4..<end]
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      return reader.read(UInt32.self)
    }
  }

  private static func sum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { Checksum.crc32($0) }
  }

  private static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path, "open") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file(path, "read") }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
