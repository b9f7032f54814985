// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// How one program moved the square.
struct SquareFigures: Equatable {
  /// The program and its way of waiting.
  let name: String
  /// Whether it waits on our loop.
  let isOurs: Bool
  /// Milliseconds between two pictures, of all pairs.
  var intervals: [Double] = []
  /// Pictures a second.
  var rate = Double.nan
  /// Milliseconds between two pictures: percentiles, and the longest.
  var (p1, p99, worst) = (Double.nan, Double.nan, Double.nan)
  /// Milliseconds by which the step shown differs from the one that the time between the two
  /// pictures asks for; the 99th percentile.
  var stepError = Double.nan
  /// Per cent of one processor.
  var percent = Double.nan
  /// Milliseconds from a key's press to the changed pixel; the median.
  var keyToPixel = Double.nan
  /// Why there are no figures, if there are none.
  var missing: String?

  init(name: String, isOurs: Bool) { (self.name, self.isOurs) = (name, isOurs) }

  /// The width in which 98 of 100 intervals lie, in milliseconds.
  var spread: Double { p99 - p1 }
}

extension SquareFigures {
  /// How fast the square of all programs moves: hundredths of a pixel a millisecond.
  private static let speed = 24.0

  /// Takes the figures of its pictures, whose colors are the distance moved.
  /// - Returns: Whether there are enough of them.
  mutating func take(_ pictures: [DamageWatch.Picture]) -> Bool {
    guard pictures.count > 2 else { return false }
    let pairs = zip(pictures, pictures.dropFirst())
    intervals = pairs.map { Double($1.time - $0.time) / 1e6 }
    let steps = pairs.map { Double(($1.color &- $0.color) & 0xFF_FFFF) / Self.speed }
    rate = 1000 * Double(intervals.count) / intervals.reduce(0, +)
    (p1, p99) = (percentile(intervals, 0.01), percentile(intervals, 0.99))
    worst = intervals.max() ?? .nan
    stepError = percentile(zip(steps, intervals).map { ($0 - $1).magnitude }, 0.99)
    return true
  }
}

/// The figure below which this share of some figures lies.
private func percentile(_ figures: [Double], _ share: Double) -> Double {
  let sorted = figures.sorted()
  return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
}
