// SPDX-License-Identifier: Apache-2.0

/// The command line: what it says, and how it ends.
enum Command {
  /// What a run leaves: an exit code, and text for standard output and standard error.
  struct Result {
    var exitCode: Int32 = 0
    var output = ""
    var errors = ""
  }

  static let help = """
    conformance: compares recorded timings with what the package answers.

    Usage: conformance FOLDER

    Reads every *.jsonl in FOLDER. A record is known by its fields, whatever its file is called:
    \(Format.allCases.map { "  \($0.rawValue): \($0.mark)" }.joined(separator: "\n"))
    For each file it prints the records, the samples checked, skipped (and why) and failed, and
    the worst errors beside their tolerances; failures and lines that cannot be read go to
    standard error with file and line.

    Exit codes: 0 all is well, 1 something failed or could not be read, 64 wrong arguments,
    66 FOLDER cannot be read.

    """

  static func run(_ arguments: [String]) -> Result {
    if arguments == ["--help"] || arguments == ["-h"] { return Result(output: help) }
    guard let folder = arguments.first, arguments.count == 1, !folder.hasPrefix("-") else {
      return Result(
        exitCode: 64,
        errors: "conformance: one argument is needed, the folder of the records; --help says more\n"
      )
    }
    do throws(FolderError) {
      let report = try FolderReport(folder: folder)
      return Result(
        exitCode: report.isGood ? 0 : 1, output: report.summary + "\n",
        errors: report.problems.map { $0 + "\n" }.joined())
    } catch {
      return Result(exitCode: 66, errors: "conformance: \(error.problem)\n")
    }
  }
}
