// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folders that had to be made for a path, outermost first.
package struct MadeFolders {
  private var paths: [String] = []

  /// Makes each folder of the path that does not exist yet; none is left where one cannot be made.
  package init(to path: String) throws(Descriptor.Failure) {
    let bytes = Array(path.utf8)
    for end in bytes.indices.dropFirst() + [bytes.endIndex] {
      guard end == bytes.endIndex || bytes[end] == UInt8(ascii: "/") else { continue }
      let part = String(decoding: bytes[..<end], as: UTF8.self)
      if mkdir(part, 0o777) == 0 {
        paths.append(part)
        continue
      }
      let code = errno
      // What exists may still be a file: opening the folder, or the next part, will tell. Systems
      // answer EROFS and EACCES before EEXIST for folders that are there.
      if code != EEXIST, access(part, F_OK) != 0 {
        remove()
        throw Descriptor.Failure(code: code)
      }
    }
  }

  /// Removes them again, as far as they are empty.
  package func remove() {
    for path in paths.reversed() { rmdir(path) }
  }
}
