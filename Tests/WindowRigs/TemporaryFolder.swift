// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import FramePacing
import Glibc

/// A new, empty, private folder, which is removed with its contents when this object is freed.
package final class TemporaryFolder {
  package let path: String

  /// - Parameter prefix: The beginning of the folder's name; the default has a space, because
  ///   programs must accept such paths.
  package init(named prefix: String = "a test ") throws(RigProblem) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(base)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw RigProblem("no folder in \(base): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Creates a file with these bytes; returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws(RigProblem) -> String {
    do { try Data(bytes).write(to: URL(filePath: file(name))) } catch {
      throw RigProblem("\(file(name)): \(error)")
    }
    return file(name)
  }

  /// Creates a file with this text; returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws(RigProblem) -> String {
    try write(name, Array(text.utf8))
  }

  /// The bytes of a file.
  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file(name))))
  }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The names in the folder, sorted.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Waits until a compositor listens on its socket.
  func waitFor(_ name: String, of program: String) throws(RigProblem) {
    let clock = SystemClock()
    let end = clock.now() + 20_000_000_000
    while access(file(name), F_OK) != 0 {
      guard clock.now() < end else { throw RigProblem("\(program) has not started") }
      clock.sleep(until: clock.now() + 10_000_000)
    }
  }
}
