// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads every byte of a file or pipe.
///
/// The default limit has room for a schedule of ten million rows, which has about 200 MB. If nothing
/// can be read within half a second, as from a named pipe without a writer, a note says so once.
/// - Throws: Exit code 66 if the file cannot be opened or is a folder, 74 if reading fails part-way,
///   and 65 if the file is longer than `limit` bytes.
package func readFile(_ path: String, limit: Int = 256 << 20) throws(ProgramError) -> [UInt8] {
  func unreadable(_ code: Int32) -> ProgramError {
    ProgramError(
      path, wrong: "cannot be read", code: code,
      remedy: "name a file that exists and that you may read",
      exitCode: code == EIO ? .inputOutput : .noInput)
  }
  // With O_NONBLOCK, a named pipe opens without a writer.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0, let file = fdopen(descriptor, "r") else { throw unreadable(errno) }
  defer { fclose(file) }
  var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  if poll(&ready, 1, 500) == 0 {
    Terminal.note(
      "\(programName): \(quoted(path)): waiting for a program that writes it; Ctrl-C ends this")
    poll(&ready, 1, -1)
  }
  _ = fcntl(descriptor, F_SETFL, O_RDONLY)
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&part, 1, part.count, file)
    bytes += part[..<count]
    guard bytes.count <= limit else {
      throw ProgramError(
        path, wrong: "is longer than \(limit) bytes", remedy: "name a file of at most that size")
    }
    if count < part.count { break }
  }
  // A folder can be opened, but not read.
  guard ferror(file) == 0 else { throw unreadable(errno) }
  return bytes
}

/// Whether two paths, after links are followed, lead to the same regular file, or would create it.
package func areSameFile(_ first: String, _ second: String) -> Bool {
  func identity(_ path: String) -> (dev_t, ino_t, unusedName: Substring)? {
    var status = stat()
    if stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFREG ? (status.st_dev, status.st_ino, "") : nil
    }
    let (folder, name) = pathParts(path)
    return stat(folder, &status) == 0 ? (status.st_dev, status.st_ino, name) : nil
  }
  guard let one = identity(first), let other = identity(second) else { return false }
  return one == other
}

/// The folder of a path, `.` if it has none, and the file name.
func pathParts(_ path: String) -> (folder: String, name: Substring) {
  let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  return (end == path.startIndex ? "." : String(path[..<end]), path[end...])
}
