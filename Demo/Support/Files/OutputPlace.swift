// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether a file could be made, asked before the work whose result it takes.
package enum OutputPlace {
  /// Looks whether a file of this name can be made or replaced, and changes nothing.
  ///
  /// What the disk says later, that it is full, only writing can tell.
  /// - Throws: Exit code 73, with the system's reason.
  package static func check(_ path: String) throws(FileError) {
    guard let code = reason(against: path) else { return }
    throw FileError(
      path, wrong: "cannot be written", code: code,
      remedy: "name a file in a folder that exists and that you may write to",
      exitCode: .cannotCreate)
  }

  /// `errno` of what stands against it, or `nil`.
  private static func reason(against path: String) -> Int32? {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
      if access(path, W_OK) != 0 { return errno }
      // Devices and pipes are written where they are; a file is replaced in its folder.
      if status.st_mode & S_IFMT != S_IFREG { return nil }
    } else if errno != ENOENT {
      return errno
    } else if path.hasSuffix("/") {
      return EISDIR
    }
    return access(FilePlace(path).folder, W_OK | X_OK) == 0 ? nil : errno
  }
}
