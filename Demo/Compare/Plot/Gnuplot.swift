// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

/// The program gnuplot, run as a child process.
struct Gnuplot {
  /// Where it lies.
  private let program: String

  /// Looks for it in the folders of PATH.
  /// - Throws: Exit code 69: it is not there; the message says how to install it.
  init() throws(GnuplotFailure) {
    let folders = Self.variable("PATH") ?? "/usr/bin:/bin"
    // An empty part of PATH is the working folder.
    let paths = folders.split(separator: ":", omittingEmptySubsequences: false).map {
      "\($0.isEmpty ? "." : $0)/gnuplot"
    }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw GnuplotFailure(
        problem: "gnuplot draws the pictures, and is not there",
        remedy: "install it: apt-get install gnuplot-nox")
    }
    program = path
  }

  /// Draws what a script says: the bytes that it writes to standard output, of a format.
  ///
  /// Settings of the user's own are not read. Script and picture are files, not pipes, so that neither
  /// process waits for the other to read.
  func draw(_ script: String, _ format: PlotFormat) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let input = "\(folder.path)/script"
    let picture = "\(folder.path)/picture"
    let messages = "\(folder.path)/messages"
    try WholeFile.write(Array(script.utf8), to: input)
    let status = try run(input: input, output: picture, errors: messages)
    guard status == 0 else {
      let text = String(decoding: try InputFile.bytes(of: messages), as: UTF8.self)
      throw GnuplotFailure(status: status, messages: text)
    }
    let bytes = try InputFile.bytes(of: picture)
    guard format.isWhole(bytes) else {
      throw GnuplotFailure(
        problem: "gnuplot's picture is not whole: it has \(bytes.count) bytes",
        remedy: "see that there is room in \(quoted(folder.path)), or name another place:"
          + " TMPDIR=FOLDER")
    }
    return bytes
  }

  /// Runs it from a file into files; its status as `waitpid` gives it.
  private func run(input: String, output: String, errors: String) throws(GnuplotFailure) -> Int32 {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    let new = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output, new, 0o600)
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors, new, 0o600)
    var child: pid_t = 0
    // -d: without the settings of the system and the user.
    let code = Self.withStrings([program, "-d"]) { arguments in
      Self.withStrings(Self.environment) { environment in
        posix_spawn(&child, program, &files, nil, arguments, environment)
      }
    }
    guard code == 0 else {
      throw GnuplotFailure(
        problem: "\(quoted(program)) cannot be run: \(String(cString: strerror(code)))",
        remedy: "install it anew: apt-get install --reinstall gnuplot-nox")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status
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

/// A picture that could not be drawn.
struct GnuplotFailure: DemoFailure {
  let problem: String
  let remedy: String
  var exitCode: ExitCode { .unavailable }

  init(problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  /// - Parameter status: Not 0, as `waitpid` gives it.
  fileprivate init(status: Int32, messages: String) {
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
