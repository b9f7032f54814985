// SPDX-License-Identifier: Apache-2.0

/// A table for a named Bézier curve: one polynomial of degree 7 for each of 64 equal pieces of the
/// input.
///
/// The polynomials are within 1e-14 of the curve, and take much less time than solving the curve. A
/// table is made at the curve's first use, in about 50 microseconds. It is kept forever and shared
/// by all equal curves; the four tables take 4 KB each. Near a vertical tangent no polynomial is
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

    /// The pieces on which polynomials have errors above 1e-14, up to 4e-7.
    var uprightPieces: Range<Int> {
      switch self {
      case .easeInEaseOut, .default: 0..<0
      case .easeIn: pieces - 4..<pieces
      case .easeOut: 0..<4
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
    #if hasFeature(Embedded)
      self.init(rows: Self.keptRows(for: name))
    #else
      switch name {
      case .easeInEaseOut: self.init(rows: Self.easeInEaseOut)
      case .default: self.init(rows: Self.default)
      case .easeIn: self.init(rows: Self.easeIn)
      case .easeOut: self.init(rows: Self.easeOut)
      }
    #endif
  }

  #if hasFeature(Embedded)
    private static func keptRows(for name: Name) -> UnsafePointer<Double> {
      let index = UInt32(name.rawValue)
      let rows = curveTable(index)
      if !isCurveTableMade(index) {
        // Several threads may fill the table at the same time, because they write the same numbers.
        fill(rows, for: name)
        curveTableIsMade(index)
      }
      return UnsafePointer(rows)
    }
  #else
    nonisolated(unsafe) private static let easeInEaseOut = rows(for: .easeInEaseOut)
    nonisolated(unsafe) private static let `default` = rows(for: .default)
    nonisolated(unsafe) private static let easeIn = rows(for: .easeIn)
    nonisolated(unsafe) private static let easeOut = rows(for: .easeOut)

    private static func rows(for name: Name) -> UnsafePointer<Double> {
      let count = pieces * (degree + 1)
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: count * MemoryLayout<Double>.stride, alignment: 64)
      let rows = memory.bindMemory(to: Double.self, capacity: count)
      fill(rows, for: name)
      return UnsafePointer(rows)
    }
  #endif
}

// MARK: - Construction

extension BezierTable {
  /// Fills a table; writes each number only once, because other threads may read the table
  /// meanwhile.
  @inline(never)
  private static func fill(_ rows: UnsafeMutablePointer<Double>, for name: Name) {
    let curve = CubicBezierCurve(name, nil)
    let count = degree + 1
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * count) { memory in
      guard let points = memory.baseAddress else { return }
      let (values, powers) = (points + count, points + 2 * count)
      for index in 0..<count { points[index] = ChebyshevFit.point(index, degree: degree) }
      for piece in 0..<pieces {
        for index in 0..<count {
          values[index] = curve.value(at: (Double(piece) + points[index]) / Double(pieces))
        }
        ChebyshevFit.solve(points: points, values: values, powers: powers, degree: degree)
        if name.uprightPieces.contains(piece) { powers[0] = .nan }
        // The fit is for distances from 0 to 1; the distances in a piece are smaller by the factor
        // `pieces`.
        var scale = 1.0
        for power in 0..<count {
          rows[count * piece + power % 4 * 2 + power / 4] = scale * powers[power]
          scale *= Double(pieces)
        }
      }
    }
  }
}

#if hasFeature(Embedded)
  // A C file of the program provides the memory for the tables; in the C library, this is
  // Sources/CDynamicRepeat/package/c/tables.c.
  @_silgen_name("repeat_curve_table")
  private func curveTable(_ index: UInt32) -> UnsafeMutablePointer<Double>

  @_silgen_name("repeat_curve_table_is_made")
  private func isCurveTableMade(_ index: UInt32) -> Bool

  @_silgen_name("repeat_curve_table_made")
  private func curveTableIsMade(_ index: UInt32)
#endif
