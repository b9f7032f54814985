// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is wrong with the recording of a run, and where.
public enum RecordingError: Error, Hashable, Sendable {
  /// The file cannot be opened, read or written: the C library's reason.
  case fileFailed(path: String, action: String, reason: String)
  /// The file does not begin as a recording does.
  case notARecording(path: String)
  /// The file is of a version that this program does not know.
  case unknownVersion(path: String, version: UInt32)
  /// A record has a wrong checksum, or impossible content.
  case damaged(path: String, offset: Int, frame: Int, reason: String)
  /// The file ends inside a record.
  case truncated(path: String, offset: Int, frame: Int)
  /// The file ends after a whole frame, but the run's end is missing: the program died.
  case unfinished(path: String, frames: Int)
}

extension RecordingError: CustomStringConvertible {
  /// One line for the person at the terminal.
  public var description: String {
    switch self {
    case .fileFailed(let path, let action, let reason): "cannot \(action) \(path): \(reason)"
    case .notARecording(let path):
      "\(path) is no recording of a run: it does not begin with \"\(RecordingFormat.name)\""
    case .unknownVersion(let path, let version):
      "\(path) is a recording of version \(version); this program reads version "
        + "\(RecordingFormat.version)"
    case .damaged(let path, let offset, let frame, let reason):
      "\(path) is damaged at byte \(offset), in frame \(frame): \(reason)"
    case .truncated(let path, let offset, let frame):
      "\(path) ends at byte \(offset), inside frame \(frame); the frames before it are whole"
    case .unfinished(let path, let frames):
      "\(path) ends after \(frames) frames without the record of the run's end: the program died; "
        + "what is there is whole"
    }
  }
}

extension RecordingError {
  /// The error of the C function that just failed on this thread.
  static func file(_ path: String, _ action: String) -> RecordingError {
    .fileFailed(path: path, action: action, reason: String(cString: strerror(errno)))
  }
}
