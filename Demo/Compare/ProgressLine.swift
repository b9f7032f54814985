// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import Synchronization

/// Shows the number of completed runs on standard error, if standard error is a terminal.
final class ProgressLine: Sendable {
  private let total: Int
  private let isShown = isatty(STDERR_FILENO) == 1
  private let ended = Atomic<Int>(0)

  init(total: Int) { self.total = total }

  /// Counts a completed run; any thread may call this method.
  func add() {
    let count = ended.add(1, ordering: .relaxed).newValue
    show("\rComparing: \(count) of \(total) runs")
  }

  /// Clears the line.
  func clear() { show("\r\u{1B}[K") }

  private func show(_ text: String) {
    // A failure to show progress is not an error.
    if isShown { try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "stderr") }
  }
}
