// SPDX-License-Identifier: Apache-2.0

/// A tempo that is tapped: the mean of the last taps, from the third on.
struct TapTempo: Hashable, Sendable {
  /// Seconds after which a tap begins anew.
  static let longest = 2.0
  /// Taps that count.
  static let most = 5

  private var times: [Double] = []

  /// Takes a tap.
  /// - Returns: Beats per minute; nil before the third tap.
  mutating func tap(at time: Double) -> Double? {
    if let last = times.last, time - last > Self.longest || time <= last { times.removeAll() }
    times.append(time)
    if times.count > Self.most { times.removeFirst() }
    guard times.count >= 3 else { return nil }
    return 60 * Double(times.count - 1) / (time - times[0])
  }
}
