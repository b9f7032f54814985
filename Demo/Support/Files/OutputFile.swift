// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that is written from its start, without a buffer of its own.
package struct OutputFile: ~Copyable {
  /// The path as it was given.
  package let path: String
  private let descriptor: Descriptor

  /// Makes the file, or empties it where it exists.
  /// - Throws: Exit code 73, with the system's reason.
  package init(creating path: String) throws(FileError) {
    do {
      descriptor = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    } catch {
      throw .cannotWrite(path, code: error.code)
    }
    self.path = path
  }

  /// Standard output, under the name that errors give it.
  package init(standardOutputNamed name: String) {
    path = name
    descriptor = Descriptor(borrowing: STDOUT_FILENO)
  }

  /// Hands every byte to the system.
  /// - Throws: Exit code 74, with the system's reason, as of a full disk or a closed pipe.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    do throws(Descriptor.Failure) {
      try descriptor.write(bytes)
    } catch {
      throw .writingBrokeOff(path, code: error.code)
    }
  }
}

extension OutputFile {
  /// Checks whether a file of this name can be made or replaced, and changes nothing.
  ///
  /// For use before the work whose result it takes. Only writing shows that a disk is full.
  /// - Throws: Exit code 73, with the system's reason.
  package static func check(_ path: String) throws(FileError) {
    if let code = obstacle(to: path) { throw .cannotWrite(path, code: code) }
  }

  /// The `errno` of making or replacing a file, or `nil` where nothing prevents it.
  private static func obstacle(to path: String) -> Int32? {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
      if access(path, W_OK) != 0 { return errno }
      // Devices and pipes are written directly; a file is replaced in its folder.
      if status.st_mode & S_IFMT != S_IFREG { return nil }
    } else if errno != ENOENT {
      return errno
    } else if path.hasSuffix("/") {
      return EISDIR
    }
    return access(PathParts(path).folder, W_OK | X_OK) == 0 ? nil : errno
  }
}
