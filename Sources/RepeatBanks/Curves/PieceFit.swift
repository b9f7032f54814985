// SPDX-License-Identifier: Apache-2.0

import CMath

/// Polynomials on equal pieces of 0...1, or on any other pieces, through a function's values.
///
/// Each meets the function at the Chebyshev points of its piece, which is nearly the best that a
/// polynomial of its degree can do, and needs no values at the piece's ends: a jump that lies there
/// disturbs neither neighbour.
struct PieceFit {
  let degree: Int
  /// Powers from 0 on, piece after piece; of t in 0...1 within the piece.
  private(set) var coefficients: [Double] = []
  /// In 0...1.
  private let points: [Double]
  private var values: [Double]

  init(degree: Int) {
    self.degree = degree
    points = (0...degree).map { index in
      0.5 - 0.5 * cos((Double(index) + 0.5) * Double.pi / Double(degree + 1))
    }
    values = Array(repeating: 0, count: degree + 1)
  }

  /// Equal pieces of 0...1.
  init(_ function: (Double) -> Double, pieces: Int, degree: Int) {
    self.init(degree: degree)
    coefficients.reserveCapacity(pieces * (degree + 1))
    for piece in 0..<pieces {
      add { t in function((Double(piece) + t) / Double(pieces)) }
    }
  }

  /// One piece more: the polynomial through a function of t in 0...1.
  mutating func add(_ function: (Double) -> Double) {
    for index in 0...degree { values[index] = function(points[index]) }
    // Newton's divided differences, then the products multiplied out, from the last one inwards.
    for order in 1..<(degree + 1) {
      for index in stride(from: degree, through: order, by: -1) {
        values[index] =
          (values[index] - values[index - 1]) / (points[index] - points[index - order])
      }
    }
    var powers = Array(repeating: 0.0, count: degree + 1)
    for index in stride(from: degree, through: 0, by: -1) {
      for power in stride(from: degree, through: 1, by: -1) {
        powers[power] = powers[power - 1] - points[index] * powers[power]
      }
      powers[0] = values[index] - points[index] * powers[0]
    }
    coefficients += powers
  }

  /// The coefficient of a power on a piece.
  func coefficient(_ piece: Int, power: Int) -> Double {
    coefficients[piece * (degree + 1) + power]
  }
}
