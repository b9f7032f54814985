// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// A program that runs beside this one, and answers lines with lines.
final class Conversation {
  private let child: Child
  /// What was read beyond the last answer.
  private var unread = ""

  /// Seconds that an answer may take: the largest count needs some seconds to be made.
  private static let patience = 60.0

  init(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws(RigProblem) {
    child = try Child(
      program, arguments, environment: environment, errors: .apart, hasInput: true)
  }

  /// The processor time that it has taken so far, in nanoseconds.
  var processorNanoseconds: Double? { ProcessUsage(of: child.id).map { Double($0.processor) } }

  func send(_ line: String) { child.write(line) }

  /// The next line that begins with a word, without the word; `nil` when none comes any more.
  func answer(after word: String) -> String? {
    while true {
      while let end = unread.firstIndex(of: "\n") {
        let line = unread[..<end]
        unread = String(unread[unread.index(after: end)...])
        if line.hasPrefix(word) { return String(line.dropFirst(word.count)) }
      }
      let text = child.read(seconds: Self.patience) { $0.contains("\n") }
      guard !text.isEmpty else { return nil }
      unread += text
    }
  }
}
