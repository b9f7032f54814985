// SPDX-License-Identifier: Apache-2.0

import CReference
import Glibc
import RepeatTiming

extension reference_curve {
  /// A curve for the kernels by hand, fitted to a timing function that looks the same from both
  /// ends.
  init(fitting function: TimingFunction) {
    self.init()
    let odd = polynomial(degree: 8, from: 0, to: 1.0 / 16) { square in
      let v = square.squareRoot()
      return (function(0.5 + 2 * v) - 0.5) / v
    }
    withUnsafeMutableBytes(of: &self.odd) { bytes in
      for (power, value) in odd.enumerated() {
        bytes.storeBytes(of: Float(value), toByteOffset: power * 4, as: Float.self)
      }
    }
    for segment in 0..<32 {
      let cubic = polynomial(degree: 3, from: 0, to: 1) { t in
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

/// The coefficients, lowest power first, of the polynomial that meets a function at Chebyshev's
/// points: nearly the one with the least error.
///
/// Newton's divided differences, multiplied out in the variable itself.
func polynomial(
  degree: Int, from low: Double, to high: Double, _ function: (Double) -> Double
) -> [Double] {
  let nodes = (0...degree).map { index in
    let angle = (Double(index) + 0.5) * Double.pi / Double(degree + 1)
    return (low + high) / 2 + (high - low) / 2 * cos(angle)
  }
  var differences = nodes.map(function)
  for order in stride(from: 1, through: degree, by: 1) {
    for index in stride(from: degree, through: order, by: -1) {
      differences[index] =
        (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
    }
  }
  var coefficients = [Double](repeating: 0, count: degree + 1)
  for index in stride(from: degree, through: 0, by: -1) {
    for power in stride(from: degree, through: 1, by: -1) {
      coefficients[power] = coefficients[power - 1] - nodes[index] * coefficients[power]
    }
    coefficients[0] = differences[index] - nodes[index] * coefficients[0]
  }
  return coefficients
}
