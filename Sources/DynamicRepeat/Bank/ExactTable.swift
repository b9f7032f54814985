// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A timing function in `Double`, quicker than by itself: polynomials of degree 7, a row of 64 bytes each.
final class ExactTable: Sendable {
  nonisolated(unsafe) let rows: UnsafeMutablePointer<Double>
  let pieces: Double
  /// The most by which it was off.
  let bound: Double

  /// What is asked of it: the timing functions' own rounding.
  private static let target = 1e-13

  /// `nil` where the function is not smooth enough.
  init?(_ timing: TimingFunction) {
    for pieces in [16, 64, 256] {
      let fit = PieceFit({ timing($0) }, pieces: pieces, degree: 7)
      let bound = Self.measure(fit, pieces, timing)
      if bound <= Self.target {
        rows = .allocate(capacity: 8 * pieces)
        rows.initialize(from: fit.coefficients, count: 8 * pieces)
        self.pieces = Double(pieces)
        self.bound = bound
        return
      }
    }
    return nil
  }

  deinit { rows.deallocate() }

  /// The value at `x` in 0...1, out of a table's rows.
  @inline(__always)
  static func value(_ rows: UnsafePointer<Double>, pieces: Double, at x: Double) -> Double {
    let place = x * pieces
    // The end of the leg is the end of the last piece.
    let piece = Int(rk_whole(min(place, pieces - 1)))
    return value(rows + 8 &* piece, place - Double(piece))
  }

  /// Estrin's order: the three levels of it wait for each other, eight steps of Horner's would.
  @inline(__always)
  private static func value(_ c: UnsafePointer<Double>, _ t: Double) -> Double {
    let t2 = t * t
    let low = (c[0] + c[1] * t) + (c[2] + c[3] * t) * t2
    let high = (c[4] + c[5] * t) + (c[6] + c[7] * t) * t2
    return low + high * (t2 * t2)
  }

  private static func measure(_ fit: PieceFit, _ pieces: Int, _ timing: TimingFunction) -> Double {
    let perPiece = 33
    var worst = 0.0
    for piece in 0..<pieces {
      for step in 0...perPiece {
        let t = Double(step) / Double(perPiece)
        let value = fit.coefficients.withUnsafeBufferPointer { rows in
          Self.value(rows.baseAddress! + 8 * piece, t)
        }
        worst = max(worst, (value - timing((Double(piece) + t) / Double(pieces))).magnitude)
      }
      // Not worth going on.
      if worst > target { return worst }
    }
    return worst
  }
}
