// SPDX-License-Identifier: Apache-2.0

/// Finds out that presenting does not wait, although it was announced to.
///
/// Drivers, compositors and environment variables switch vsync off without reporting it. Pictures
/// then come faster than the display shows them, and presenting returns at once. Presenting waited
/// if it took a sixteenth of the interval, and 0.2 ms at least, in which the process did not
/// compute. A free run is:
///
/// - eight intervals in a row below half the reported period (below 1/120 s where none is
///   reported), or sixteen that are in the mean below 0.95 of it, in of which presenting waited in
///   at most a quarter. In the others a hitch was made up for, or the display is faster than it
///   reports. Once the display is locked to, one that waited is enough;
/// - eight in a row below 5/3 ms: no display shows 600 pictures a second, whatever presenting waits
///   for. Free runs were measured at 0.002 to 1.1 ms.
struct FreeRunDetector: Hashable, Sendable {
  /// No display is faster than this: 1.67 ms, 600 Hz.
  static let shortestDisplay: Int64 = 1_666_666

  private let period: Int64
  private var last: Int64?
  private var intervals = RecentSamples(capacity: 16)
  /// For each of them 1 where presenting waited, or else 0.
  private var waits = RecentSamples(capacity: 16)

  /// A detector for a display that reports `rate`, nil where it reports nothing: 60 Hz.
  init(reported rate: FrameRate?) {
    period = (rate ?? .sixty).nanoseconds(toFrame: 1)
  }

  /// Takes in that a picture was presented.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Parameter wait: Nanoseconds that presenting waited; nil where that is unknown: what a display
  ///   of 250 Hz or less can show is then taken to have waited.
  /// - Parameter isKnown: Whether the display is locked to.
  /// - Returns: Whether the last intervals are a free run.
  mutating func presented(at now: Int64, waited wait: Int64?, isKnown: Bool) -> Bool {
    defer { last = now }
    guard let last, now >= last else { return false }
    let interval = now - last
    intervals.add(interval)
    let hasWaited = wait.map { $0 >= max(interval / 16, 200_000) } ?? (interval >= 4_000_000)
    waits.add(hasWaited ? 1 : 0)
    let longest = (0..<min(intervals.count, 8)).reduce(0) { max($0, intervals.newest($1)) }
    if intervals.count >= 8, longest < Self.shortestDisplay { return true }
    if intervals.count >= 8, longest < period / 2 { return !waited(of: 8, isKnown) }
    guard intervals.count == 16 else { return false }
    let total = (0..<16).reduce(0) { $0 + intervals.newest($1) }
    return Double(total) < 0.95 * 16 * Double(period) && !waited(of: 16, isKnown)
  }

  /// Whether presenting waited in enough of the last intervals.
  private func waited(of count: Int, _ isKnown: Bool) -> Bool {
    let sum = (0..<count).reduce(0) { $0 + Int(waits.newest($1)) }
    return sum > (isKnown ? 0 : count / 4)
  }
}
