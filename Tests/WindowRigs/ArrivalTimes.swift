// SPDX-License-Identifier: Apache-2.0

/// When each frame of a run was begun, and on which line of its grid of 60 Hz.
///
/// A busy machine makes frames late, and makes the loop miss lines. Neither changes the grid.
package struct ArrivalTimes {
  private let milliseconds: [Double]
  /// Milliseconds from each frame's line to the frame, plus a constant.
  private let lateness: [Double]

  private static let period = 1000.0 / 60

  /// - Parameter trace: A row for each frame: first nanoseconds, last the lines missed before it.
  package init(_ trace: String) {
    var milliseconds: [Double] = []
    var lateness: [Double] = []
    var line = -1
    for row in trace.split(separator: "\n") {
      let columns = row.split(separator: ",")
      guard columns.count > 1, let time = Double(columns[0]), let missed = Int(columns.last!)
      else { continue }
      line += 1 + missed
      milliseconds.append(time / 1e6)
      lateness.append(time / 1e6 - Double(line) * Self.period)
    }
    (self.milliseconds, self.lateness) = (milliseconds, lateness)
  }

  /// Lines per second, from the earliest frame of the first hundred to that of the last.
  package var rate: Double {
    let (first, last) = (earliest(lateness.prefix(100)), earliest(lateness.suffix(100)))
    let seconds = (milliseconds[last] - milliseconds[first]) / 1000
    return 60 - 60 * (lateness[last] - lateness[first]) / 1000 / seconds
  }

  private func earliest(_ values: ArraySlice<Double>) -> Int {
    values.indices.min { values[$0] < values[$1] }!
  }

  /// The largest number of frames by which any stretch of the run exceeds 60 per second.
  ///
  /// On a grid at most 2: a late frame, the frame that follows it at once, and the next line's.
  package var largestBurst: Double {
    var (least, burst) = (Double.infinity, 0.0)
    for (number, time) in milliseconds.enumerated() {
      let ahead = Double(number) - time / Self.period
      least = min(least, ahead)
      burst = max(burst, ahead - least)
    }
    return burst
  }

  /// Milliseconds from the interval that a tenth are below to the one that a tenth are above.
  package var spread: Double {
    let intervals = zip(milliseconds.dropFirst(), milliseconds).map { $0 - $1 }.sorted()
    return intervals[intervals.count * 9 / 10] - intervals[intervals.count / 10]
  }
}
