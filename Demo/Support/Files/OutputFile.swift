// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that is written from its start, without a buffer of its own.
package struct OutputFile: ~Copyable {
  /// The path as it was given.
  package let path: String
  private let descriptor: Descriptor

  /// Makes the file, or empties it where it exists.
  /// - Throws: Exit code 73, with the system's reason.
  package init(creating path: String) throws(FileError) {
    do {
      descriptor = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    } catch {
      throw FileError(
        path, wrong: "cannot be written", code: error.code,
        remedy: "name a file in a folder that exists and that you may write to",
        exitCode: .cannotCreate)
    }
    self.path = path
  }

  /// Standard output, under the name that errors give it.
  package init(standardOutputNamed name: String) {
    path = name
    descriptor = Descriptor(borrowing: STDOUT_FILENO)
  }

  /// Hands every byte to the system.
  /// - Throws: Exit code 74, with the system's reason, as of a full disk or a closed pipe.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    do throws(Descriptor.Failure) {
      try bytes.withUnsafeBufferPointer { (buffer) throws(Descriptor.Failure) in
        try descriptor.write(UnsafeRawBufferPointer(buffer))
      }
    } catch {
      throw FileError(
        path, wrong: "writing broke off", code: error.code,
        remedy: "make room, or name a file on another disk", exitCode: .inputOutput)
    }
  }
}
