// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// gnuplot, or what it needs, that is not there or does not work, in the two lines of every failure.
struct PictureFailure: DemoFailure {
  let problem: String
  let remedy: String
  let exitCode = ExitCode.unavailable

  init(problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  /// gnuplot has ended without a picture.
  /// - Parameters:
  ///   - status: Not 0, as `waitpid` gives it.
  ///   - messages: What it wrote to standard error.
  init(gnuplotStatus status: Int32, messages: String) {
    // The low seven bits are the signal that ended it.
    let signal = status & 0x7F
    let end = signal != 0 ? "was ended by signal \(signal)" : "failed"
    let reason = messages.split(separator: "\n").last { $0.contains(where: \.isLetter) }
    self.init(
      problem: "gnuplot \(end)\(reason.map { ": \(quoted(String($0), always: true))" } ?? "")",
      remedy: "version 5.4 or later with the terminals svg and pngcairo is needed, as in"
        + " Debian's gnuplot-nox")
  }
}
