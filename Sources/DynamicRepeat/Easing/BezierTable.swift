// SPDX-License-Identifier: Apache-2.0

import CCurveTables

/// A table for a named Bézier curve: one polynomial of degree 7 for each of 64 equal pieces of the
/// input.
///
/// The polynomials are within 1e-14 of the curve, and take much less time than solving the curve.
/// The tables are constants of 4 KB each, so no first use differs from the others: not by the
/// rounding mode of the thread that comes first, nor by a race. `BezierTableTests` computes the
/// constants again, and says how to write them if a curve is added. Near a vertical tangent no polynomial is
/// accurate enough; up to four pieces there have no polynomial, and the curve is solved instead.
/// Unnamed curves are always solved. If one of them got a table after some uses, its values would
/// change slightly, but equal curves must give equal values.
@usableFromInline
package struct BezierTable: Hashable, Sendable {
  @inlinable
  static var pieces: Int { 64 }

  @inlinable
  static var degree: Int { 7 }

  /// Eight coefficients per piece: those of the powers 0, 4, 1, 5, 2, 6, 3 and 7 of the distance
  /// from the start of the piece.
  ///
  /// The first coefficient is NaN if the piece has no polynomial.
  @usableFromInline
  nonisolated(unsafe) let rows: UnsafePointer<Double>

  private init(rows: UnsafePointer<Double>) { self.rows = rows }

  /// The value at `x` in 0..<1; NaN in a piece without a polynomial.
  @inlinable @inline(__always)
  package func value(at x: Double) -> Double {
    // Adding a shift, whose last bits count pieces, rounds to the nearest start of a piece. The
    // result is then corrected to the start at or below `x`. A conversion to an integer would be
    // checked, and slower.
    let shift = 0x1.8p46
    let nearest = x + shift
    let distance = x - (nearest - shift)
    // Uses the sign bit as a mask, because branches on it would often be mispredicted.
    let below = Int64(bitPattern: distance.bitPattern) >> 63
    let piece = Int(truncatingIfNeeded: Int64(bitPattern: nearest.bitPattern) &+ below)
    let row = rows + (piece &* (Self.degree + 1)) & 0x1f8
    return Self.polynomial(row, at: distance + (distance < 0 ? 1 / Double(Self.pieces) : 0))
  }

  /// Evaluates a polynomial by Estrin's scheme, which has three dependent steps; Horner's would
  /// have seven.
  ///
  /// Neighbouring coefficients take the same steps, as vectors of two.
  @inlinable @inline(__always)
  static func polynomial(_ c: UnsafePointer<Double>, at t: Double) -> Double {
    let square = t * t
    let low = (c[0] + c[2] * t) + (c[4] + c[6] * t) * square
    let high = (c[1] + c[3] * t) + (c[5] + c[7] * t) * square
    return low + high * (square * square)
  }
}

// MARK: - The curves with tables

extension BezierTable {
  @usableFromInline
  package enum Name: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case easeInEaseOut, `default`, easeIn, easeOut

    var controlPoints: (x1: Double, y1: Double, x2: Double, y2: Double) {
      switch self {
      case .easeInEaseOut: (0.42, 0, 0.58, 1)
      case .default: (0.25, 0.1, 0.25, 1)
      case .easeIn: (0.42, 0, 1, 1)
      case .easeOut: (0, 0, 0.58, 1)
      }
    }

    init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
      for name in Name.allCases where name.controlPoints == (x1, y1, x2, y2) {
        self = name
        return
      }
      return nil
    }
  }

  @usableFromInline
  package init(_ name: Name) {
    self.init(rows: repeat_curve_table(UInt32(name.rawValue)))
  }
}
