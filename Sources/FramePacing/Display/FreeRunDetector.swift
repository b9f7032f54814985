// SPDX-License-Identifier: Apache-2.0

/// Finds out that presenting does not wait, although it was announced to.
///
/// Drivers, compositors and environment variables switch vsync off without telling. Eight intervals
/// in a row below half a period cannot be the display that was reported; fewer happen after a
/// hitch, when queued pictures drain. Where most are even, and 4 ms or more, it is another display
/// than reported, faster by twice and more, and no free run.
public struct FreeRunDetector: Hashable, Sendable {
  /// How many short intervals in a row make a free run: 8, about 130 ms at 60 Hz.
  public static let limit = 8
  /// No display is taken to be faster than this without saying so: 4 ms, 250 Hz.
  public static let shortestUnreported: Int64 = 4_000_000

  private let shortest: Int64
  private var last: Int64?
  private var short = RecentSamples(capacity: limit)

  /// A detector for a display that reports `rate`, nil where it reports nothing.
  public init(reported rate: FrameRate?) {
    shortest = rate.map { $0.nanoseconds(toFrame: 1) / 2 } ?? Self.shortestUnreported
  }

  /// A detector for a display that is thought to show `rate` pictures a second.
  public init(rate: FrameRate) {
    self.init(reported: rate)
  }

  /// Tells that a picture was presented.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Parameter heldBack: Nanoseconds of the interval that the loop itself waited.
  /// - Returns: True when this was the eighth short interval in a row, or a later one.
  public mutating func presented(at now: Int64, heldBack: Int64 = 0) -> Bool {
    defer { last = now }
    guard let last else { return false }
    let interval = now - last - heldBack
    guard interval < shortest else {
      short = RecentSamples(capacity: Self.limit)
      return false
    }
    short.add(interval)
    return short.count == Self.limit && !isFastDisplay
  }

  /// Whether the short intervals are as even as a display's.
  private var isFastDisplay: Bool {
    guard let median = short.median, median >= Self.shortestUnreported else { return false }
    // A late wake-up lengthens one interval and shortens the next, which then may be below 4 ms;
    // with one of them in eight, most are even all the same.
    return short.count(where: { abs($0 - median) * 100 <= median * 15 }) >= 5
  }
}
