// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowRigs

/// The tested programs, which run without a display unless one is given.
enum Programs {
  /// The demo.
  static let demo = Child.beside("flashing-square")

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let noDisplay: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]

  /// Runs a program in a folder until its end.
  /// - Parameter outputPath: A file for standard output, instead of `Ending.output`.
  static func run(
    _ program: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:], outputPath: String? = nil
  ) throws -> Child.Ending {
    try Child.run(
      program, arguments, in: folder, environment: noDisplay.merging(environment) { $1 },
      outputPath: outputPath, within: 300)
  }

  /// Starts a program in a folder; the program is ended when the value is freed.
  static func start(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws -> Child {
    try Child(
      program, arguments, in: folder.path, environment: noDisplay.merging(environment) { $1 },
      separatesErrors: true)
  }
}

/// Polls a condition.
/// - Returns: Whether the condition became true within `seconds`, a limit that only failures reach.
func poll(_ seconds: Double = 60, until condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    usleep(5000)
  }
  return try condition()
}

/// The temporary folder of WindowRigs, for test files that use nothing else from that module.
typealias TemporaryFolder = WindowRigs.TemporaryFolder
