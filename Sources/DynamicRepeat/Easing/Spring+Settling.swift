// SPDX-License-Identifier: Apache-2.0

import CMath

extension Spring {
  /// The tolerances of settling, as parts of the whole distance.
  public static let toleranceRange = 1e-9...0.5

  /// The seconds after which the spring stays within `tolerance` of its target for ever.
  ///
  /// Not an estimate by the envelope: the last moment at which `|x - 1|` falls to the tolerance,
  /// found between two turning points, and rounded so that the promise holds.
  /// - Parameter tolerance: Part of the whole distance. 0.001 by default: less than a pixel on a
  ///   way of a thousand.
  /// - Precondition: `tolerance` lies in `toleranceRange`.
  /// - Complexity: about a hundred evaluations; keep the result.
  public func settlingDuration(within tolerance: Double = 0.001) -> Double {
    precondition(
      Self.toleranceRange.contains(tolerance), "tolerance \(tolerance) must be in 1e-9...0.5")
    // A hair narrower, for the rounding of the closed form far out.
    let limit = tolerance * (1 - 1e-7)
    var (low, high) = isUnderdamped ? lastSwing(beyond: limit) : lastFall(beyond: limit)
    // From low to high |e| falls below the limit once and does not rise above it again.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { return high }
      if abs(remainder(seconds: middle)) > limit { low = middle } else { high = middle }
    }
  }

  /// Seconds at which it turns first, and the time from one turn to the next where it swings.
  ///
  /// Without swings there is one turning point at most; then the first is infinite where there is
  /// none.
  var turns: (first: Double, step: Double?) {
    isUnderdamped ? (firstSwing, Double.pi / spread) : (onlyTurn ?? .infinity, nil)
  }

  /// The first turning point of a spring that swings.
  private var firstSwing: Double {
    let pull = angularFrequency * angularFrequency - decay * initialVelocity
    // e' = 0 at tan(spread t) = -v spread / (w² - decay v); the first such t after 0.
    let angle = atan2(-initialVelocity * spread, pull)
    return (angle > 0 ? angle : angle + Double.pi) / spread
  }

  /// The turning point of a spring that does not swing.
  private var onlyTurn: Double? {
    let slope = initialVelocity - decay
    // e' = 0 at exp(-spread t) = 1 - spread * z, and at t = z where spread is 0.
    let z = initialVelocity / ((decay + spread) * slope)
    guard z > 0 && spread * z < 1 && z < .infinity else { return nil }
    return spread > 0 ? -log1p(-spread * z) / spread : z
  }

  /// The last turning point beyond the limit (or the start), and the one after it.
  ///
  /// Turning points follow each other by half a swing, and shrink by the same factor each.
  private func lastSwing(beyond limit: Double) -> (low: Double, high: Double) {
    let first = firstSwing
    let half = Double.pi / spread
    let amplitude = abs(remainder(seconds: first))
    guard amplitude > limit else { return (0, first) }
    var index = max(0, floor(log(amplitude / limit) / (decay * half)))
    // The logarithm may be out by one at an exact hit.
    if index > 0 && abs(remainder(seconds: first + index * half)) <= limit { index -= 1 }
    while abs(remainder(seconds: first + (index + 1) * half)) > limit { index += 1 }
    return (first + index * half, first + (index + 1) * half)
  }

  /// The same without swings, where there is one turning point at most.
  private func lastFall(beyond limit: Double) -> (low: Double, high: Double) {
    var low = 0.0
    if let turn = onlyTurn {
      guard abs(remainder(seconds: turn)) > limit else { return (0, turn) }
      low = turn
    }
    var step = 1 / decay
    while abs(remainder(seconds: low + step)) > limit {
      low += step
      step *= 2
    }
    return (low, low + step)
  }
}

extension TimingFunction {
  /// A spring as a timing function: input 0...1 spans the time that it takes to settle.
  ///
  /// Play it over `spring.settlingDuration(within: tolerance)` seconds and it moves as the spring
  /// does. Input 1 answers exactly 1: the last step, of at most `tolerance`, is the one thing
  /// that is not the spring's.
  /// - Precondition: `tolerance` lies in `Spring.toleranceRange`; `init(spring:tolerance:)` throws
  ///   instead.
  public static func spring(_ spring: Spring, tolerance: Double = 0.001) -> TimingFunction {
    trapping { () throws(TimingFunctionError) in
      try TimingFunction(spring: spring, tolerance: tolerance)
    }
  }

  /// The same as `spring(_:tolerance:)`, for a tolerance from outside the program.
  /// - Throws: `TimingFunctionError.toleranceOutOfRange`.
  public init(spring: Spring, tolerance: Double) throws(TimingFunctionError) {
    self.init(.spring(try SpringCurve(spring: spring, tolerance: tolerance)))
  }

  /// How many bytes a spring takes beside its timing function.
  package static var springBytes: Int { MemoryLayout<SpringCurve>.stride }
}

/// The spring behind `TimingFunction.spring`, with its duration.
struct SpringCurve: Hashable, Sendable {
  let spring: Spring
  let tolerance: Double
  let seconds: Double

  init(spring: Spring, tolerance: Double) throws(TimingFunctionError) {
    guard Spring.toleranceRange.contains(tolerance) else {
      throw .toleranceOutOfRange(tolerance: tolerance)
    }
    self.spring = spring
    self.tolerance = tolerance
    seconds = spring.settlingDuration(within: tolerance)
  }

  /// The value at `input` in 0...1: exactly 0 at 0 and exactly 1 at 1.
  func value(at input: Double) -> Double {
    input < 1 ? spring.value(seconds: input * seconds) : 1
  }
}
