// SPDX-License-Identifier: Apache-2.0

/// How long before a deadline to stop sleeping and start watching the clock.
///
/// The kernel wakes a sleeper late by some tens of microseconds. Sleeping that much less and
/// spinning for the rest meets the deadline to the microsecond. The margin follows the lateness
/// that is seen: 1.25 times it, up at once, down by a sixteenth of the way each time, so that it
/// costs no more than the machine at hand needs.
public struct WakeMargin: Hashable, Sendable {
  /// The least margin: 20 µs, about what an idle machine needs.
  public static let least: Int64 = 20_000
  /// The most: 150 µs.
  ///
  /// A machine that wakes later than that is busy, and spinning makes it busier.
  public static let most: Int64 = 150_000

  /// Nanoseconds before the deadline at which sleeping ends; 20_000...150_000.
  public private(set) var nanoseconds: Int64 = 60_000

  /// A margin of 60 µs: the median lateness with a timer slack of 1 ns, and a little.
  public init() {}

  /// Learns from one sleep.
  /// - Parameter lateness: Nanoseconds from the time slept for to the time of waking; negative
  ///   where a signal ended the sleep, which says nothing.
  public mutating func woke(late lateness: Int64) {
    guard lateness >= 0 else { return }
    let wanted = min(max(lateness + lateness / 4, Self.least), Self.most)
    if wanted > nanoseconds {
      // A wake-up beyond the most is an accident of the machine; it must not raise the margin.
      if lateness <= Self.most { nanoseconds = wanted }
    } else {
      nanoseconds -= (nanoseconds - wanted) / 16
    }
  }
}

/// Waits for deadlines to the microsecond, at next to no cost.
public struct PreciseWait: Hashable, Sendable {
  /// What it has learned of the machine.
  public private(set) var margin = WakeMargin()

  /// A wait that knows nothing of the machine yet.
  public init() {}

  /// Sleeps, then watches the clock until `deadline`.
  /// - Parameter deadline: Nanoseconds of the clock.
  /// - Parameter isCancelled: Asked after each wake-up; true ends the wait early.
  /// - Returns: Nanoseconds after the deadline at which it ended; nil where the deadline had
  ///   passed before, or the wait was cancelled.
  public mutating func wait(
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
