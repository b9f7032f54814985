// SPDX-License-Identifier: Apache-2.0

import CMath
import RepeatTiming

/// What a function that is antisymmetric about the leg's middle adds to a straight line: one odd
/// polynomial in x = t - 1/2, from -1/2 at the leg's beginning to 1/2 at its end.
///
/// It meets the function at the positive zeros of the Chebyshev polynomial of the next odd degree,
/// stretched so that the last one is the leg's end: nearly the least error that its degree has, and
/// none at the ends, where a repeat may be idle. So it has the factors x and s = 1/4 - x^2; what is left
/// is a polynomial in s.
struct OddFit {
  /// Of 1, s, s^2 and so on.
  let coefficients: [Double]

  /// `nil` where the function does not begin at 0, or is not antisymmetric.
  init?(_ function: (Double) -> Double, terms: Int) {
    guard function(0) == 0 else { return nil }
    for step in 0...Self.probes {
      let distance = 0.5 * Double(step) / Double(Self.probes)
      let sum = function(0.5 + distance) + function(0.5 - distance)
      guard (sum - 1).magnitude < 1e-9 else { return nil }
    }
    let last = Self.zero(0, terms: terms)
    var points: [Double] = []
    var rests: [Double] = []
    for index in 1...terms {
      let x = 0.5 * Self.zero(index, terms: terms) / last
      let s = 0.25 - x * x
      points.append(s)
      rests.append(((function(0.5 + x) - 0.5) / x - 1) / s)
    }
    var powers = Array(repeating: 0.0, count: terms)
    ChebyshevFit.solve(points: points, values: &rests, powers: &powers, degree: terms - 1)
    coefficients = powers
  }

  /// Points at which antisymmetry is looked for.
  private static let probes = 7

  /// A positive zero of the Chebyshev polynomial of degree `2 * terms + 3`, the largest first.
  private static func zero(_ index: Int, terms: Int) -> Double {
    cos((Double(index) + 0.5) * Double.pi / Double(2 * terms + 3))
  }
}
