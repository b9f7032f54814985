// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A new folder for files that only this process reads, removed with them when its owner goes away.
package struct ScratchFolder: ~Copyable {
  /// Where it is.
  package let path: String

  /// Makes it in the folder that `TMPDIR` names, or in /tmp.
  /// - Throws: Exit code 73, with the system's reason.
  package init() throws(FileError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/compare-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let code = errno
      throw FileError(
        parent, wrong: "cannot hold a folder for the moment", code: code,
        remedy: "name another place: TMPDIR=FOLDER", exitCode: .cannotCreate)
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    if let folder = opendir(path), let offset = MemoryLayout<dirent>.offset(of: \.d_name) {
      while let entry = readdir(folder) {
        // By address: the entry is shorter than its type says, so its name must not be copied.
        let name = UnsafeRawPointer(entry) + offset
        unlink("\(path)/\(String(cString: name.assumingMemoryBound(to: CChar.self)))")
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
