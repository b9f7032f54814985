// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that ran to its end, with everything that it said.
struct ChildProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  /// The demo: the release build that `Tests/run` names, or the debug build beside this test.
  static let demo: String = {
    if let path = ProcessInfo.processInfo.environment["FLASHING_SQUARE_BINARY"] { return path }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("flashing-square").path
  }()

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Runs a program in a folder and waits for its end.
  ///
  /// - Parameters:
  ///   - environment: Added to this process's own, from which `DISPLAY` and `WAYLAND_DISPLAY` are
  ///     taken out.
  ///   - outputPath: Where standard output goes instead of `output`.
  init(
    _ program: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:], outputPath: String? = nil
  ) throws {
    // Files, not pipes: no reader is needed, and no amount of text can block the child.
    let texts = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var variables = ProcessInfo.processInfo.environment
    variables["DISPLAY"] = nil
    variables["WAYLAND_DISPLAY"] = nil
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = outputPath ?? texts.file("output")
    process.standardOutput = try Self.handle(writing: output)
    process.standardError = try Self.handle(writing: texts.file("errors"))
    try Self.withDefaultSignals { try process.run() }
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : -1
    self.output =
      outputPath == nil ? String(decoding: try texts.bytes("output"), as: UTF8.self) : ""
    errors = String(decoding: try texts.bytes("errors"), as: UTF8.self)
  }

  private static func handle(writing path: String) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Threads of Swift Testing block SIGTERM, and children inherit the mask: cleared around `run`.
  private static func withDefaultSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}
