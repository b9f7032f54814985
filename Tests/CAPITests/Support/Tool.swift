// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowRigs

/// Runs commands found on the PATH to their end.
enum Tool {
  /// Runs a command and waits for its end.
  /// - Parameters:
  ///   - environment: Variables added to this process's environment.
  ///   - seconds: The time limit, after which the command is ended; builds take minutes.
  static func ending(
    _ command: [String], in folder: String = "/", environment: [String: String] = [:],
    within seconds: Double = 600
  ) throws -> Child.Ending {
    let variables = Library.buildVariable.merging(environment) { $1 }
    // `env` looks for the command in the PATH of the new environment.
    return try Child.run(
      "/usr/bin/env", command, in: folder, environment: variables, within: seconds)
  }

  /// Runs a command, which must succeed; returns its standard output.
  @discardableResult
  static func run(
    _ command: [String], in folder: String = "/", environment: [String: String] = [:],
    location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let tool = try ending(command, in: folder, environment: environment)
    // Exit code 127: `env`, or a shell, did not find a program.
    let missing = "\nIf a program is missing: Tests/build.sh lists the packages of the tests."
    #expect(
      tool.status == 0,
      "\(command.joined(separator: " "))\n\(tool.text)\(tool.status == 127 ? missing : "")",
      sourceLocation: location)
    return tool.output
  }
}

extension Trait where Self == ConditionTrait {
  /// For tests that take minutes or need tools for other machines: compilers, emulators, valgrind.
  static var long: Self {
    .enabled(
      if: runsAllTests,
      "takes long: Tests/run --all, or Tests/run with the name of its suite")
  }
}

/// A new, empty folder; it is removed when this object is freed.
final class Folder: Sendable {
  let path: String

  /// - Parameters:
  ///   - isKept: Whether the object is never freed, so that the folder must be removed at the end
  ///     of all tests.
  ///   - name: The prefix of the folder's name; by default it contains a space.
  init(isKept: Bool = false, named name: String = "dynamic repeat ") throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(name)\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    if isKept { Self.removeAtEnd(path) }
  }

  private static let kept = Mutex<[String]>([])

  private static func removeAtEnd(_ path: String) {
    let isFirst = kept.withLock { paths in
      paths.append(path)
      return paths.count == 1
    }
    guard isFirst else { return }
    atexit {
      for path in Folder.kept.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// All files and folders in the folder; links with their targets.
  func listing() throws -> [String] {
    try Tool.run(["find", ".", "-printf", "%P %y %l\n"], in: path)
      .split(separator: "\n").map(String.init).sorted()
  }
}
