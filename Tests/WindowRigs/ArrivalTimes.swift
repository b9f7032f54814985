// SPDX-License-Identifier: Apache-2.0

/// The times at which the frames of a run began.
package struct ArrivalTimes {
  private let nanoseconds: [Double]

  /// - Parameter trace: One row per frame; a row begins with the frame's time in nanoseconds.
  package init(_ trace: String) {
    nanoseconds = trace.split(separator: "\n").compactMap { row in
      Double(row.prefix { $0 != "," })
    }
  }

  /// The fraction of frames, 0...1, that are within one millisecond of a grid of 60 Hz.
  ///
  /// A busy machine makes frames late, and the loop then skips some due times, but the frames on
  /// time still have the same phase. Frames at any other rate, including 62.5 Hz, are spread over
  /// all phases, and their fraction is about 0.1.
  package var shareOnGrid: Double {
    let period = 1e9 / 60
    let phases = nanoseconds.map { $0.truncatingRemainder(dividingBy: period) }
    let counts = phases.map { phase in
      phases.count { ($0 - phase + period).truncatingRemainder(dividingBy: period) < 1e6 }
    }
    return Double(counts.max() ?? 0) / Double(max(nanoseconds.count, 1))
  }
}
