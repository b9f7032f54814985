// SPDX-License-Identifier: Apache-2.0

/// Finds out that presenting does not wait, although it was announced to.
///
/// Drivers, compositors and environment variables switch vsync off without reporting it. Eight
/// intervals in a row below half the reported period cannot be the display that was reported (below
/// 4 ms where none is); fewer happen after a hitch, when queued pictures drain. Eight such
/// intervals are a free run, unless they look like another display that is faster than reported:
///
/// - From 4 ms on (up to 250 Hz): five of the eight agree with their median within 15 %. A late
///   wake-up lengthens one interval and shortens the next, which leaves six; a free run that slow
///   and that even burns little.
/// - From 5/3 ms on (up to 600 Hz, the fastest displays that are sold): in three of the eight
///   presenting waited for at least a quarter of the interval, and five agree within 15 % with
///   their median or with multiples of its half, as a program may take two refreshes for some
///   frames. The waiting counts because a program that draws the same each time runs free as evenly
///   as a display ticks, but does not sleep while it presents; time in which the process computes,
///   as a renderer in software does, is not waiting. 15 % of 2.8 ms is 0.4 ms: wake-ups of a busy
///   machine.
/// - Once the display is locked to, or known to be variable, one of the eight that waited is
///   enough: lateness in single frames does not undo what hundreds of frames have shown.
/// - Below 5/3 ms nothing is a display: free runs were measured at 0.002 to 1.1 ms.
///
/// The judgement is made anew with each short interval, so that a display that becomes a free run
/// is found too.
public struct FreeRunDetector: Hashable, Sendable {
  /// How many short intervals in a row make a free run: 8, about 130 ms at 60 Hz.
  public static let limit = 8
  /// No display is taken to be faster than this without reporting it, unless presenting is seen to
  /// wait: 4 ms, 250 Hz.
  public static let shortestUnreported: Int64 = 4_000_000
  /// No display is taken to be faster than this without reporting it: 1.67 ms, 600 Hz.
  public static let shortestDisplay: Int64 = 1_666_666

  private let shortest: Int64
  private var last: Int64?
  private var short = RecentSamples(capacity: limit)
  /// For each of them 1 where presenting waited for a quarter of it, or else 0.
  private var waited = RecentSamples(capacity: limit)

  /// A detector for a display that reports `rate`, nil where it reports nothing.
  public init(reported rate: FrameRate?) {
    shortest = rate.map { $0.nanoseconds(toFrame: 1) / 2 } ?? Self.shortestUnreported
  }

  /// A detector for a display that is thought to show `rate` pictures a second.
  public init(rate: FrameRate) {
    self.init(reported: rate)
  }

  /// Takes in that a picture was presented.
  /// - Parameter now: Nanoseconds of the clock.
  /// - Parameter heldBack: Nanoseconds of the interval that the loop itself waited.
  /// - Parameter wait: Nanoseconds that presenting waited; 0, the default, where that is unknown.
  /// - Parameter isKnown: Whether the display is locked to, or known to be variable; default no.
  /// - Returns: True when this was the eighth short interval in a row, or a later one, and it is no
  ///   faster display.
  public mutating func presented(
    at now: Int64, heldBack: Int64 = 0, waited wait: Int64 = 0, isKnown: Bool = false
  ) -> Bool {
    defer { last = now }
    guard let last else { return false }
    let interval = now - last - heldBack
    guard interval < shortest else {
      short = RecentSamples(capacity: Self.limit)
      waited = RecentSamples(capacity: Self.limit)
      return false
    }
    short.add(interval)
    waited.add(Self.isWait(wait, in: interval) ? 1 : 0)
    return short.count == Self.limit && !isFastDisplay(isKnown: isKnown)
  }

  /// Whether presenting waited in an interval: for a quarter of it or more.
  static func isWait(_ wait: Int64, in interval: Int64) -> Bool {
    wait > 0 && wait >= interval / 4
  }

  /// Whether the short intervals are those of a display.
  private func isFastDisplay(isKnown: Bool) -> Bool {
    guard let median = short.median, median >= Self.shortestDisplay else { return false }
    if median >= Self.shortestUnreported, agreeing(with: median) >= 5 { return true }
    let waits = waited.count { $0 == 1 }
    if isKnown { return waits >= 1 }
    return waits >= 3 && median < Self.shortestUnreported
      && (agreeing(with: median) >= 5
        || median / 2 >= Self.shortestDisplay && agreeing(with: median / 2) >= 5)
  }

  /// How many of the intervals are `period` long within 15 %, or, where it is below 4 ms, as far
  /// from a multiple of it.
  private func agreeing(with period: Int64) -> Int {
    short.count { interval in
      let multiple =
        period >= Self.shortestUnreported ? 1 : max((interval + period / 2) / period, 1)
      return abs(interval - multiple * period) * 100 <= period * 15
    }
  }
}
