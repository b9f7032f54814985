// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writing a file that is there as a whole or not at all.
package enum WholeFile {
  /// Writes a neighbour of the file and gives it the file's name when it is complete.
  ///
  /// What stood there before stays until then, and for good when anything goes wrong; the new file
  /// has its permissions. One that may not be written to is not replaced either. Links are followed;
  /// devices and pipes, which cannot be replaced, are written as they are.
  /// - Throws: Exit code 73 where it cannot be made, 74 where writing breaks off, as on a full disk.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try OutputPlace.check(path)
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return try OutputFile(creating: path).write(bytes)
    }
    try HeldSignals.duringFileWork { () throws(FileError) in
      try replace(exists ? resolved(path) : path, named: path, bytes, exists ? status : nil)
    }
  }

  /// - Parameters:
  ///   - place: Where the file is.
  ///   - path: What errors call it.
  ///   - before: Of the file that is replaced.
  private static func replace(
    _ place: String, named path: String, _ bytes: [UInt8], _ before: stat?
  ) throws(FileError) {
    let neighbour = "\(place).\(getpid()).part"
    do throws(Descriptor.Failure) {
      // Open only as long as it is written: then whatever the close still has to say is said.
      let file = try Descriptor(opening: neighbour, flags: O_WRONLY | O_CREAT | O_EXCL)
      try bytes.withUnsafeBufferPointer { (buffer) throws(Descriptor.Failure) in
        do throws(Descriptor.Failure) {
          if let before { try file.setPermissions(before.st_mode & 0o777) }
          try file.write(UnsafeRawBufferPointer(buffer))
          try file.synchronize()
        } catch {
          unlink(neighbour)
          throw error
        }
      }
    } catch {
      throw isOfWriting(error.code) ? brokenOff(path, error.code) : cannotMake(path, error.code)
    }
    guard rename(neighbour, place) == 0 else {
      let code = errno
      unlink(neighbour)
      throw cannotMake(path, code)
    }
  }

  /// Where a path leads through links.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// What only the bytes themselves can bring about, not the making of the file.
  private static func isOfWriting(_ code: Int32) -> Bool {
    [ENOSPC, EDQUOT, EFBIG, EIO].contains(code)
  }

  private static func cannotMake(_ path: String, _ code: Int32) -> FileError {
    FileError(
      path, wrong: "cannot be written", code: code,
      remedy: "name a file in a folder that exists and that you may write to",
      exitCode: .cannotCreate)
  }

  private static func brokenOff(_ path: String, _ code: Int32) -> FileError {
    FileError(
      path, wrong: "writing broke off", code: code,
      remedy: "make room, or name a file on another disk", exitCode: .inputOutput)
  }
}
