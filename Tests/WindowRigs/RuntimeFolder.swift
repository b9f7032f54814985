// SPDX-License-Identifier: Apache-2.0

import FramePacing
import Glibc

/// A folder for a compositor's sockets; it is removed with the value, with all that is in it.
final class RuntimeFolder {
  let path: String

  init() throws(RigProblem) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(base)/compositor-XXXXXX".utf8CString)
    // Only its owner may enter it: compositors insist.
    guard mkdtemp(&name) != nil else {
      throw RigProblem("no folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  /// Gives the folder to another user; only root can.
  func give(to user: uid_t, _ group: gid_t) { chown(path, user, group) }

  func write(_ text: String, to name: String) throws(RigProblem) {
    guard let file = fopen("\(path)/\(name)", "we") else {
      throw RigProblem("\(path)/\(name): \(String(cString: strerror(errno)))")
    }
    fputs(text, file)
    fclose(file)
  }

  /// Waits until a compositor listens: its socket is there then, whatever it writes.
  func waitFor(_ name: String, of program: String) throws(RigProblem) {
    let clock = SystemClock()
    let end = clock.now() + 20_000_000_000
    while access("\(path)/\(name)", F_OK) != 0 {
      guard clock.now() < end else { throw RigProblem("\(program) has not started") }
      clock.sleep(until: clock.now() + 10_000_000)
    }
  }
}
