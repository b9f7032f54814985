// SPDX-License-Identifier: Apache-2.0

/// Invalid arguments: what is wrong and what would be right, a line each.
///
/// Thrown before anything was started and before any file was touched; the exit code is 64.
package struct UsageError: Error, Hashable, DemoFailure {
  /// Names the argument and its value.
  package let problem: String
  /// Says what would be accepted instead.
  package let remedy: String

  package init(problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  package var exitCode: ExitCode { .usage }
}

/// An error that ends the program with two lines on standard error and an exit code.
package protocol DemoFailure: Error, CustomStringConvertible {
  /// What is wrong, without a line break.
  var problem: String { get }
  /// What would be right, without a line break.
  var remedy: String { get }
  var exitCode: ExitCode { get }
}

extension DemoFailure {
  /// Both lines as they are shown, without a trailing line break.
  package var description: String { "\(programName): \(problem)\n  \(remedy)" }
}

/// What the program was started as, without the folders.
package let programName: String =
  CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"

/// The exit codes of the demo programs, numbered as in BSD's sysexits.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// The arguments are wrong (EX_USAGE).
  case usage = 64
  /// An input file's content is wrong (EX_DATAERR).
  case badData = 65
  /// An input file cannot be opened (EX_NOINPUT).
  case noInput = 66
  /// Something that the program needs is not there, such as a display (EX_UNAVAILABLE).
  case unavailable = 69
  /// The display was there, and is gone (EX_SOFTWARE).
  case displayLost = 70
  /// An output file or folder cannot be made (EX_CANTCREAT).
  case cannotCreate = 73
  /// Reading or writing failed part-way (EX_IOERR).
  case inputOutput = 74
}
