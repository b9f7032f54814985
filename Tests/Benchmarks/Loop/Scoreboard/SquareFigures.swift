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
  /// For each, milliseconds by which the step shown differs from the one that the interval asks for.
  private var stepErrors: [Double] = []
  /// Per cent of one processor, of each round.
  var percents: [Double] = []
  /// Milliseconds from a key's press to the changed pixel.
  var keys: [Double] = []
  /// Why there are no figures, if there are none.
  var missing: String?

  init(name: String, isOurs: Bool) { (self.name, self.isOurs) = (name, isOurs) }

  /// Pictures a second.
  var rate: Double { 1000 * Double(intervals.count) / intervals.reduce(0, +) }
  /// Milliseconds between two pictures: percentiles, and the longest.
  var p1: Double { percentile(intervals, 0.01) }
  var p99: Double { percentile(intervals, 0.99) }
  var worst: Double { intervals.max() ?? .nan }
  /// The width in which 98 of 100 intervals lie, in milliseconds.
  var spread: Double { p99 - p1 }
  /// The 99th percentile, in milliseconds.
  var stepError: Double { percentile(stepErrors, 0.99) }
  /// Per cent of one processor.
  var percent: Double { percents.reduce(0, +) / Double(percents.count) }
  /// The median, in milliseconds.
  var keyToPixel: Double { percentile(keys, 0.5) }
}

extension SquareFigures {
  /// How fast the square of all programs moves: hundredths of a pixel a millisecond.
  private static let speed = 24.0

  /// Takes the pictures of a round, whose colors are the distance moved.
  /// - Returns: Whether there are enough of them.
  mutating func take(_ pictures: [DamageWatch.Picture]) -> Bool {
    guard pictures.count > 2 else { return false }
    for (first, second) in zip(pictures, pictures.dropFirst()) {
      let interval = Double(second.time - first.time) / 1e6
      intervals.append(interval)
      let step = Double((second.color &- first.color) & 0xFF_FFFF) / Self.speed
      stepErrors.append((step - interval).magnitude)
    }
    return true
  }
}

/// The figure below which this share of some figures lies; NaN of none.
private func percentile(_ figures: [Double], _ share: Double) -> Double {
  guard !figures.isEmpty else { return .nan }
  let sorted = figures.sorted()
  return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
}
