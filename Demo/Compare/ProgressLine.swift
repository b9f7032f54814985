// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import Glibc
import Synchronization

/// The progress of a long run, on standard error where that is a terminal.
final class ProgressLine: Sendable {
  private let total: Double
  private let isShown: Bool
  private let done = Atomic<Int>(0)
  private let percent = Atomic<Int>(0)

  /// Work, in frames, below which nothing is shown: about a second.
  private static let fewest = 3e7

  /// - Parameter total: The work of all that is run, in frames.
  init(total: Double) {
    self.total = total
    isShown = total >= Self.fewest && isatty(STDERR_FILENO) == 1
  }

  /// Adds work that is done; called from every thread.
  func add(_ work: Int) {
    guard isShown else { return }
    let sum = done.add(work, ordering: .relaxed).newValue
    let now = min(100, Int(100 * Double(sum) / total))
    // The thread that raises the percentage shows it, so that each is shown once.
    if percent.max(now, ordering: .relaxed).oldValue < now { show("\rComparing: \(now) %") }
  }

  /// Clears the line.
  func clear() {
    if isShown { show("\r\u{1B}[K") }
  }

  private func show(_ text: String) {
    // A failure to show progress is not an error.
    try? Descriptor(borrowing: STDERR_FILENO).write(Array(text.utf8))
  }
}
