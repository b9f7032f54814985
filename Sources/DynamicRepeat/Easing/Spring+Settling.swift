// SPDX-License-Identifier: Apache-2.0

import CMath

extension Spring {
  /// The valid tolerances for settling, as fractions of the distance from 0 to 1.
  package static let toleranceRange = 1e-9...0.5

  /// The number of seconds after which the spring stays within `tolerance` of its target forever.
  ///
  /// The result is exact, not an estimate by the envelope. It is the last time at which the
  /// remaining distance falls to the tolerance, rounded up.
  /// - Parameter tolerance: A fraction of the distance from 0 to 1. The default, 0.001, is less
  ///   than a pixel if the distance is a thousand pixels.
  /// - Precondition: `tolerance` lies in `toleranceRange`.
  /// - Complexity: About a hundred evaluations; store the result.
  public func settlingDuration(within tolerance: Double = 0.001) -> Double {
    precondition(
      Self.toleranceRange.contains(tolerance), "tolerance \(tolerance) must be in 1e-9...0.5")
    // The limit is slightly below the tolerance, because the closed form has rounding errors at
    // late times.
    let limit = tolerance * (1 - 1e-7)
    var (low, high) = isUnderdamped ? lastSwing(beyond: limit) : lastFall(beyond: limit)
    // Between low and high, the remaining distance |e| falls below the limit once and does not
    // exceed it again.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { return high }
      if abs(remainder(seconds: middle)) > limit { low = middle } else { high = middle }
    }
  }

  private var firstSwing: Double {
    let pull = angularFrequency * angularFrequency - decay * initialVelocity
    // Let v be the initial velocity, w the angular frequency and e the remaining distance. At a
    // turning point e' = 0, that is, tan(spread t) = -v spread / (w² - decay v). The angle gives
    // the first such t after 0.
    let angle = atan2(-initialVelocity * spread, pull)
    return (angle > 0 ? angle : angle + Double.pi) / spread
  }

  private var onlyTurn: Double? {
    let slope = initialVelocity - decay
    // At the turning point of the remaining distance e, e' = 0. Therefore
    // `exp(-spread t) = 1 - spread z`, with the z below. If spread is 0, then t = z.
    let z = initialVelocity / ((decay + spread) * slope)
    guard z > 0 && spread * z < 1 && z < .infinity else { return nil }
    return spread > 0 ? -log1p(-spread * z) / spread : z
  }

  /// The last turning point beyond the limit, or the start if there is none, and the next turning
  /// point.
  ///
  /// Turning points are half a period apart. From each to the next, the distance from the target
  /// shrinks by the same factor.
  private func lastSwing(beyond limit: Double) -> (low: Double, high: Double) {
    let first = firstSwing
    let half = Double.pi / spread
    let amplitude = abs(remainder(seconds: first))
    guard amplitude > limit else { return (0, first) }
    var index = max(0, floor(log(amplitude / limit) / (decay * half)))
    // If a turning point is exactly at the limit, the rounded logarithm may be off by one.
    if index > 0 && abs(remainder(seconds: first + index * half)) <= limit { index -= 1 }
    while abs(remainder(seconds: first + (index + 1) * half)) > limit { index += 1 }
    return (first + index * half, first + (index + 1) * half)
  }

  /// The bracket for a spring that does not oscillate, with at most one turning point.
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
  /// A spring as a timing function: input 0...1 spans its settling time.
  ///
  /// Played over `spring.settlingDuration(within: tolerance)` seconds, the function moves like the
  /// spring. Input 1 gives exactly 1; only this last step, of at most `tolerance`, differs from the
  /// spring.
  /// - Precondition: `tolerance` lies in `Spring.toleranceRange`; `init(spring:tolerance:)` throws
  ///   instead.
  public static func spring(_ spring: Spring, tolerance: Double = 0.001) -> TimingFunction {
    trapping { () throws(TimingFunctionError) in
      try TimingFunction(spring: spring, tolerance: tolerance)
    }
  }

  /// As `spring(_:tolerance:)`, for a tolerance from outside the program.
  /// - Throws: `TimingFunctionError.toleranceOutOfRange`.
  public init(spring: Spring, tolerance: Double) throws(TimingFunctionError) {
    self.init(.spring(try SpringCurve(spring: spring, tolerance: tolerance)))
  }
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
