// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file without a name, so that a child can write any amount without waiting for a reader.
final class UnnamedFile {
  let descriptor: Int32

  init() throws(RigProblem) {
    guard let file = tmpfile() else {
      throw RigProblem("no temporary file: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
  }

  deinit { close(descriptor) }

  /// The contents written so far.
  var text: String {
    var about = stat()
    fstat(descriptor, &about)
    var bytes = [UInt8](repeating: 0, count: about.st_size)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
