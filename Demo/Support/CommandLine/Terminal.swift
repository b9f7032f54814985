// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program's two text streams, written at once and in full.
package enum Terminal {
  /// Writes a text and a line break to standard output.
  ///
  /// A reader that has gone away (`--help | head -1`) has what it wanted: no error.
  /// - Throws: Where the text cannot be written, as to a full disk.
  package static func show(_ text: String) throws(FileError) {
    try show(Array("\(text)\n".utf8))
  }

  /// Writes bytes to standard output as they are, in the same manner.
  package static func show(_ bytes: [UInt8]) throws(FileError) {
    let output = OutputFile(standardOutputNamed: "stdout")
    do {
      try output.write(bytes)
    } catch {
      if error.systemError != EPIPE { throw error }
    }
  }

  /// Writes both lines of a failure to standard error and ends the program with its exit code.
  package static func fail(_ failure: some DemoFailure) -> Never {
    let bytes = Array("\(failure)\n".utf8)
    // Where standard error is closed there is no one left to tell; the exit code still says it.
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(failure.exitCode.rawValue)
  }
}
