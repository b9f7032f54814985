// SPDX-License-Identifier: Apache-2.0

/// Polynomials of t in 0...1 that interpolate a function at the interval's Chebyshev points.
///
/// Such a polynomial is close to the best one of its degree, and needs no values at the interval's
/// ends. The code calls no C function, so the coefficients are the same on every machine.
///
/// Source: L. N. Trefethen, "Approximation Theory and Approximation Practice", chapters 2 to 5.
package enum ChebyshevFit {
  /// The point number `index`, from 0 to `degree`; the points ascend.
  package static func point(_ index: Int, degree: Int) -> Double {
    let angle = (Double(index) + 0.5) * Double.pi / Double(degree + 1)
    // 1/2 - cos(angle) / 2 = sin²(angle / 2). The sine's series converges fast, because angle / 2
    // is below pi / 2.
    let half = angle / 2
    var (term, sine) = (half, half)
    for power in 1...12 {
      term *= -half * half / Double((2 * power + 1) * 2 * power)
      sine += term
    }
    return sine * sine
  }

  /// Converts a function's values at the points to the coefficients of the powers from 0 on.
  /// - Parameters:
  ///   - points: The `degree` + 1 points.
  ///   - values: The values at the points; overwritten.
  ///   - powers: Receives `degree` + 1 coefficients.
  package static func solve(
    points: UnsafePointer<Double>, values: UnsafeMutablePointer<Double>,
    powers: UnsafeMutablePointer<Double>, degree: Int
  ) {
    // Computes Newton's divided differences, and then multiplies Newton's form out, starting with
    // its innermost factor.
    for order in 1..<(degree + 1) {
      for index in stride(from: degree, through: order, by: -1) {
        values[index] =
          (values[index] - values[index - 1]) / (points[index] - points[index - order])
      }
    }
    powers[0] = values[degree]
    for order in 1..<(degree + 1) {
      let index = degree - order
      powers[order] = powers[order - 1]
      for power in stride(from: order - 1, through: 1, by: -1) {
        powers[power] = powers[power - 1] - points[index] * powers[power]
      }
      powers[0] = values[index] - points[index] * powers[0]
    }
  }
}
