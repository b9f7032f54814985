// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// A run that could not go on: for want of a file, or of gnuplot.
struct CompareFailure: DemoFailure {
  let problem: String
  let remedy: String
  let exitCode: ExitCode

  /// gnuplot, or what it needs, is not there or does not work: exit code 69.
  init(problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
    exitCode = .unavailable
  }

  private init(_ error: FileError) {
    (problem, remedy, exitCode) = (error.problem, error.remedy, error.exitCode)
  }

  /// What `body` returns; a file that it cannot use is the run's failure.
  static func of<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(CompareFailure) -> Result {
    do throws(FileError) { return try body() } catch { throw CompareFailure(error) }
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
