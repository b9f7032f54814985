// SPDX-License-Identifier: Apache-2.0

import CReference
import Glibc
import RepeatTiming

extension reference_curve {
  /// A curve for the kernels by hand, fitted to a timing function that looks the same from both
  /// ends.
  init(fitting function: TimingFunction) {
    self.init()
    let odd = polynomial(degree: 8, to: 1.0 / 16) { square in
      let v = square.squareRoot()
      return (function(0.5 + 2 * v) - 0.5) / v
    }
    withUnsafeMutableBytes(of: &self.odd) { bytes in
      for (power, value) in odd.enumerated() {
        bytes.storeBytes(of: Float(value), toByteOffset: power * 4, as: Float.self)
      }
    }
    for segment in 0..<32 {
      let cubic = polynomial(degree: 3, to: 1) { t in
        function(2 * (Double(segment) + t) / Double(Float(63.999996)))
      }
      withUnsafeMutableBytes(of: &segments) { bytes in
        for (power, value) in cubic.enumerated() {
          bytes.storeBytes(
            of: Float(value), toByteOffset: (power * 32 + segment) * 4, as: Float.self)
        }
      }
    }
  }
}

/// The coefficients, lowest power first, of the polynomial that meets a function at Chebyshev's points
/// from 0 to `end`: nearly the one with the least error.
private func polynomial(
  degree: Int, to end: Double, _ function: (Double) -> Double
) -> [Double] {
  let points = (0...degree).map { ChebyshevFit.point($0, degree: degree) }
  var values = points.map { function(end * $0) }
  var powers = values
  ChebyshevFit.solve(points: points, values: &values, powers: &powers, degree: degree)
  return powers.enumerated().map { power, value in value / pow(end, Double(power)) }
}
