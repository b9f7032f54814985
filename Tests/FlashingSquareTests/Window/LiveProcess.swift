// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that runs beside the test, and does not outlive it.
final class LiveProcess {
  private let process = Process()
  private let folder: TemporaryFolder

  /// Starts a program.
  /// - Parameters:
  ///   - environment: Added to this process's own, from which `DISPLAY` and `WAYLAND_DISPLAY` are
  ///     taken out.
  init(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder,
    environment: [String: String] = [:], output: Pipe? = nil
  ) throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var variables = ProcessInfo.processInfo.environment
    variables["DISPLAY"] = nil
    variables["WAYLAND_DISPLAY"] = nil
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    let errors = folder.file("errors \(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try Self.withDefaultSignals { try process.run() }
  }

  /// Ends it for certain, and only it.
  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The exit code, once it has ended; -1 where a signal ended it, nil if it still runs after
  /// `seconds`.
  func exitCode(within seconds: Double = 20) -> Int32? {
    guard poll(seconds, until: { !process.isRunning }) else { return nil }
    return process.terminationReason == .exit ? process.terminationStatus : -1
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

/// Looks again and again whether something holds.
/// - Returns: Whether it came to hold within `seconds`: a limit for failures, not a time to wait.
func poll(_ seconds: Double = 20, until condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    usleep(5000)
  }
  return try condition()
}
