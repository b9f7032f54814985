// SPDX-License-Identifier: Apache-2.0

/// Deadlines for frames on a fixed grid of absolute times: deadline k is `start + k / rate`.
///
/// Each is computed from k, never from the one before, so that nothing adds up: after ten million
/// frames the grid has not moved. A late frame does not move the grid. A frame that is
/// late by whole periods skips them and counts them; it never catches up by a burst.
package struct DeadlinePacer: Hashable, Sendable {
  /// Frames per second.
  package let rate: FrameRate
  /// Nanoseconds of the clock at which the grid begins: the first frame's deadline.
  package let start: Int64
  /// The index of the last deadline handed out.
  package private(set) var index: Int64 = 0

  /// A grid whose line 0 is `start`, in nanoseconds of the clock.
  package init(rate: FrameRate, start: Int64) {
    self.rate = rate
    self.start = start
  }

  /// The last deadline handed out, in nanoseconds of the clock.
  package var deadline: Int64 { start + rate.nanoseconds(toFrame: index) }

  /// The deadline after the last one.
  package var next: Int64 { start + rate.nanoseconds(toFrame: index + 1) }

  /// Moves on to the next deadline.
  ///
  /// If `now` is one whole period or more beyond it, the periods between are skipped: the answer is
  /// then the last grid line not after `now`, and the frame is due at once.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: The deadline in nanoseconds of the clock, and how many periods were skipped for it.
  package mutating func advance(now: Int64) -> (deadline: Int64, skipped: Int) {
    index += 1
    let skipped = skip(to: now)
    return (deadline, skipped)
  }

  /// Skips the whole periods by which `now` is beyond the deadline.
  /// - Returns: How many there were.
  package mutating func skip(to now: Int64) -> Int {
    let due = now > start ? rate.frame(dueAt: now - start) : 0
    let late = max(due - index, 0)
    index += late
    return Int(late)
  }
}
