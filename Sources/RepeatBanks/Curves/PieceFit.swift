// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Polynomials on equal pieces of 0...1, or on any other pieces, through a function's values.
///
/// Each meets the function at the Chebyshev points of its piece, so that a jump that lies at an end
/// of the piece disturbs neither neighbour.
struct PieceFit {
  let degree: Int
  /// Powers from 0 on, piece after piece; of t in 0...1 within the piece.
  private(set) var coefficients: [Double] = []
  /// In 0...1.
  private let points: [Double]
  private var values: [Double]
  /// The present piece's.
  private var powers: [Double]

  init(degree: Int) {
    self.degree = degree
    points = (0...degree).map { ChebyshevFit.point($0, degree: degree) }
    values = Array(repeating: 0, count: degree + 1)
    powers = values
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
    ChebyshevFit.solve(points: points, values: &values, powers: &powers, degree: degree)
    coefficients += powers
  }

  /// The coefficient of a power on a piece.
  func coefficient(_ piece: Int, power: Int) -> Double {
    coefficients[piece * (degree + 1) + power]
  }
}
