// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Standard input, output and error; texts are written unbuffered and completely.
package enum Terminal {
  /// Prepares the standard streams; call it before opening anything.
  ///
  /// Each closed stream (`>&-`) is replaced; otherwise the next file or connection would get the
  /// stream's number, and receive the text for standard output. After the call, writing to a pipe
  /// without a reader is an error; without the call, it would end the program.
  package static func prepare() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
      // The stream is opened in the wrong direction, so that writing to a closed stream is an error
      // (EBADF).
      let wrongWay = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // `open` returns the lowest free number, which is this stream's. If there is no /dev/null, the
      // root folder is opened instead.
      if open("/dev/null", wrongWay) == -1 { _ = open("/", O_RDONLY) }
    }
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Fails if standard output is closed.
  ///
  /// Call it before the work whose result is printed.
  /// - Throws: Exit code 74.
  package static func requireOutput() throws(ProgramError) {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags != -1, flags & O_ACCMODE != O_RDONLY else {
      throw ProgramError(
        "stdout", wrong: "cannot be written", code: EBADF,
        remedy: "standard output is closed: leave out \">&-\", or discard the output with"
          + " >/dev/null",
        exitCode: .inputOutput)
    }
  }

  /// Writes a text to standard output.
  ///
  /// A reader that ends early (`--help | head -1`) and a closed terminal are no errors.
  /// - Throws: Exit code 74 if the text cannot be written, as to a full disk or after `>&-`.
  package static func show(_ text: String, terminator: String = "\n") throws(ProgramError) {
    try requireOutput()
    do {
      try writeAll(Array((text + terminator).utf8), to: STDOUT_FILENO, named: "stdout")
    } catch {
      var status = stat()
      let isDevice = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
      if error.systemError != EPIPE, error.systemError != EIO || !isDevice { throw error }
    }
  }

  /// Writes progress notes to standard error; errors are ignored.
  package static func note(_ text: String) {
    try? writeAll(Array("\(text)\n".utf8), to: STDERR_FILENO, named: "stderr")
  }

  /// Writes both lines of an error to standard error and exits with the error's exit code.
  package static func fail(_ error: ProgramError) -> Never {
    note("\(error)")
    exit(error.exitCode.rawValue)
  }
}
