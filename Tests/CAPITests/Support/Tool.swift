// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowRigs

/// Commands found on the path, run to their end.
enum Tool {
  /// Runs a command and waits for its end.
  /// - Parameters:
  ///   - environment: Added to this process's own.
  ///   - seconds: After which it is ended; builds take minutes.
  static func ending(
    _ command: [String], in folder: String = "/", environment: [String: String] = [:],
    within seconds: Double = 600
  ) throws -> Child.Ending {
    let variables = Library.buildVariable.merging(environment) { $1 }
    // `env` looks in the path of the new environment.
    return try Child.run(
      "/usr/bin/env", command, in: folder, environment: variables, within: seconds)
  }

  /// Runs a command that must end well; its standard output.
  @discardableResult
  static func run(
    _ command: [String], in folder: String = "/", environment: [String: String] = [:],
    location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let tool = try ending(command, in: folder, environment: environment)
    // 127: `env`, or a shell, has not found it.
    let missing = "\nIf a program is missing: Tests/build.sh lists the packages of the tests."
    #expect(
      tool.status == 0,
      "\(command.joined(separator: " "))\n\(tool.text)\(tool.status == 127 ? missing : "")",
      sourceLocation: location)
    return tool.output
  }
}

extension Trait where Self == ConditionTrait {
  /// For tests of what takes minutes or other machines' tools: compilers, processors, valgrind.
  static var long: Self {
    .enabled(
      if: runsAllTests,
      "takes long: Tests/run --all, or Tests/run with the name of its suite")
  }
}

/// A new, empty folder that is removed with its owner.
final class Folder: Sendable {
  let path: String

  /// - Parameters:
  ///   - isKept: Until the end of all tests, as its owner never ends.
  ///   - name: What its name begins with: by default with a space in it.
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

  /// Everything below, links with where they lead.
  func listing() throws -> [String] {
    try Tool.run(["find", ".", "-printf", "%P %y %l\n"], in: path)
      .split(separator: "\n").map(String.init).sorted()
  }
}
