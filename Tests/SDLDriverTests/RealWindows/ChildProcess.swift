// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that a test started, by its own id; it ends with the value.
final class ChildProcess {
  private let process = Process()
  private let pipe = Pipe()
  private var text = ""

  /// Starts `program`, found in PATH unless it has a slash.
  init(_ program: String, _ arguments: [String], environment: [String: String?] = [:]) throws {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    if program.contains("/") {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
    } else {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [program] + arguments
    }
    process.environment = variables
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    // The testing library blocks signals in its threads, and a child would inherit that.
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Reads until `isEnough`, or the end of the output.
  /// - Returns: All that was written since the last call.
  func read(until isEnough: (String) -> Bool) -> String {
    defer { text = "" }
    while !isEnough(text) {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  /// Waits for the end.
  /// - Returns: Exit status, or minus the signal's number, and all that was not read yet.
  func end() -> (status: Int32, output: String) {
    let output = read { _ in false }
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (isSignal ? -process.terminationStatus : process.terminationStatus, output)
  }

  /// Runs a program to its end.
  @discardableResult
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (status: Int32, output: String) {
    try ChildProcess(program, arguments, environment: environment).end()
  }

  /// The built program `name`, beside the tests' own.
  static func built(_ name: String) -> String {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let places = [
      tests, Bundle.main.bundleURL, root.appendingPathComponent("../../../.build/debug"),
    ]
    let paths = places.map { $0.appendingPathComponent(name).standardizedFileURL.path }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
  }
}
