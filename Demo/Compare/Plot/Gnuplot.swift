// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc

/// The program gnuplot, run as a child process.
struct Gnuplot {
  /// Where it lies.
  private let program: String

  /// Looks for it in the folders of PATH.
  /// - Throws: Exit code 69: it is not there; the message says how to install it.
  init() throws(PictureFailure) {
    let folders = Self.variable("PATH") ?? "/usr/bin:/bin"
    // An empty part of PATH is the working folder.
    let paths = folders.split(separator: ":", omittingEmptySubsequences: false).map {
      "\($0.isEmpty ? "." : $0)/gnuplot"
    }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw PictureFailure(
        problem: "gnuplot draws the pictures, and is not there",
        remedy: "install it: apt-get install gnuplot-nox")
    }
    program = path
  }

  /// Draws what a script says: the bytes that it writes to standard output, of a format.
  ///
  /// Settings of the user's own are not read. Script and picture are files, not pipes, so that neither
  /// process waits for the other to read.
  func draw(_ script: String, _ format: PlotFormat) throws(PictureFailure) -> [UInt8] {
    let folder = try PictureFailure.converting { () throws(FileError) in try ScratchFolder() }
    let paths = Paths(folder: folder.path)
    try PictureFailure.converting { () throws(FileError) in
      try WholeFile.write(Array(script.utf8), to: paths.script)
    }
    let status = try run(paths)
    let (picture, messages) = try PictureFailure.converting { () throws(FileError) in
      (try InputFile.bytes(of: paths.picture), try InputFile.bytes(of: paths.messages))
    }
    guard status == 0 else {
      throw PictureFailure(
        gnuplotStatus: status, messages: String(decoding: messages, as: UTF8.self))
    }
    guard format.isWhole(picture) else {
      throw PictureFailure(
        problem: "gnuplot's picture broke off after \(picture.count) bytes",
        remedy: "make room in \(quoted(folder.path)), or name another place: TMPDIR=FOLDER")
    }
    return picture
  }

  /// What it reads and writes.
  private struct Paths {
    let script: String
    let picture: String
    let messages: String

    init(folder: String) {
      script = "\(folder)/script"
      picture = "\(folder)/picture"
      messages = "\(folder)/messages"
    }
  }

  /// Runs it to its end; its status as `waitpid` gives it.
  private func run(_ paths: Paths) throws(PictureFailure) -> Int32 {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    let new = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, paths.script, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, paths.picture, new, 0o600)
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, paths.messages, new, 0o600)
    var child: pid_t = 0
    // -d: without the settings of the system and the user.
    let code = Self.withStrings([program, "-d"]) { arguments in
      Self.withStrings(Self.environment) { environment in
        posix_spawn(&child, program, &files, nil, arguments, environment)
      }
    }
    guard code == 0 else {
      throw PictureFailure(
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
