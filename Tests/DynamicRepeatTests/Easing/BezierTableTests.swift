// SPDX-License-Identifier: Apache-2.0

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
