// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import DynamicRepeat

/// The polynomials that approximate the named curves.
@Suite struct BezierTableTests {
  #if arch(x86_64)
    @Test(arguments: BezierTable.Name.allCases)
    func `a named curve is within 1e-14 of the exact one, everywhere`(_ name: BezierTable.Name)
      throws
    {
      let (x1, y1, x2, y2) = name.controlPoints
      let timing = TimingFunction.cubicBezier(x1, y1, x2, y2)
      var random = SeededRandom(seed: 41)
      // The twenty inputs per piece are enough, because a polynomial has its largest errors at
      // eight points of its piece.
      var inputs = EasingSupport.sweep(20 * BezierTable.pieces)
      for piece in 1...BezierTable.pieces {
        let seam = Double(piece) / Double(BezierTable.pieces)
        inputs += [seam.nextDown, seam, min(seam.nextUp, 1)]
      }
      inputs += (0..<500).map { _ in random.double(in: 0...1) }
      for x in inputs {
        let exact = ExactBezier.value([x1, y1, x2, y2], at: x)
        #expect(abs(timing(x) - exact) <= 1e-14, "\(name) at \(x)")
      }
    }
  #endif

  @Test(arguments: BezierTable.Name.allCases)
  func `an input uses the piece that contains it, even one bit before the next piece`(
    _ name: BezierTable.Name
  ) {
    let table = BezierTable(name)
    var random = SeededRandom(seed: 42)
    var inputs = (0..<2_000).map { _ in random.double(in: 0...1) }
    for piece in 0..<BezierTable.pieces {
      let start = Double(piece) / Double(BezierTable.pieces)
      inputs += [start, start.nextUp, (start + 1 / Double(BezierTable.pieces)).nextDown]
    }
    for x in inputs where x < 1 {
      let piece = Int(x * Double(BezierTable.pieces))
      let distance = x - Double(piece) / Double(BezierTable.pieces)
      let row = table.rows + piece * (BezierTable.degree + 1)
      let value = BezierTable.polynomial(row, at: distance)
      #expect(table.value(at: x).bitPattern == value.bitPattern, "\(name) at \(x)")
    }
  }

  /// Computes the constants of Sources/CCurveTables again.
  @Test func `the tables are the polynomials of the curves, bit for bit`() throws {
    let computed = BezierTable.Name.allCases.flatMap(BezierTable.computedRows)
    let constants = BezierTable.Name.allCases.flatMap { name in
      Array(UnsafeBufferPointer(start: BezierTable(name).rows, count: 512))
    }
    guard computed.map(\.bitPattern) != constants.map(\.bitPattern) else { return }
    let file = FileManager.default.temporaryDirectory.appending(path: "curve_tables.bin")
    try computed.withUnsafeBytes { Data($0) }.write(to: file)
    Issue.record("if a curve has changed, copy \(file.path) to Sources/CCurveTables")
  }

  @Test(arguments: BezierTable.Name.allCases)
  func `at most four pieces of a table have no polynomial`(_ name: BezierTable.Name) {
    let table = BezierTable(name)
    let missing = (0..<BezierTable.pieces).filter { piece in
      table.value(at: (Double(piece) + 0.5) / Double(BezierTable.pieces)).isNaN
    }
    #expect(missing.count <= 4, "\(missing)")
  }

  @Test func `only curves with the control points of a named curve use its table`() {
    let named = CubicBezierCurve(clamping: 0.42, 0, 0.58, 1)
    #expect(named.table == TimingFunction.easeInEaseOut.bezier?.table)
    #expect(named.table != nil)
    #expect(CubicBezierCurve(clamping: 0.42, 0, 0.58.nextUp, 1).table == nil)
  }
}

extension BezierTable {
  /// The coefficients of a named curve.
  fileprivate static func computedRows(_ name: Name) -> [Double] {
    let (curve, count) = (CubicBezierCurve(name, nil), degree + 1)
    var rows = [Double](repeating: 0, count: pieces * count)
    let points = (0..<count).map { ChebyshevFit.point($0, degree: degree) }
    for piece in 0..<pieces {
      var values = points.map { curve.value(at: (Double(piece) + $0) / Double(pieces)) }
      var powers = [Double](repeating: 0, count: count)
      ChebyshevFit.solve(points: points, values: &values, powers: &powers, degree: degree)
      if name.uprightPieces.contains(piece) { powers[0] = .nan }
      // The fit is for distances from 0 to 1; the distances in a piece are smaller by the factor
      // `pieces`.
      var scale = 1.0
      for power in 0..<count {
        rows[count * piece + power % 4 * 2 + power / 4] = scale * powers[power]
        scale *= Double(pieces)
      }
    }
    return rows
  }
}

extension BezierTable.Name {
  /// The pieces on which polynomials have errors above 1e-14, up to 4e-7.
  fileprivate var uprightPieces: Range<Int> {
    switch self {
    case .easeInEaseOut, .default: 0..<0
    case .easeIn: BezierTable.pieces - 4..<BezierTable.pieces
    case .easeOut: 0..<4
    }
  }
}
