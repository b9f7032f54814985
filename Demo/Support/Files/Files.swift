// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads a whole file of limited size.
package enum InputFile {
  /// The largest size in bytes; a schedule of ten million rows has about 200 MB.
  package static let sizeLimit = 256 << 20

  /// Reads every byte of a file or pipe.
  /// - Throws: Exit code 66 if the file cannot be opened or is a folder, 74 if reading fails
  ///   part-way, and 65 if the file is longer than `limit` bytes.
  package static func bytes(of path: String, limit: Int = sizeLimit) throws(ProgramError) -> [UInt8]
  {
    guard let file = fopen(path, "re") else { throw unreadable(path) }
    defer { fclose(file) }
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
    guard ferror(file) == 0 else { throw unreadable(path) }
    return bytes
  }

  private static func unreadable(_ path: String) -> ProgramError {
    let code = errno
    return ProgramError(
      path, wrong: "cannot be read", code: code,
      remedy: "name a file that exists and that you may read",
      exitCode: code == EIO ? .inputOutput : .noInput)
  }
}

/// Writes a file completely or not at all.
package enum WholeFile {
  /// Writes a temporary file, `PATH.part`, and renames it when it is complete.
  ///
  /// An existing file stays until the new one replaces it; the new file has the permissions of the
  /// old one. Devices and pipes, which cannot be replaced, are written directly.
  /// - Throws: Exit code 73 if the file cannot be created, and 74 if writing fails, as on a full
  ///   disk.
  package static func write(_ bytes: [UInt8], to path: String) throws(ProgramError) {
    try OutputFile.check(path)
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
}

/// Whether two paths, with links resolved, are the same regular file or the same unused name.
package func areSameFile(_ first: String, _ second: String) -> Bool {
  func areSame(_ first: String, _ second: String, _ kind: mode_t) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev
      && a.st_ino == b.st_ino && a.st_mode & S_IFMT == kind
  }
  if access(first, F_OK) == 0 || access(second, F_OK) == 0 {
    return areSame(first, second, S_IFREG)
  }
  let (a, b) = (pathParts(first), pathParts(second))
  return a.name == b.name && areSame(a.folder, b.folder, S_IFDIR)
}

/// The folder of a path, `.` if it has none, and the file name.
func pathParts(_ path: String) -> (folder: String, name: Substring) {
  let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  return (end == path.startIndex ? "." : String(path[..<end]), path[end...])
}
