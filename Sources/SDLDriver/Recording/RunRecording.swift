// SPDX-License-Identifier: Apache-2.0

internal import Glibc

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
  ///   - allowsUnfinished: Whether the whole frames of a run whose program died will do; default no:
  ///     then its missing end is an error that says how many frames are whole.
  /// - Throws: `RecordingError`, which names the place; damage is an error in any case.
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
    var place = RecordingFormat.headerSize
    var end: Int?
    while place < bytes.count {
      guard let content = try Self.content(bytes, at: place, frames.count, path) else {
        guard allowsUnfinished else {
          throw .truncated(path: path, offset: bytes.count, frame: frames.count)
        }
        break
      }
      do throws(ByteReader.Failure) {
        if end != nil { throw ByteReader.Failure(reason: "it goes on after its end") }
        var reader = ByteReader(content)
        switch try reader.take(UInt8.self) {
        case RecordingFormat.noteKind: note = try Self.note(content, at: place)
        case RecordingFormat.frameKind: frames.append(try RecordedFrame(&reader))
        case RecordingFormat.endKind:
          let count = try reader.take(Int.self)
          guard count == frames.count, reader.isAtEnd else {
            throw ByteReader.Failure(reason: "its end says \(count) frames, not \(frames.count)")
          }
          end = count
        case let kind: throw ByteReader.Failure(reason: "there is no record of kind \(kind)")
        }
      } catch {
        throw .damaged(path: path, offset: place, frame: frames.count, reason: error.reason)
      }
      place = content.endIndex + 4
    }
    if end == nil, !allowsUnfinished { throw .unfinished(path: path, frames: frames.count) }
    self.frames = frames
    self.note = note
    isFinished = end != nil
  }

  /// The note in the record at `place`, which is the file's first or damage.
  private static func note(
    _ content: ArraySlice<UInt8>, at place: Int
  ) throws(ByteReader.Failure) -> String {
    guard place == RecordingFormat.headerSize else {
      throw ByteReader.Failure(reason: "a note among the frames")
    }
    guard let text = String(validating: content.dropFirst(), as: UTF8.self) else {
      throw ByteReader.Failure(reason: "a note that is not UTF-8")
    }
    return text
  }

  private static func checkHeader(_ bytes: [UInt8], _ path: String) throws(RecordingError) {
    let name = Array(RecordingFormat.name.utf8)
    guard bytes.starts(with: name) else { throw .notARecording(path: path) }
    guard bytes.count >= RecordingFormat.headerSize else {
      throw .truncated(path: path, offset: bytes.count, frame: 0)
    }
    guard number(bytes, at: 12) == RecordingFormat.checksum(bytes[..<12]) else {
      throw .damaged(path: path, offset: 0, frame: 0, reason: "the sum of its head is wrong")
    }
    let version = number(bytes, at: 8)
    guard version == RecordingFormat.version else {
      throw .unknownVersion(path: path, version: version)
    }
  }

  /// - Returns: The content of the record at `place`; nil where the file ends in it.
  private static func content(
    _ bytes: [UInt8], at place: Int, _ frame: Int, _ path: String
  ) throws(RecordingError) -> ArraySlice<UInt8>? {
    guard bytes.count - place >= 4 else { return nil }
    let length = Int(number(bytes, at: place))
    guard length <= RecordingFormat.longestRecord else {
      throw .damaged(
        path: path, offset: place, frame: frame, reason: "a record of \(length) bytes")
    }
    guard bytes.count - place >= length + 8 else { return nil }
    let end = place + 4 + length
    guard number(bytes, at: end) == RecordingFormat.checksum(bytes[place..<end]) else {
      throw .damaged(path: path, offset: place, frame: frame, reason: "the sum of it is wrong")
    }
    return bytes[place + 4..<end]
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  private static func read(_ path: String) throws(RecordingError) -> [UInt8] {
    func failure(_ action: String) -> RecordingError {
      .fileFailed(path: path, action: action, reason: String(cString: strerror(errno)))
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read") }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
