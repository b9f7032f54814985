// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

extension Child {
  /// A program's exit status and complete output.
  package struct Ending: Equatable {
    /// The exit status, or minus the number of the signal that ended the program.
    package let status: Int32
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String

    /// Standard output, followed by standard error.
    package var text: String { output + errors }

    /// The last line of standard error, or of standard output if standard error is empty.
    package var lastLine: String {
      (errors.isEmpty ? output : errors).split(separator: "\n").last.map { String($0) } ?? ""
    }
  }

  /// Runs a program until its end, or kills it after `seconds`, so that no test hangs.
  ///
  /// The function does not wait for processes that the program leaves running.
  /// - Parameters:
  ///   - folder: The working folder; nil for this program's.
  ///   - environment: Changes to this program's environment; nil removes a variable.
  ///   - outputPath: A file for standard output, instead of `Ending.output`.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String?] = [:], outputPath: String? = nil, within seconds: Double = 60
  ) throws(RigProblem) -> Ending {
    let (output, errors) = (try UnnamedFile(), try UnnamedFile())
    var descriptor = output.descriptor
    if let outputPath {
      descriptor = open(outputPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        throw RigProblem("\(outputPath): \(String(cString: strerror(errno)))")
      }
    }
    defer { if outputPath != nil { close(descriptor) } }
    let start = Spawning(
      program: program, arguments: arguments, folder: folder, environment: environment)
    let child = try Child(start.start(output: descriptor, errors: errors.descriptor))
    let status = child.status(within: seconds)
    return Ending(status: status, output: output.text, errors: errors.text)
  }

  /// The path of a program in PATH; `nil` if PATH has no such program.
  package static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The path of a program that is built together with the current program.
  package static func beside(_ name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return (own.map { $0[...($0.lastIndex(of: "/") ?? $0.startIndex)] } ?? "") + name
  }
}
