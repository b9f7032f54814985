// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The program's two text streams, written at once and in full.
package enum Terminal {
  /// Writes a text and a line break to standard output.
  ///
  /// A reader that has gone away (`--help | head -1`) has what it wanted, and nobody reads a
  /// terminal that has been closed: neither is an error.
  /// - Throws: Exit code 74, where the text cannot be written, as to a full disk or after `>&-`.
  package static func show(_ text: String) throws(FileError) {
    try show(Array("\(text)\n".utf8))
  }

  /// Writes bytes to standard output as they are, in the same manner.
  package static func show(_ bytes: [UInt8]) throws(FileError) {
    let output = OutputFile(standardOutputNamed: "stdout")
    do {
      try output.write(bytes)
    } catch {
      switch error.systemError {
      case EPIPE: break
      case EIO where isTerminal: break
      case EBADF: throw closed
      default: throw error
      }
    }
  }

  /// Fails before the work whose result standard output takes, where it cannot take any.
  /// - Throws: Exit code 74.
  package static func requireOutput() throws(FileError) {
    guard StandardStreams.hasOutput else { throw closed }
  }

  /// Writes lines to standard error that report how the run goes; one that nobody gets is no error.
  package static func note(_ text: String) {
    try? Descriptor(borrowing: STDERR_FILENO).write(Array("\(text)\n".utf8))
  }

  /// Writes both lines of a failure to standard error and ends the program with its exit code.
  package static func fail(_ failure: some DemoFailure) -> Never {
    // Where standard error is closed nobody can read it; the exit code still says it.
    note("\(failure)")
    exit(failure.exitCode.rawValue)
  }

  /// Whether standard output is a terminal; `isatty` does not know one that has been closed.
  private static var isTerminal: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  private static var closed: FileError {
    FileError(
      "stdout", wrong: "cannot take the output", code: EBADF,
      remedy: "standard output is closed: leave >&- out, or discard the output with >/dev/null",
      exitCode: .inputOutput)
  }
}
