// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A command that ran to its end, with everything that it said.
struct Tool {
  let exitCode: Int32
  /// Standard output and standard error, as they came.
  let output: String

  /// Runs a command found on the path and waits for its end.
  /// - Parameter environment: Added to this process's own.
  init(_ command: String..., in folder: String = "/", environment: [String: String] = [:]) throws {
    try self.init(command, in: folder, environment: environment)
  }

  init(_ command: [String], in folder: String = "/", environment: [String: String] = [:]) throws {
    let text = try Folder()
    let log = text.file("log")
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try Self.withDefaultSignals { try process.run() }
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : -1
    output = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
  }

  /// Threads of Swift Testing block signals, and children inherit the mask: cleared around `run`.
  ///
  /// CMake would wait for ever for the end of its own children.
  private static func withDefaultSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  /// Runs a command that must end well, and gives what it said.
  @discardableResult
  static func run(
    _ command: [String], in folder: String = "/", environment: [String: String] = [:],
    location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let tool = try Tool(command, in: folder, environment: environment)
    #expect(
      tool.exitCode == 0, "\(command.joined(separator: " "))\n\(tool.output)",
      sourceLocation: location)
    return tool.output
  }
}

/// A new, empty folder, with a space in its name, that is removed with its owner.
final class Folder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("dynamic repeat \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// Everything below, links with where they lead.
  func listing() throws -> [String] {
    try Tool.run(["find", ".", "-printf", "%P %y %l\n"], in: path)
      .split(separator: "\n").map(String.init).sorted()
  }
}
