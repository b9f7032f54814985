// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A timing function in `Double`, quicker than by itself: polynomials of degree 7, a row of 64
/// bytes each.
final class ExactTable: Sendable {
  /// One more than there are pieces: the leg's end.
  nonisolated(unsafe) let rows: UnsafeMutablePointer<Double>
  /// The right shift from a point on the leg to its piece's index.
  let shift: UInt64
  /// The most by which it was off.
  let bound: Double

  /// How many numbers there are.
  var count: Int { 8 * (1 << (63 - Int(shift)) + 1) }

  /// The error that is low enough: the timing functions' own rounding.
  private static let target = 1e-13

  /// `nil` where the function is not smooth enough.
  init?(_ timing: TimingFunction) {
    for pieces in [16, 64, 256] {
      let fit = PieceFit({ timing($0) }, pieces: pieces, degree: 7)
      let ordered = Self.rows(fit, pieces, end: timing(1))
      let bound = Self.measure(ordered, pieces, timing)
      if bound <= Self.target {
        rows = .allocate(capacity: ordered.count)
        rows.initialize(from: ordered, count: ordered.count)
        shift = UInt64(63 - pieces.trailingZeroBitCount)
        self.bound = bound
        return
      }
    }
    return nil
  }

  /// Two powers at a time side by side, as `rk_polynomial` takes them.
  private static func rows(_ fit: PieceFit, _ pieces: Int, end: Double) -> [Double] {
    var rows: [Double] = []
    for piece in 0..<pieces {
      for power in [0, 2, 1, 3, 4, 6, 5, 7] { rows.append(fit.coefficient(piece, power: power)) }
    }
    return rows + [end, 0, 0, 0, 0, 0, 0, 0]
  }

  /// The same in memory of its own.
  init(copying other: ExactTable) {
    let count = other.count
    rows = .allocate(capacity: count)
    rows.initialize(from: other.rows, count: count)
    shift = other.shift
    bound = other.bound
  }

  deinit { rows.deallocate() }

  /// Apart, so that the loops around it are not there once for each kind of timing function.
  @inline(never)
  private static func value(_ timing: TimingFunction, at x: Double) -> Double { timing(x) }

  private static func measure(_ rows: [Double], _ pieces: Int, _ timing: TimingFunction) -> Double {
    let perPiece = 33
    var worst = 0.0
    for piece in 0..<pieces {
      for step in 0...perPiece {
        let t = Double(step) / Double(perPiece)
        let value = rows.withUnsafeBufferPointer { rows in
          rk_polynomial(rows.baseAddress! + 8 * piece, t)
        }
        let exact = Self.value(timing, at: (Double(piece) + t) / Double(pieces))
        worst = max(worst, (value - exact).magnitude)
      }
      // Not worth going on.
      if worst > target { return worst }
    }
    return worst
  }
}
