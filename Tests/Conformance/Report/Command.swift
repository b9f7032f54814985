// SPDX-License-Identifier: Apache-2.0

import DemoSupport

/// The command line, its output and its exit code.
enum Command {
  /// The result of a run: an exit code, and text for standard output and standard error.
  struct Result {
    var exitCode: Int32 = 0
    var output = ""
    var errors = ""
  }

  static func run(_ arguments: [String]) -> Result {
    if let answer = ProgramText.conformance.answer(to: arguments) {
      return Result(output: answer + "\n")
    }
    do throws(ProgramError) {
      let files = try [FileReport](folder: folder(in: arguments))
      return Result(
        exitCode: files.allSatisfy(\.isGood) ? 0 : 1, output: files.summary + "\n",
        errors: files.problems.map { $0 + "\n" }.joined())
    } catch {
      return Result(exitCode: error.exitCode.rawValue, errors: "\(error)\n")
    }
  }

  /// The options that every program has: --help and --version.
  private enum Option: String, OptionNaming {
    case version = "--version"
    case help = "--help"

    var value: (placeholder: String, example: String)? { nil }
  }

  /// The folder, which is the only argument.
  private static func folder(in arguments: [String]) throws(ProgramError) -> String {
    _ = try TypedOptions<Option>(arguments.filter { $0.hasPrefix("-") })
    guard let folder = arguments.first, arguments.count == 1, !folder.isEmpty else {
      throw ProgramError(
        problem: arguments.count > 1
          ? "\(quoted(arguments[1])): only one folder can be read, but two are named"
          : "the folder of the records is missing",
        remedy: "write conformance FOLDER, for example Tests/Vectors; --help says more")
    }
    return folder
  }
}
