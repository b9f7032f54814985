// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// How far a long run has come, on a terminal's standard error; nothing where that is no terminal.
final class ProgressLine: Sendable {
  private let total: Double
  private let isShown: Bool
  private let done = Atomic<Int>(0)
  private let percent = Atomic<Int>(0)

  /// Shorter runs are over before anyone has read a line: about a second's work.
  private static let fewest = 3e7

  /// - Parameter total: The work of all that is run, in frames.
  init(total: Double) {
    self.total = total
    isShown = total >= Self.fewest && isatty(STDERR_FILENO) == 1
  }

  /// So much more work is done; called from every thread.
  func add(_ work: Int) {
    guard isShown else { return }
    let sum = done.add(work, ordering: .relaxed).newValue
    let now = min(100, Int(100 * Double(sum) / total))
    // Whoever raises the percentage shows it: once each.
    if percent.max(now, ordering: .relaxed).oldValue < now { show("\rComparing: \(now) %") }
  }

  /// Takes the line away.
  func clear() {
    if isShown { show("\r\u{1B}[K") }
  }

  private func show(_ text: String) {
    let bytes = Array(text.utf8)
    // A line that cannot be shown is not missed.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
