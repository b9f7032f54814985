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
  private var sums = [Double](repeating: 0, count: Part.allCases.count)
  private var frames = 0.0
  private var start: Double?

  /// Notes the parts of a frame at a time in seconds.
  mutating func note(_ parts: SIMD4<Double>, at time: Double) {
    let from = start ?? time
    start = from
    for part in Part.allCases { sums[part.rawValue] += parts[part.rawValue] }
    frames += 1
    guard time - from >= Self.span else { return }
    var means = seconds ?? sums
    for index in sums.indices {
      means[index] = sums[index] / frames
      sums[index] = 0
    }
    seconds = means
    frames = 0
    start = time
  }

  /// All parts together.
  var total: Double? { seconds.map { $0.reduce(0, +) } }
}
