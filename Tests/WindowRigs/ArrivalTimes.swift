// SPDX-License-Identifier: Apache-2.0

/// When each frame of a run was begun.
package struct ArrivalTimes {
  private let nanoseconds: [Double]

  /// - Parameter trace: A row for each frame, which begins with its nanoseconds.
  package init(_ trace: String) {
    nanoseconds = trace.split(separator: "\n").compactMap { row in
      Double(row.prefix { $0 != "," })
    }
  }

  /// The share of all frames that lie within one millisecond of the period of 60 Hz, in 0...1.
  ///
  /// A busy machine makes frames late, and the loop then misses lines of its grid: those that are on
  /// time still share a phase. Frames of any other rate, 62.5 Hz too, are spread over all phases and
  /// reach 0.1.
  package var shareOnGrid: Double {
    let period = 1e9 / 60
    let phases = nanoseconds.map { $0.truncatingRemainder(dividingBy: period) }
    let counts = phases.map { phase in
      phases.count { ($0 - phase + period).truncatingRemainder(dividingBy: period) < 1e6 }
    }
    return Double(counts.max() ?? 0) / Double(max(nanoseconds.count, 1))
  }
}
