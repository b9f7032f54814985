// SPDX-License-Identifier: Apache-2.0

import WindowRigs

/// Measurements of the square's motion in one program.
struct SquareFigures {
  /// The program and its pacing.
  let name: String
  /// Milliseconds between consecutive pictures.
  private(set) var intervals: [Double] = []
  /// The difference, in milliseconds, between each interval and the time that the square needs for
  /// the distance that it moved in the interval.
  private var stepErrors: [Double] = []
  /// The processor time of each round, as a percentage of one processor.
  var percents: [Double] = []
  /// Milliseconds from a key press to the changed pixel.
  var keys: [Double] = []
  /// The reason for missing figures, if any.
  var missing: String?

  init(name: String) { self.name = name }

  /// Whether the program uses the package's loop.
  var isOurs: Bool { name.hasSuffix("our loop") }

  /// Pictures per second.
  var rate: Double { 1000 * Double(intervals.count) / intervals.reduce(0, +) }

  /// The square's speed in all programs, in hundredths of a pixel per millisecond.
  private static let speed = 24.0

  /// Adds the pictures of a round; their colours encode the distance moved.
  /// - Returns: Whether there are enough pictures.
  mutating func take(_ pictures: [XConnection.Picture]) -> Bool {
    guard pictures.count > 2 else { return false }
    for (first, second) in zip(pictures, pictures.dropFirst()) {
      let interval = Double(second.time - first.time) / 1e6
      intervals.append(interval)
      let step = Double((second.color &- first.color) & 0xFF_FFFF) / Self.speed
      stepErrors.append((step - interval).magnitude)
    }
    return true
  }

  /// A comparison of the programs, in at most 80 columns.
  static func table(_ all: [SquareFigures]) -> [String] {
    let columns = Columns(widths: [29, 8, 7, 7, 7, 7, 7, 7])
    func text(_ figures: [Double], _ share: Double, _ digits: Int) -> String {
      guard !figures.isEmpty else { return "-" }
      let sorted = figures.sorted()
      return fixed(sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)], digits: digits)
    }
    let rows = all.map { square in
      columns.line(
        square.name, square.intervals.isEmpty ? "-" : fixed(square.rate, digits: 2),
        text(square.intervals, 0.01, 2), text(square.intervals, 0.99, 2),
        text(square.intervals, 1, 1), text(square.stepErrors, 0.99, 2),
        text(square.percents, 0.5, 1), text(square.keys, 0.5, 1))
    }
    return [columns.line("a moving square", "Hz", "p1", "p99", "worst", "step", "CPU %", "key")]
      + rows
      + all.flatMap { square in square.missing.map { wrapped("\(square.name): \($0)") } ?? [] }
      + wrapped(
        "p1, p99, worst: ms between two pictures; step: difference in ms between that time and the"
          + " square's motion, p99; key: ms from a key press to the changed pixel, p50")
  }
}
