// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An open file descriptor, closed when its owner goes away.
///
/// Every call goes on after an interruption by a signal; `errno` comes back as a thrown value, so
/// that nothing can overwrite it on the way.
package struct Descriptor: ~Copyable {
  /// The value of `errno` after a failed call.
  package struct Failure: Error {
    package let code: Int32

    package init(code: Int32) { self.code = code }
  }

  private let number: Int32
  private let isOwned: Bool

  /// Opens a path; new files get 0666 less the process's mask.
  ///
  /// Not handed on to child processes.
  package init(opening path: String, flags: Int32) throws(Failure) {
    number = Int32(try uninterrupted { Int(Glibc.open(path, flags | O_CLOEXEC, 0o666)) })
    isOwned = true
  }

  /// Standard input, output or error: used, not closed.
  package init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { _ = Glibc.close(number) }
  }

  /// What kind of file it is, how large, and its identity.
  package func status() throws(Failure) -> stat {
    var result = stat()
    _ = try uninterrupted { Int(fstat(number, &result)) }
    return result
  }

  /// Reads at most as many bytes as there is room for from `start` on; 0 is the end.
  package func read(into bytes: inout [UInt8], from start: Int) throws(Failure) -> Int {
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
      try uninterrupted {
        Glibc.read(number, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
    }
  }

  /// Writes every byte; pipes and nearly full disks take a part at a time.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
      var remaining = UnsafeRawBufferPointer(buffer)
      while !remaining.isEmpty {
        let count = try uninterrupted {
          Glibc.write(number, remaining.baseAddress, remaining.count)
        }
        remaining = UnsafeRawBufferPointer(rebasing: remaining.dropFirst(count))
      }
    }
  }

  /// Sets who may read, write and run it, whatever the process's mask.
  package func setPermissions(_ permissions: mode_t) throws(Failure) {
    _ = try uninterrupted { Int(fchmod(number, permissions)) }
  }

  /// Waits until the bytes are on the disk; a close would not report a failure of that.
  package func synchronize() throws(Failure) {
    _ = try uninterrupted { Int(fsync(number)) }
  }
}

/// Calls until it is not interrupted by a signal; -1 is thrown as `errno`.
private func uninterrupted(_ call: () -> Int) throws(Descriptor.Failure) -> Int {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw Descriptor.Failure(code: code) }
  }
}
