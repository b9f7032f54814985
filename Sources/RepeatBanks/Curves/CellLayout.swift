// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// A division of the leg (one run along the curve) into cells; arithmetic finds the cell of a
/// point.
///
/// After an offset is added, all points of a cell have the same `Float` exponent and the same
/// leading mantissa bits.
///
/// With an offset of the leg's length, 2^31, all cells have the same size. With a smaller offset
/// the cells become smaller towards 0, where a Bezier curve may be as steep as a square root. A
/// reversed layout has smaller cells towards the leg's end.
struct CellLayout {
  let offset: Float
  /// The number of leading mantissa bits; a range between two powers of 2 has 2^bits cells.
  let bits: Int
  let isReversed: Bool

  /// The layouts, in the order in which they are tried: 64 equal cells, 225 cells that become
  /// smaller towards one end, and 256 equal cells.
  static var all: [CellLayout] {
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

  /// The start of a cell.
  func start(of cell: Int) -> Double {
    Double(Float(bitPattern: (first + UInt32(cell)) << shift) - offset)
  }

  /// Whether the function has no jump above `limit`, and no corner inside a cell.
  ///
  /// Near a jump, a point rounded to a `Float` may be on the wrong side of the jump.
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
