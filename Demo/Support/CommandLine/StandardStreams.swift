// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Standard input, output and error, made safe before a program opens anything.
package enum StandardStreams {
  /// Opens /dev/null in place of each stream that was closed, and lets writing to a pipe without a
  /// reader fail instead of ending the program.
  ///
  /// A program calls it first. Whatever it opens takes the lowest free number: after `>&-` the
  /// figures for standard output would go into a trace, or to the X server. The streams stay
  /// unusable: input is opened for writing and the outputs for reading, so that a result that
  /// nobody gets is still an error (EBADF).
  package static func prepare() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
      let wrongWay = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // The lowest free number is this one. Where there is no /dev, any folder takes its place.
      if open("/dev/null", wrongWay) == -1 { _ = open("/", O_RDONLY) }
    }
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Whether standard output can take anything: false after `>&-`.
  package static var hasOutput: Bool {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return flags != -1 && flags & O_ACCMODE != O_RDONLY
  }
}
