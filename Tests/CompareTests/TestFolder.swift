// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowRigs

extension Child {
  /// The command: the release build that `Tests/run` names, or the debug build beside this test.
  static let compare = built("compare", orNamedIn: "COMPARE_BINARY")

  /// Runs a program in a folder, to its end.
  static func run(
    _ program: String, _ arguments: [String], in folder: TestFolder, outputPath: String? = nil
  ) throws -> Ending {
    try run(program, arguments, in: folder.path, outputPath: outputPath, within: 300)
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
