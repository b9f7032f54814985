// SPDX-License-Identifier: Apache-2.0

/// The time by which a sleep ends before its deadline; for the rest of the wait, the clock is
/// polled.
///
/// The kernel wakes a sleeper tens of microseconds late. A sleep that ends earlier by a margin,
/// with polling for the rest, meets the deadline to the microsecond. The margin is slightly more
/// than the lateness of 13 of the last 16 sleeps, so three outliers in sixteen do not raise it. An
/// ordinary wake-up is less late than the margin; polling for the rest is the cost of the margin.
package struct WakeMargin: Hashable, Sendable {
  /// The least margin: 20 µs, about what an idle machine needs.
  package static let least: Int64 = 20_000
  /// The largest margin: 150 µs, because a machine that wakes later is busy.
  package static let most: Int64 = 150_000

  /// Nanoseconds before the deadline at which sleeping ends; 20_000...150_000, at first 60 µs,
  /// slightly above the median lateness with a timer slack of 1 ns.
  package private(set) var nanoseconds: Int64 = 60_000

  private var lateness = RecentSamples(capacity: 16)

  /// A margin that has not learned from a sleep yet.
  package init() {}

  /// Learns from one sleep.
  /// - Parameter lateness: Nanoseconds from the planned to the actual wake-up. A negative lateness,
  ///   from a sleep that a signal ended, is ignored.
  package mutating func woke(late lateness: Int64) {
    guard lateness >= 0 else { return }
    self.lateness.add(lateness)
    guard self.lateness.count == self.lateness.capacity else { return }
    let usual = self.lateness.ranked(12)
    nanoseconds = min(max(usual + usual / 8 + 2_000, Self.least), Self.most)
  }
}

/// Waits for deadlines to the microsecond, at almost no cost.
package struct PreciseWait: Hashable, Sendable {
  /// The learned wake-up margin.
  package private(set) var margin = WakeMargin()

  /// A wait that has not slept yet.
  package init() {}

  /// Sleeps, then polls the clock until `deadline`.
  /// - Parameters:
  ///   - deadline: Nanoseconds of the clock.
  ///   - clock: The clock to read and sleep on.
  ///   - isCancelled: Called after each wake-up; true ends the wait early.
  /// - Returns: Nanoseconds from the deadline to the end of the wait; nil if the deadline had
  ///   already passed, or the wait was cancelled.
  package mutating func wait(
    until deadline: Int64, _ clock: some MonotonicClock, unless isCancelled: () -> Bool
  ) -> Int64? {
    var now = clock.now()
    guard now < deadline else { return nil }
    let wake = deadline - margin.nanoseconds
    while now < wake {
      if isCancelled() { return nil }
      clock.sleep(until: wake)
      let before = now
      now = clock.now()
      // The loop repeats after a signal's early wake-up, and ends if the clock went back.
      if now >= wake { margin.woke(late: now - wake) } else if now < before { return nil }
    }
    clock.spin(until: deadline)
    return max(clock.now() - deadline, 0)
  }
}
