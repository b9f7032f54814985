// SPDX-License-Identifier: Apache-2.0

/// The last 600 durations (ten seconds at 60 Hz), also in ascending order.
///
/// Recording and reading allocate nothing; all memory is allocated at the start.
package struct SampleRing: Hashable, Sendable {
  /// The number of stored durations: 600.
  package static let capacity = 600

  /// Durations in order of arrival; once the ring is full, the oldest is at index `next`.
  private var ring = [Int64](repeating: 0, count: capacity)
  /// The `count` durations in ascending order, so that percentiles need no sorting.
  private var sorted = [Int64](repeating: 0, count: capacity)
  private var next = 0

  /// The current number of durations; 0...600.
  package private(set) var count = 0

  /// An empty ring.
  package init() {}

  /// Adds a duration in nanoseconds; replaces the oldest of 600.
  /// - Precondition: `nanoseconds` is not negative.
  /// - Complexity: O(600); the call moves at most 4.8 kB.
  package mutating func record(nanoseconds: Int64) {
    require("a duration", nanoseconds, in: 0 ... .max, unit: " ns")
    var slot = count
    if count == Self.capacity {
      // The slot of the oldest duration moves to the position of the new one.
      slot = firstIndex(notBelow: ring[next])
      while slot + 1 < count, sorted[slot + 1] < nanoseconds {
        sorted[slot] = sorted[slot + 1]
        slot += 1
      }
    } else {
      count += 1
    }
    while slot > 0, sorted[slot - 1] > nanoseconds {
      sorted[slot] = sorted[slot - 1]
      slot -= 1
    }
    sorted[slot] = nanoseconds
    ring[next] = nanoseconds
    next = next + 1 == Self.capacity ? 0 : next + 1
  }

  /// The sum of all durations in nanoseconds.
  var total: Double { ring[..<count].reduce(0) { $0 + Double($1) } }

  /// The longest duration in seconds; 0 if there are none.
  package var longest: Double { count > 0 ? Double(sorted[count - 1]) / 1e9 : 0 }

  /// A percentile of the durations, in seconds, as `FrameStatistics.percentile`.
  package func percentile(_ fraction: Double) -> Double {
    require("a percentile", fraction, in: 0...1)
    guard count > 0 else { return 0 }
    let rank = Int((fraction * Double(count)).rounded(.up))
    return Double(sorted[max(rank - 1, 0)]) / 1e9
  }

  /// The number of durations shorter than `seconds`.
  package func count(below seconds: Double) -> Int {
    let limit = (seconds * 1e9).rounded(.up)
    guard limit > 0 else { return 0 }
    return limit < 9e18 ? firstIndex(notBelow: Int64(limit)) : count
  }

  private func firstIndex(notBelow value: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
