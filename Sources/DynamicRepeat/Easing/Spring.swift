// SPDX-License-Identifier: Apache-2.0

import CMath

/// A mass on a damped spring that moves from 0 and settles at 1.
///
/// Let x be the distance covered, and e = 1 - x the remaining distance. The motion satisfies
/// `mass e'' + damping e' + stiffness e = 0` with `e(0) = 1` and `e'(0) = -initialVelocity`. The
/// closed form covers under-, critical and overdamping without a discontinuity between them.
///
/// Mass and force may have any consistent units; time is in seconds.
///
/// Source: CASpringAnimation. This type rejects a spring that never settles (damping 0).
public struct Spring: Hashable, Sendable {
  /// The mass; above 0.
  public let mass: Double
  /// Force per distance; above 0.
  public let stiffness: Double
  /// Force per speed; above 0.
  public let damping: Double
  /// The initial speed per second, as a multiple of the distance from 0 to 1; positive towards the
  /// target.
  public let initialVelocity: Double
  /// The undamped frequency in radians per second: `sqrt(stiffness / mass)`.
  package let angularFrequency: Double
  /// `damping / (2 sqrt(stiffness * mass))`: below 1 the spring oscillates, at 1 it is critically
  /// damped, above 1 it creeps.
  package let dampingRatio: Double

  /// The decay rate per second of the envelope; without oscillation, that of the slower
  /// exponential.
  let decay: Double
  /// The angular frequency of the oscillation, in radians per second; without oscillation, the
  /// difference of the two decay rates.
  let spread: Double
  let isUnderdamped: Bool

  /// The valid values of `angularFrequency` and `dampingRatio`.
  ///
  /// The range is far wider than needed. Within it, no step of the closed forms overflows or loses
  /// precision.
  package static let allowedRange = 1e-6...1e6

  /// A spring in Core Animation's terms, with Core Animation's defaults: 1, 100, 10 and 0.
  /// - Precondition: The values are valid for
  ///   `init(validatingMass:stiffness:damping:initialVelocity:)`.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
  ) {
    self = trapping { () throws(TimingFunctionError) in
      try Spring(
        validatingMass: mass, stiffness: stiffness, damping: damping,
        initialVelocity: initialVelocity)
    }
  }

  /// Makes a spring from Core Animation's parameters, for values from outside the program.
  /// - Throws: `TimingFunctionError.springOutOfRange` unless mass, stiffness and damping are finite
  ///   and above 0, the resulting frequency and damping ratio in `allowedRange`, and the initial
  ///   velocity in -1e9...1e9.
  public init(
    validatingMass mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
  ) throws(TimingFunctionError) {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / mass / frequency / 2
    guard mass > 0, mass.isFinite, stiffness > 0, stiffness.isFinite, damping > 0,
      Self.allowedRange.contains(frequency), Self.allowedRange.contains(ratio),
      abs(initialVelocity) <= 1e9
    else {
      throw .springOutOfRange(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
    }
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    angularFrequency = frequency
    dampingRatio = ratio
    isUnderdamped = ratio < 1
    // The square root of |1 - ratio²|, in the form without cancellation near 1.
    let root = (abs(1 - ratio) * (1 + ratio)).squareRoot()
    decay = ratio < 1 ? ratio * frequency : frequency / (ratio + root)
    spread = ratio < 1 ? frequency * root : 2 * frequency * root
  }

  /// Makes a spring from its damping ratio and the period of its undamped oscillation.
  /// - Parameter dampingRatio: Below 1 the spring oscillates, at 1 it is critically damped, above 1
  ///   it creeps.
  /// - Parameter response: Seconds: `2 pi / angularFrequency`.
  /// - Parameter initialVelocity: Per second, as a multiple of the distance from 0 to 1.
  /// - Precondition: The ratio and the frequency are in 1e-6...1e6, the velocity in -1e9...1e9.
  public init(dampingRatio: Double, response: Double, initialVelocity: Double = 0) {
    precondition(
      dampingRatio > 0 && response > 0,
      "damping ratio and response must be above 0, but are \(dampingRatio) and \(response)")
    let frequency = 2 * Double.pi / response
    self.init(
      stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency,
      initialVelocity: initialVelocity)
  }
}

extension Spring {
  /// The distance covered: 0 at the start, 1 at the target, above 1 if it overshoots.
  /// - Parameter seconds: The time since the start. The value is 0 at 0, before the start, and for
  ///   NaN; 1 at infinity.
  public func value(seconds: Double) -> Double { 1 - remainder(seconds: seconds) }

  /// The remaining distance, e: 1 at the start, 0 at the target.
  func remainder(seconds: Double) -> Double {
    guard seconds > 0 else { return 1 }
    guard seconds < .infinity else { return 0 }
    let fade = exp(-decay * seconds)
    guard fade > 0 else { return 0 }
    let slope = decay - initialVelocity
    if isUnderdamped {
      return fade * (cos(spread * seconds) + slope * sin(spread * seconds) / spread)
    }
    return fade * (1 + slope * reach(seconds: seconds))
  }

  /// `(1 - exp(-spread t)) / spread`.
  ///
  /// This is the difference of the two exponentials, divided by the slower one and by the
  /// difference of their rates. The quotient tends to t as the rates become equal, so critical
  /// damping needs no special case, and nothing overflows.
  private func reach(seconds: Double) -> Double {
    spread > 0 ? -expm1(-spread * seconds) / spread : seconds
  }
}
