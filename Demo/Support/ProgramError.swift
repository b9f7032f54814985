// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An error that ends a program with two lines on standard error and an exit code.
package struct ProgramError: Error, Hashable, CustomStringConvertible {
  /// The problem, without a line break.
  package let problem: String
  /// The remedy, without a line break.
  package let remedy: String
  package let exitCode: ExitCode
  /// The value of `errno` if a system call failed.
  package let systemError: Int32?

  /// Creates an error.
  ///
  /// The default exit code is that of invalid arguments, which are reported before any file is
  /// touched.
  package init(problem: String, remedy: String, exitCode: ExitCode = .usage) {
    (self.problem, self.remedy, self.exitCode) = (problem, remedy, exitCode)
    systemError = nil
  }

  /// An error in a file, such as `plan.csv:3:5: time "x" is not a number`, in the format that
  /// editors read.
  /// - Parameters:
  ///   - position: The line and the character in it, both counted from 1.
  ///   - code: `errno`, read directly after a failed system call; the system's text follows `wrong`.
  package init(
    _ path: String, at position: (line: Int, column: Int)? = nil, wrong: String,
    code: Int32? = nil, remedy: String, exitCode: ExitCode = .badData
  ) {
    let location = position.map { ":\($0.line):\($0.column)" } ?? ""
    let reason = code.map { ": \(String(cString: strerror($0)))" } ?? ""
    problem = "\(quoted(path))\(location): \(wrong)\(reason)"
    (self.remedy, self.exitCode, systemError) = (remedy, exitCode, code)
  }

  /// Both lines as printed, without a trailing line break.
  package var description: String { "\(programName): \(problem)\n  \(remedy)" }
}

/// The program's name as started, without folders.
package let programName: String =
  CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"

/// The exit codes of the demo programs, named and numbered as in BSD's sysexits.
///
/// `unavailable` means that a required resource, such as a display, is missing; `displayLost` means
/// that the display was lost during the run; `inputOutput` means that reading or writing failed
/// partway.
package enum ExitCode: Int32, Sendable {
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case displayLost = 70
  case cannotCreate = 73
  case inputOutput = 74
}
