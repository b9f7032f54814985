// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// Cells of the leg that are found by arithmetic: those numbers whose `Float`, after an offset is added,
/// has the same exponent and first bits.
///
/// With an offset of the leg's length, 2^31, all are equal; with a smaller one they become finer towards
/// 0, where a Bezier curve may be as steep as a root. A reversed layout is finer towards the leg's end.
struct CellLayout {
  let offset: Float
  /// The first bits of a mantissa; each octave has 2^bits cells.
  let bits: Int
  let isReversed: Bool

  /// In the order in which they are tried: 64 equal ones, 225 that are finer towards one end, and 256.
  static var all: [CellLayout] {
    // Not kept: what is made once and for all must not lie in memory that a caller takes back.
    [
      CellLayout(offset: 0x1p31, bits: 6, isReversed: false),
      CellLayout(offset: 0x1p24, bits: 5, isReversed: false),
      CellLayout(offset: 0x1p24, bits: 5, isReversed: true),
      CellLayout(offset: 0x1p31, bits: 8, isReversed: false),
    ]
  }

  private var shift: UInt32 { UInt32(Float.significandBitCount - bits) }
  private var first: UInt32 { offset.bitPattern >> shift }

  var count: Int { Int((0x1p31 + offset).nextDown.bitPattern >> shift - first) + 1 }

  /// The first point of a cell.
  func start(of cell: Int) -> Double {
    Double(Float(bitPattern: (first + UInt32(cell)) << shift) - offset)
  }

  /// Whether the function, to within `limit`, has no jump, and no corner inside of a cell.
  ///
  /// Near a jump the rounding of a point to a `Float` would show the wrong side.
  func suits(_ timing: TimingFunction, _ limit: Double) -> Bool {
    timing.corners.allSatisfy { corner in
      let cells = corner * Double(count)
      return offset == 0x1p31 && cells == cells.rounded()
        && (timing(corner) - timing(corner.nextDown)).magnitude <= limit
    }
  }

  func connect(_ curve: inout rk_curve) {
    (curve.offset, curve.is_reversed) = (offset, isReversed)
    (curve.cell_shift, curve.first_cell) = (shift, first)
    curve.last_cell = UInt32(count - 1)
  }
}
