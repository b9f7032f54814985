// SPDX-License-Identifier: Apache-2.0

/// The times at which frames are due, on a fixed grid: deadline k is `start + k / rate`.
///
/// Each deadline is computed from k, not from the previous one, so that rounding errors do not add
/// up: after ten million frames the grid has not moved. A late frame does not move the grid,
/// either. A frame that is late by whole periods skips and counts these periods, so no burst of
/// frames follows.
package struct DeadlinePacer: Hashable, Sendable {
  /// Frames per second.
  package let rate: FrameRate
  /// Nanoseconds of the clock at which the grid begins: the first frame's deadline.
  package let start: Int64
  /// The index of the last returned deadline.
  package private(set) var index: Int64 = 0

  /// A grid with deadline 0 at `start`, in nanoseconds of the clock.
  package init(rate: FrameRate, start: Int64) {
    (self.rate, self.start) = (rate, start)
  }

  /// The last returned deadline, in nanoseconds of the clock.
  package var deadline: Int64 { start + rate.nanoseconds(toFrame: index) }

  /// The deadline after `deadline`.
  package var next: Int64 { start + rate.nanoseconds(toFrame: index + 1) }

  /// Advances to the next deadline.
  ///
  /// If `now` is at least one period after that deadline, whole periods are skipped: the result is
  /// the last deadline that is not after `now`, and the frame is due immediately.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Returns: The deadline in nanoseconds of the clock, and the number of skipped periods.
  package mutating func advance(now: Int64) -> (deadline: Int64, skipped: Int) {
    index += 1
    let skipped = skip(to: now)
    return (deadline, skipped)
  }

  /// Skips whole periods up to `now`.
  /// - Returns: The number of skipped periods.
  package mutating func skip(to now: Int64) -> Int {
    let late = max((now > start ? rate.frame(dueAt: now - start) : 0) - index, 0)
    index += late
    return Int(late)
  }
}
