// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that ran to its end, with everything that it said.
struct ChildProcess {
  let exitCode: Int32
  let output: String
  let errors: String

  /// The command: the release build that `Tests/run` names, or the debug build beside this test.
  static let compare: String = {
    if let path = ProcessInfo.processInfo.environment["COMPARE_BINARY"] { return path }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("compare").path
  }()

  /// Runs a program in a folder and waits for its end.
  ///
  /// Its texts go through files: no reader is needed, and no amount of text can block the child.
  init(_ program: String, _ arguments: [String], in folder: TestFolder, outputPath: String? = nil)
    throws
  {
    let texts = try TestFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = FileHandle.nullDevice
    let output = outputPath ?? texts.file("output")
    process.standardOutput = try Self.handle(writing: output)
    process.standardError = try Self.handle(writing: texts.file("errors"))
    try Self.withDefaultSignals { try process.run() }
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : -1
    self.output = outputPath == nil ? try texts.text("output") : ""
    errors = try texts.text("errors")
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

/// A new, empty folder that is removed with its content when its owner goes away.
final class TestFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("compare \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The names in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
