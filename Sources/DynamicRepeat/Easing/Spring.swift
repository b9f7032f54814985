// SPDX-License-Identifier: Apache-2.0

import CMath

/// A mass on a damped spring, pulled from 0, settling at 1.
///
/// With x the distance covered and e = 1 - x: `mass e'' + damping e' + stiffness e = 0`,
/// `e(0) = 1`, `e'(0) = -initialVelocity`, solved in closed form: under-, critically and
/// overdamped, and in between without a seam.
/// Any unit of mass and force will do as long as they match; time is in seconds.
///
/// Source: CASpringAnimation. Ours throws for a spring that never settles (damping 0).
public struct Spring: Hashable, Sendable {
  /// The mass that is moved; above 0.
  public let mass: Double
  /// Force per distance; above 0.
  public let stiffness: Double
  /// Force per speed; above 0.
  public let damping: Double
  /// The speed at the start, in whole distances per second; above 0 is towards the target.
  public let initialVelocity: Double
  /// The frequency without damping, in radians per second: `sqrt(stiffness / mass)`.
  public let angularFrequency: Double
  /// Below 1 it swings, at 1 it just does not, above it creeps: `damping / (2 sqrt(k m))`.
  public let dampingRatio: Double

  /// The decay per second: of the envelope, or of the slower exponential if there is no swing.
  let decay: Double
  /// Radians per second if it swings; else by how much the faster exponential is faster.
  let spread: Double
  /// Whether it swings.
  let isUnderdamped: Bool

  /// The values allowed for `angularFrequency` and `dampingRatio`.
  ///
  /// Far wider than any use; inside them no step of the closed forms overflows or loses its digits.
  public static let allowedRange = 1e-6...1e6

  /// A spring in Core Animation's terms, with Core Animation's defaults: 1, 100, 10 and 0.
  /// - Precondition: what `init(validatingMass:stiffness:damping:initialVelocity:)` throws for.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
  ) {
    self = trapping { () throws(SpringError) in
      try Spring(
        validatingMass: mass, stiffness: stiffness, damping: damping,
        initialVelocity: initialVelocity)
    }
  }

  /// The same in Core Animation's terms, for values from outside the program.
  /// - Throws: `SpringError`: a value is not finite; mass, stiffness or damping is not above 0; the
  ///   frequency or the damping ratio that follows lies outside `allowedRange`; the initial
  ///   velocity lies outside -1e9...1e9.
  public init(
    validatingMass mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
  ) throws(SpringError) {
    try SpringError.check(mass, .mass)
    try SpringError.check(stiffness, .stiffness)
    try SpringError.check(damping, .damping)
    try SpringError.check(initialVelocity, .initialVelocity)
    let frequency = (stiffness / mass).squareRoot()
    try SpringError.check(frequency, .angularFrequency)
    let ratio = damping / mass / frequency / 2
    try SpringError.check(ratio, .dampingRatio)
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    angularFrequency = frequency
    dampingRatio = ratio
    isUnderdamped = ratio < 1
    // The root of |1 - ratio²|, in the form that does not cancel near 1.
    let root = (abs(1 - ratio) * (1 + ratio)).squareRoot()
    decay = ratio < 1 ? ratio * frequency : frequency / (ratio + root)
    spread = ratio < 1 ? frequency * root : 2 * frequency * root
  }

  /// A spring by how much it swings and how long one swing would take without damping.
  /// - Parameter dampingRatio: 1 does not swing; below 1 it does; above, it creeps.
  /// - Parameter response: Seconds: `2 pi / angularFrequency`.
  /// - Parameter initialVelocity: Whole distances per second.
  /// - Precondition: as for `init(validatingDampingRatio:response:initialVelocity:)`.
  public init(dampingRatio: Double, response: Double, initialVelocity: Double = 0) {
    self = trapping { () throws(SpringError) in
      try Spring(
        validatingDampingRatio: dampingRatio, response: response, initialVelocity: initialVelocity)
    }
  }

  /// The same by damping ratio and response, for values from outside the program.
  /// - Throws: `SpringError`: a value is not finite or the first two are not above 0, or lie
  ///   outside `allowedRange` (the response as a frequency).
  public init(
    validatingDampingRatio dampingRatio: Double, response: Double, initialVelocity: Double
  ) throws(SpringError) {
    try SpringError.check(dampingRatio, .dampingRatio)
    try SpringError.check(response, .response)
    let frequency = 2 * Double.pi / response
    try SpringError.check(frequency, .angularFrequency)
    try self.init(
      validatingMass: 1, stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency,
      initialVelocity: initialVelocity)
  }

  /// A spring by the time it seems to take and by how much it bounces.
  ///
  /// The response is `perceptualDuration`; the damping ratio is `1 - bounce`, or `1 / (1 + bounce)`
  /// below 0, so that 0 is critical and negative bounces creep.
  /// - Parameter perceptualDuration: Seconds, above 0.
  /// - Parameter bounce: Above -1 and below 1.
  /// - Parameter initialVelocity: Whole distances per second.
  /// - Precondition: as above, and what follows from them lies in `allowedRange`.
  /// Source: CASpringAnimation's `perceptualDuration` and `bounce`; at 1 it would never settle.
  public init(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) {
    precondition(bounce > -1 && bounce < 1, "bounce \(bounce) must be above -1 and below 1")
    self.init(
      dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), response: perceptualDuration,
      initialVelocity: initialVelocity)
  }
}
