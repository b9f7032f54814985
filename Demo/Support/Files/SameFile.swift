// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether two paths lead to one regular file, also through links, or to one name that is free.
package func areSameFile(_ first: String, _ second: String) -> Bool {
  var (a, b) = (stat(), stat())
  switch (stat(first, &a) == 0, stat(second, &b) == 0) {
  case (true, true):
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_mode & S_IFMT == S_IFREG
  case (false, false):
    let parts = (first: PathParts(first), second: PathParts(second))
    guard parts.first.name == parts.second.name,
      stat(parts.first.folder, &a) == 0, stat(parts.second.folder, &b) == 0
    else { return false }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino
  default: return false
  }
}

/// A path in two parts: the folder, `.` where none is named, and the name in it.
struct PathParts {
  let folder: String
  let name: String

  init(_ path: String) {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = end == path.startIndex ? "." : String(path[..<end])
    name = String(path[end...])
  }
}
