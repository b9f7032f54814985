// SPDX-License-Identifier: Apache-2.0

/// How long before a deadline to stop sleeping and start watching the clock.
///
/// The kernel wakes a sleeper late by some tens of microseconds. Sleeping that much less and
/// spinning for the remainder meets the deadline to the microsecond. The margin is a little more
/// than 13 of the last 16 sleeps were late by: three accidents of the machine in a row of sixteen
/// do not raise it, and what it costs is the difference between a late wake-up and an ordinary one.
package struct WakeMargin: Hashable, Sendable {
  /// The least margin: 20 µs, about what an idle machine needs.
  package static let least: Int64 = 20_000
  /// The most: 150 µs.
  ///
  /// A machine that wakes later than that is busy, and spinning makes it busier.
  package static let most: Int64 = 150_000

  /// Nanoseconds before the deadline at which sleeping ends; 20_000...150_000.
  ///
  /// Begins at 60 µs: the median lateness with a timer slack of 1 ns, and a little.
  package private(set) var nanoseconds: Int64 = 60_000

  private var lateness = RecentSamples(capacity: 16)

  /// A margin that knows nothing of the machine yet.
  package init() {}

  /// Learns from one sleep.
  /// - Parameter lateness: Nanoseconds from the time slept for to the time of waking; negative
  ///   where a signal ended the sleep, which says nothing.
  package mutating func woke(late lateness: Int64) {
    guard lateness >= 0 else { return }
    self.lateness.add(lateness)
    guard self.lateness.count == self.lateness.capacity else { return }
    let usual = self.lateness.ranked(12)
    nanoseconds = min(max(usual + usual / 8 + 2_000, Self.least), Self.most)
  }
}

/// Waits for deadlines to the microsecond, at next to no cost.
package struct PreciseWait: Hashable, Sendable {
  /// What it has learned of the machine.
  package private(set) var margin = WakeMargin()

  /// A wait that knows nothing of the machine yet.
  package init() {}

  /// Sleeps, then watches the clock until `deadline`.
  /// - Parameters:
  ///   - deadline: Nanoseconds of the clock.
  ///   - clock: The clock that is read and slept on.
  ///   - isCancelled: Asked after each wake-up; true ends the wait early.
  /// - Returns: Nanoseconds after the deadline at which it ended; nil where the deadline had
  ///   passed before, or the wait was cancelled.
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
      // A clock that goes back, or that a signal's wake-up did not move on: look again.
      if now >= wake { margin.woke(late: now - wake) } else if now < before { return nil }
    }
    clock.spin(until: deadline)
    return max(clock.now() - deadline, 0)
  }
}
