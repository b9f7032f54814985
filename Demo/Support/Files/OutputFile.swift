// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that is written from its start without buffering.
///
/// The file is closed at the end of this value's lifetime.
package struct OutputFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// Creates the file, or empties an existing one.
  /// - Throws: Exit code 73, with the system's reason.
  package init(creating path: String) throws(ProgramError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    self.path = path
    guard descriptor >= 0 else { throw .cannotWrite(path, code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes every byte.
  /// - Throws: Exit code 74, with the system's reason, such as a full disk or a closed pipe.
  package func write(_ bytes: [UInt8]) throws(ProgramError) {
    try writeAll(bytes, to: descriptor, named: path)
  }

  /// Writes a file completely or not at all: writes a temporary file, `PATH.part`, and renames it.
  ///
  /// An existing file stays until the new one replaces it; the new file has the permissions of the
  /// old one. Devices and pipes, which cannot be replaced, are written directly.
  /// - Throws: Exit code 73 if the file cannot be created, and 74 if writing fails, as on a full
  ///   disk.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(ProgramError) {
    try check(path)
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return try OutputFile(creating: path).write(bytes)
    }
    // Links are followed, so that their target is replaced.
    let real = exists ? realpath(path, nil) : nil
    defer { free(real) }
    let target = real.map { String(cString: $0) } ?? path
    let neighbour = "\(target).part"
    do throws(ProgramError) {
      try OutputFile(creating: neighbour).write(bytes)
      if exists { chmod(neighbour, status.st_mode & 0o777) }
      guard rename(neighbour, target) == 0 else { throw .cannotWrite(path, code: errno) }
    } catch {
      unlink(neighbour)
      throw error
    }
  }

  /// Checks whether a file can be created or replaced, without changing anything.
  ///
  /// Call this method before the work whose result goes to the file. Only writing detects a full
  /// disk.
  /// - Throws: Exit code 73, with the system's reason.
  package static func check(_ path: String) throws(ProgramError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists ? status.st_mode & S_IFMT == S_IFDIR : path.hasSuffix("/") {
      throw .cannotWrite(path, code: EISDIR)
    }
    guard access(exists ? path : pathParts(path).folder, W_OK) == 0 else {
      throw .cannotWrite(path, code: errno)
    }
  }
}

extension ProgramError {
  /// The error for a file that cannot be created or replaced: exit code 73.
  static func cannotWrite(_ path: String, code: Int32) -> ProgramError {
    ProgramError(
      path, wrong: "cannot be written", code: code,
      remedy: "name a file in a folder that exists and that you may write to",
      exitCode: .cannotCreate)
  }
}

/// Writes every byte; pipes and nearly full disks accept a part at a time.
/// - Throws: Exit code 74.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String)
  throws(ProgramError)
{
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      written += count
    } else if errno != EINTR {
      throw ProgramError(
        name, wrong: "writing failed", code: errno,
        remedy: "make room, or name a file on another disk", exitCode: .inputOutput)
    }
  }
}
