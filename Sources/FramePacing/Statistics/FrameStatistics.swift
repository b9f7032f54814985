// SPDX-License-Identifier: Apache-2.0

/// How evenly frames come, over the last 600 intervals: ten seconds at 60 Hz.
///
/// Recording and asking allocate nothing: all memory is taken at the start.
public struct FrameStatistics: Sendable {
  /// How many intervals are remembered: 600.
  public static let capacity = 600

  /// In the order in which they came; `next` is the oldest once the ring is full.
  private var ring = [Int64](repeating: 0, count: capacity)
  /// The same intervals, the first `count` of them in order: percentiles then need no sorting.
  private var sorted = [Int64](repeating: 0, count: capacity)
  private var next = 0
  private var total: Int64 = 0

  /// How many intervals are remembered now; 0...600.
  public private(set) var count = 0

  /// Statistics of nothing.
  public init() {}

  /// Adds one interval between two pictures, in nanoseconds; the oldest of 600 falls out.
  /// - Precondition: `nanoseconds` is not negative.
  /// - Complexity: O(600), a move of at most 4.8 kB.
  public mutating func record(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "an interval of \(nanoseconds) ns: time cannot go back")
    var place = count
    if count == Self.capacity {
      // The hole that the oldest leaves moves to where the new one belongs.
      total -= ring[next]
      place = firstIndex(notBelow: ring[next])
      while place + 1 < count, sorted[place + 1] < nanoseconds {
        sorted[place] = sorted[place + 1]
        place += 1
      }
    } else {
      count += 1
    }
    while place > 0, sorted[place - 1] > nanoseconds {
      sorted[place] = sorted[place - 1]
      place -= 1
    }
    sorted[place] = nanoseconds
    ring[next] = nanoseconds
    total += nanoseconds
    next = next + 1 == Self.capacity ? 0 : next + 1
  }

  /// Frames per second: intervals through the time they took; 0 where there are none.
  public var framesPerSecond: Double { total > 0 ? Double(count) * 1e9 / Double(total) : 0 }

  /// The longest interval, in seconds; 0 where there are none.
  public var longest: Double { count > 0 ? Double(sorted[count - 1]) / 1e9 : 0 }

  /// The interval in seconds that `fraction` of all are not longer than; 0 where there are none.
  ///
  /// The nearest rank: of n intervals in order, number ceil(fraction · n), counted from 1.
  /// `percentile(0.5)` is the median, `percentile(0.99)` what one frame in a hundred exceeds.
  /// - Precondition: `fraction` is in 0...1.
  public func percentile(_ fraction: Double) -> Double {
    precondition((0...1).contains(fraction), "percentile \(fraction): must be in 0...1")
    guard count > 0 else { return 0 }
    let rank = Int((fraction * Double(count)).rounded(.up))
    return Double(sorted[max(rank - 1, 0)]) / 1e9
  }

  /// Forgets all intervals.
  public mutating func reset() {
    next = 0
    count = 0
    total = 0
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
