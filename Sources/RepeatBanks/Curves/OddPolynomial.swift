// SPDX-License-Identifier: Apache-2.0

import CMath
import CRepeatKernels
import DynamicRepeat

/// A polynomial for a function that is antisymmetric about the middle of a leg (one direction of a
/// cycle), such as ease in and out.
///
/// Let t be the progress, x = t - 1/2 and s = 1/4 - x^2. The polynomial's value is t + s x p(s).
/// The polynomial is exact at both ends, where s is 0. This is necessary, because a repeat may be
/// idle at an end. The polynomial is fitted at the positive zeros of the Chebyshev polynomial of
/// the next odd degree; the zeros are stretched so that the largest is at the end of the leg. The
/// error of such a fit is nearly the smallest possible for its degree.
struct OddPolynomial {
  /// The coefficients of 1, s, s^2 and so on in p.
  let terms: [Float]

  /// Fits the function; `nil` if the function is not antisymmetric, or the error of the polynomial
  /// is too large.
  init?(_ timing: TimingFunction) {
    let count = Int(RK_TERMS)
    guard Self.isAntisymmetric(timing) else { return nil }
    var points: [Double] = []
    var values: [Double] = []
    for index in 1...count {
      let x = 0.5 * Self.zero(index, count) / Self.zero(0, count)
      let s = 0.25 - x * x
      points.append(s)
      values.append((timing(0.5 + x) - 0.5 - x) / (x * s))
    }
    var powers = Array(repeating: 0.0, count: count)
    ChebyshevFit.solve(points: points, values: &values, powers: &powers, degree: count - 1)
    for step in 1..<4096 {
      let t = Double(step) / 4096
      let s = t - t * t
      let p = powers.reversed().reduce(0) { $0 * s + $1 }
      guard (t + s * (t - 0.5) * p - timing(t)).magnitude < 2e-7 else { return nil }
    }
    terms = powers.map { Float($0) }
  }

  private static func isAntisymmetric(_ timing: TimingFunction) -> Bool {
    guard timing(0) == 0, timing(1) == 1 else { return false }
    return (0...32).allSatisfy { step in
      let x = Double(step) / 64
      return (timing(0.5 + x) + timing(0.5 - x) - 1).magnitude < 1e-9
    }
  }

  /// A positive zero of the Chebyshev polynomial of degree `2 * count + 3`; index 0 is the largest.
  private static func zero(_ index: Int, _ count: Int) -> Double {
    cos((Double(index) + 0.5) * Double.pi / Double(2 * count + 3))
  }
}
