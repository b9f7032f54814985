// SPDX-License-Identifier: Apache-2.0

/// Counts durations of a whole run in classes that grow by a quarter of an octave: 19 % wide.
///
/// From 1 µs to 16.8 s; what is shorter or longer falls into the first or last class.
package struct LogHistogram: Hashable, Sendable {
  /// How many classes there are: 24 octaves of four.
  package static let classCount = 96

  private var counts = [Int](repeating: 0, count: classCount)

  /// How many durations were counted.
  package private(set) var total = 0

  /// A histogram of nothing.
  package init() {}

  /// Counts one duration.
  /// - Precondition: `nanoseconds` is not negative.
  package mutating func record(nanoseconds: Int64) {
    require("a duration", nanoseconds, in: 0 ... .max, unit: " ns")
    counts[Self.index(of: nanoseconds)] += 1
    total += 1
  }

  /// How many durations fell into a class.
  /// - Precondition: `index` is in 0..<classCount.
  package func count(inClass index: Int) -> Int { counts[index] }

  /// Where a class begins, in seconds; the first also holds what is shorter.
  /// - Precondition: `index` is in 0...classCount.
  package static func lowerBound(ofClass index: Int) -> Double {
    require("a class", index, in: 0...classCount)
    return Double(bound(index)) / 1e9
  }

  /// Forgets all.
  package mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    total = 0
  }

  /// 1000 ns times 2^(index / 4), from the quarters of one octave: no logarithm, no rounding.
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
    // The last class whose bound is not above the duration.
    while low < high {
      let middle = low + (high - low + 1) / 2
      if bound(middle) <= nanoseconds { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
