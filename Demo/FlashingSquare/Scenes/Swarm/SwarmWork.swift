// SPDX-License-Identifier: Apache-2.0

/// What the parts of a frame took, as a mean of half a second: a number that changes in every frame
/// cannot be read.
struct SwarmWork: Hashable, Sendable {
  /// The parts, in order.
  enum Part: Int, CaseIterable {
    /// Who is alarmed, and the rates that change by it.
    case rates
    /// The bank's frame: all values, and which colours they are.
    case values
    /// The colours of all corners.
    case vertices
    /// The one call of the renderer, and the pixels.
    case draw
  }

  /// Seconds of each part; `nil` before the first half second, and where nothing measures.
  private(set) var seconds: [Double]?

  private static let span = 0.5
  /// Seconds of the first mean, so that figures are there at once.
  private static let firstSpan = 0.1
  private var sums = [Double](repeating: 0, count: Part.allCases.count)
  private var frames = 0.0
  private var start: Double?
  private var isFirst = true

  /// Leaves out what was noted of another number of squares.
  mutating func startAnew() {
    seconds = nil
    for index in sums.indices { sums[index] = 0 }
    frames = 0
    start = nil
    isFirst = true
  }

  /// Notes the parts of a frame at a time in seconds.
  mutating func note(_ parts: SIMD4<Double>, at time: Double) {
    let from = start ?? time
    start = from
    for part in Part.allCases { sums[part.rawValue] += parts[part.rawValue] }
    frames += 1
    guard time - from >= (isFirst ? Self.firstSpan : Self.span) else { return }
    var means = seconds ?? sums
    for index in sums.indices {
      means[index] = sums[index] / frames
      sums[index] = 0
    }
    seconds = means
    isFirst = false
    frames = 0
    start = time
  }

  /// All parts together.
  var total: Double? { seconds.map { $0.reduce(0, +) } }
}
