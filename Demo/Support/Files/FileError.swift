// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file or folder that a program cannot use: which, where in it, what is wrong, what is right.
package struct FileError: Error, Hashable, DemoFailure {
  /// The path as it was given.
  package let path: String
  /// The position in the file, for errors in its content.
  package let position: TextPosition?
  /// What is wrong, without the path.
  package let wrong: String
  package let remedy: String
  package let exitCode: ExitCode
  /// The value of `errno` where a system call failed.
  package let systemError: Int32?

  /// An error in a file's content, or with another exit code a path that cannot be used.
  package init(
    _ path: String, at position: TextPosition? = nil, wrong: String, remedy: String,
    exitCode: ExitCode = .badData, systemError: Int32? = nil
  ) {
    self.path = path
    self.position = position
    self.wrong = wrong
    self.remedy = remedy
    self.exitCode = exitCode
    self.systemError = systemError
  }

  /// A failed system call: `wrong` is followed by the system's own text.
  /// - Parameter code: `errno`, taken right after the call.
  package init(_ path: String, wrong: String, code: Int32, remedy: String, exitCode: ExitCode) {
    self.init(
      path, wrong: "\(wrong): \(String(cString: strerror(code)))", remedy: remedy,
      exitCode: exitCode, systemError: code)
  }

  /// A file that cannot be made or replaced: exit code 73.
  package static func cannotWrite(_ path: String, code: Int32) -> FileError {
    FileError(
      path, wrong: "cannot be written", code: code,
      remedy: "name a file in a folder that exists and that you may write to",
      exitCode: .cannotCreate)
  }

  /// Writing that failed part-way, as on a full disk: exit code 74.
  package static func writingBrokeOff(_ path: String, code: Int32) -> FileError {
    FileError(
      path, wrong: "writing broke off", code: code,
      remedy: "make room, or name a file on another disk", exitCode: .inputOutput)
  }

  /// `plan.csv:3:5: what is wrong`, the form that editors can jump to.
  package var problem: String {
    guard let position else { return "\(quoted(path)): \(wrong)" }
    return "\(quoted(path)):\(position.line):\(position.column): \(wrong)"
  }
}

/// A position in a text: the line and the character in it, both counted from 1.
package struct TextPosition: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
