// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writing a file as a whole or not at all.
package enum WholeFile {
  /// Writes a neighbour of the file, and renames it to the file's name when it is complete.
  ///
  /// A file that is there stays until then, and for good if anything fails; the new one has its
  /// permissions. A file that may not be written to is not replaced. Links are followed; devices
  /// and pipes, which cannot be replaced, are written directly.
  /// - Throws: Exit code 73 where that cannot be made, 74 where writing fails, as on a full disk.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try OutputFile.check(path)
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
  ///   - target: The file's path, without links.
  ///   - path: Its name in errors.
  ///   - before: The status of the file that is replaced.
  private static func replace(
    _ target: String, named path: String, _ bytes: [UInt8], _ before: stat?
  ) throws(FileError) {
    let neighbour = "\(target).\(getpid()).part"
    do throws(Descriptor.Failure) {
      // Open only while it is written: closing it may still report an error.
      let file = try Descriptor(opening: neighbour, flags: O_WRONLY | O_CREAT | O_EXCL)
      do throws(Descriptor.Failure) {
        if let before { try file.setPermissions(before.st_mode & 0o777) }
        try file.write(bytes)
        try file.synchronize()
      } catch {
        unlink(neighbour)
        throw error
      }
    } catch {
      throw isOfWriting(error.code)
        ? .writingBrokeOff(path, code: error.code) : .cannotWrite(path, code: error.code)
    }
    guard rename(neighbour, target) == 0 else {
      let code = errno
      unlink(neighbour)
      throw .cannotWrite(path, code: code)
    }
  }

  /// Where a path leads through links.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether the error comes from the bytes, not from making the file.
  private static func isOfWriting(_ code: Int32) -> Bool {
    [ENOSPC, EDQUOT, EFBIG, EIO].contains(code)
  }
}
