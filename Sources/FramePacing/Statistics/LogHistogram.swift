// SPDX-License-Identifier: Apache-2.0

/// A histogram of a run's durations; each class is 19 % wide, a quarter of an octave.
///
/// The classes cover 1 µs to 16.8 s; other durations fall into the first or last class.
package struct LogHistogram: Hashable, Sendable {
  /// The number of classes: 24 octaves of four.
  package static let classCount = 96

  private var counts = [Int](repeating: 0, count: classCount)

  /// The number of recorded durations.
  package private(set) var total = 0

  /// An empty histogram.
  package init() {}

  /// Adds a duration.
  /// - Precondition: `nanoseconds` is not negative.
  package mutating func record(nanoseconds: Int64) {
    require("a duration", nanoseconds, in: 0 ... .max, unit: " ns")
    counts[Self.index(of: nanoseconds)] += 1
    total += 1
  }

  /// The number of durations in a class.
  /// - Precondition: `index` is in 0..<classCount.
  package func count(inClass index: Int) -> Int { counts[index] }

  /// The lower bound of a class in seconds; the first class also holds shorter durations.
  /// - Precondition: `index` is in 0...classCount.
  package static func lowerBound(ofClass index: Int) -> Double {
    require("a class", index, in: 0...classCount)
    return Double(bound(index)) / 1e9
  }

  /// Removes all durations.
  package mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    total = 0
  }

  /// 1000 ns times 2^(index / 4), from a table of the quarters of one octave, without logarithms or
  /// rounding.
  private static func bound(_ index: Int) -> Int64 {
    let quarters: (Int64, Int64, Int64, Int64) = (1000, 1189, 1414, 1682)
    let first =
      switch index % 4 {
      case 0: quarters.0
      case 1: quarters.1
      case 2: quarters.2
      default: quarters.3
      }
    return first << Int64(index / 4)
  }

  private static func index(of nanoseconds: Int64) -> Int {
    var low = 0
    var high = classCount - 1
    // Finds the last class whose bound is not above the duration.
    while low < high {
      let middle = low + (high - low + 1) / 2
      if bound(middle) <= nanoseconds { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
