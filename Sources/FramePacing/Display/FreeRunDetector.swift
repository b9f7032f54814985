// SPDX-License-Identifier: Apache-2.0

/// Detects a free run: presenting does not wait, although the renderer claimed that it would.
///
/// Drivers, compositors and environment variables can switch vsync off without reporting it.
/// Pictures then come faster than the display shows them, and presenting returns immediately.
/// Presenting counts as waiting if it took at least 0.2 ms and at least a sixteenth of the interval
/// between two pictures, not counting the time in which the process computed. A free run is one of:
///
/// - Eight intervals in a row below half the reported period (1/120 s if no rate is reported), or
///   sixteen with a mean below 0.95 of that period, if presenting waited in at most a quarter of
///   them. If presenting waited more often, the program was catching up after a slow frame, or the
///   display is faster than reported. Once the display clock is locked, a single wait is enough to
///   reject a free run. If the display also reports when pictures were shown, the shorter of the
///   reported and the measured period counts.
/// - Eight intervals in a row below 5/3 ms, with or without waits: no display shows 600 pictures
///   per second. Measured free runs had intervals of 0.002 to 1.1 ms.
struct FreeRunDetector: Hashable, Sendable {
  /// The shortest interval of a display: 1.67 ms, 600 Hz.
  static let shortestDisplay: Int64 = 1_666_666

  private let period: Int64
  private var last: Int64?
  private var intervals = RecentSamples(capacity: 16)
  /// For each interval, 1 if presenting waited, else 0.
  private var waits = RecentSamples(capacity: 16)

  /// A detector for a display that reports `rate`; if `rate` is nil, 60 Hz is assumed.
  init(reported rate: FrameRate?) {
    period = (rate ?? .sixty).nanoseconds(toFrame: 1)
  }

  /// Records a presented frame.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Parameter wait: Nanoseconds that presenting waited. If this is unknown (nil), each interval
  ///   of at least 4 ms, the period of a display of 250 Hz, counts as a wait.
  /// - Parameter known: The period of the display clock in seconds, if it is locked; else nil.
  /// - Parameter isReported: Whether the display reports when pictures were shown.
  /// - Returns: Whether the last intervals are a free run.
  mutating func presented(
    at now: Int64, waited wait: Int64?, known: Double?, isReported: Bool
  ) -> Bool {
    defer { last = now }
    guard let last, now >= last else { return false }
    let interval = now - last
    intervals.add(interval)
    let hasWaited = wait.map { $0 >= max(interval / 16, 200_000) } ?? (interval >= 4_000_000)
    waits.add(hasWaited ? 1 : 0)
    let isKnown = known != nil
    let shorter = isReported ? known.map { min(period, Int64($0 * 1e9)) } : nil
    let longest = (0..<min(intervals.count, 8)).reduce(0) { max($0, intervals.newest($1)) }
    if intervals.count >= 8, longest < Self.shortestDisplay { return true }
    if intervals.count >= 8, longest < (shorter ?? period) / 2 { return !waited(of: 8, isKnown) }
    guard intervals.count == 16 else { return false }
    let usual = isReported ? shorter ?? 0 : period
    return Double(intervals.sum()) < 0.95 * 16 * Double(usual) && !waited(of: 16, isKnown)
  }

  /// Whether presenting waited in more than a quarter of the last `count` intervals, or, if
  /// `isKnown`, in any of them.
  private func waited(of count: Int, _ isKnown: Bool) -> Bool {
    Int(waits.sum(ofNewest: count)) > (isKnown ? 0 : count / 4)
  }
}
