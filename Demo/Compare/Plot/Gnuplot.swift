// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

/// The program gnuplot, run as a child process.
struct Gnuplot {
  /// Its path.
  private let program: String

  /// Looks for it in the folders of PATH.
  /// - Throws: Exit code 69: it is not there; the message says how to install it.
  init() throws(CompareFailure) {
    let folders = Self.variable("PATH") ?? "/usr/bin:/bin"
    // An empty part of PATH is the working folder.
    let paths = folders.split(separator: ":", omittingEmptySubsequences: false).map {
      "\($0.isEmpty ? "." : $0)/gnuplot"
    }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw CompareFailure(
        problem: "gnuplot draws the pictures, and is not there",
        remedy: "install it: apt-get install gnuplot-nox")
    }
    program = path
  }

  /// Draws a script's picture.
  ///
  /// The user's own settings are not read. Script and picture are files, not pipes, so that neither
  /// process waits for the other; the files have no names, so that nothing is left of them.
  /// - Throws: It cannot be run or draws nothing; a file for the moment cannot be made or filled.
  func draw(_ script: String, _ format: PlotFormat) throws(CompareFailure) -> [UInt8] {
    let (ending, picture, messages) = try CompareFailure.of { () throws(FileError) in
      let input = try ScratchFile()
      let output = try ScratchFile()
      let errors = try ScratchFile()
      try input.write(Array(script.utf8))
      return (run(input, output, errors), try output.bytes(), try errors.bytes())
    }
    guard ending.code == 0 else {
      throw CompareFailure(
        problem: "\(quoted(program)) cannot be run: \(String(cString: strerror(ending.code)))",
        remedy: "install it anew: apt-get install --reinstall gnuplot-nox")
    }
    guard ending.status == 0 else {
      throw CompareFailure(
        gnuplotStatus: ending.status, messages: String(decoding: messages, as: UTF8.self))
    }
    guard format.isWhole(picture) else {
      throw CompareFailure(
        problem: "gnuplot's picture broke off after \(picture.count) bytes",
        remedy: "make room in \(quoted(ScratchFile.folder)), or name another folder: TMPDIR=FOLDER")
    }
    return picture
  }

  /// Runs it to its end.
  /// - Returns: The `errno` of starting it, 0 where it ran, and its status as `waitpid` gives it.
  private func run(
    _ input: borrowing ScratchFile, _ output: borrowing ScratchFile,
    _ errors: borrowing ScratchFile
  ) -> (code: Int32, status: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, STDERR_FILENO)
    var child: pid_t = 0
    // -d: without the settings of the system and the user.
    let code = Self.withStrings([program, "-d"]) { arguments in
      Self.withStrings(Self.environment) { environment in
        posix_spawn(&child, program, &actions, nil, arguments, environment)
      }
    }
    var status: Int32 = 0
    while code == 0, waitpid(child, &status, 0) == -1, errno == EINTR {}
    return (code, status)
  }

  /// The variables that it needs to find its libraries and fonts; none that changes a picture.
  private static var environment: [String] {
    let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "FONTCONFIG_FILE"]
    return ["LC_ALL=C.UTF-8"] + kept.compactMap { name in variable(name).map { "\(name)=\($0)" } }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Lends texts as C's array of pointers with a null at its end.
  private static func withStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return body(pointers)
  }
}
