// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file without a name, for this process and its children: it goes away with them, however they
/// end.
package struct ScratchFile: ~Copyable {
  /// Open for reading and writing; children do not inherit it as it is.
  package let descriptor: Int32

  /// The folder whose disk it takes room on: the one that `TMPDIR` names, or /tmp.
  package static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// Makes it.
  /// - Throws: Exit code 73, with the system's reason.
  package init() throws(FileError) {
    let parent = Self.folder
    // It has a name for a moment.
    let made: (descriptor: Int32, code: Int32) = HeldSignals.duringFileWork {
      var template = Array("\(parent)/compare-XXXXXX".utf8CString)
      let descriptor = mkstemp(&template)
      let code = errno
      if descriptor >= 0 {
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      }
      return (descriptor, code)
    }
    guard made.descriptor >= 0 else {
      throw FileError(
        parent, wrong: "cannot hold a file for the moment", code: made.code,
        remedy: "name another folder: TMPDIR=FOLDER", exitCode: .cannotCreate)
    }
    descriptor = made.descriptor
  }

  deinit { close(descriptor) }

  /// Fills it, and goes back to its start.
  /// - Throws: Exit code 74, as on a full disk.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    do throws(Descriptor.Failure) {
      try Descriptor(borrowing: descriptor).write(bytes)
    } catch {
      throw broken("writing", error)
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  /// All that is in it.
  /// - Throws: Exit code 74.
  package func bytes() throws(FileError) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    let file = Descriptor(borrowing: descriptor)
    do throws(Descriptor.Failure) {
      var bytes = [UInt8](repeating: 0, count: Int(try file.status().st_size))
      var count = 0
      while count < bytes.count {
        let added = try file.read(into: &bytes, from: count)
        if added == 0 { break }
        count += added
      }
      return Array(bytes[..<count])
    } catch {
      throw broken("reading", error)
    }
  }

  private func broken(_ work: String, _ failure: Descriptor.Failure) -> FileError {
    FileError(
      Self.folder, wrong: "\(work) a file for the moment broke off", code: failure.code,
      remedy: "make room there, or name another folder: TMPDIR=FOLDER", exitCode: .inputOutput)
  }
}
