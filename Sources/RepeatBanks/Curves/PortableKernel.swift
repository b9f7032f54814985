// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The loops of CRepeatKernels once more, in Swift: for processors without them, and as their
/// check.
enum PortableKernel {
  /// What C's loops are as well: functions that can be called from C.
  static let thereAndBack: rk_kernel = { curve, span in
    if let curve, let span { run(curve.pointee, span.pointee, isOneWay: false) }
  }
  static let oneWay: rk_kernel = { curve, span in
    if let curve, let span { run(curve.pointee, span.pointee, isOneWay: true) }
  }

  @inline(__always)
  private static func run(_ curve: rk_curve, _ span: rk_span, isOneWay: Bool) {
    for index in 0..<Int(span.count) {
      span.out[index] = value(curve, at: leg(span, index, isOneWay: isOneWay))
    }
  }

  @inline(__always)
  private static func movedPhase(_ span: rk_span, _ index: Int) -> Int32 {
    span.phase[index] &+ Int32(span.rate[index] * span.scale)
  }

  /// Where on the leg a repeat is, in 0..<2^31.
  @inline(__always)
  static func leg(_ span: rk_span, _ index: Int, isOneWay: Bool) -> UInt32 {
    let phase = movedPhase(span, index)
    return isOneWay
      ? UInt32(bitPattern: phase) >> 1 : UInt32(bitPattern: phase ^ (phase >> 31))
  }

  @inline(__always)
  private static func value(_ curve: rk_curve, at u: UInt32) -> Float {
    switch curve.kind {
    case RK_LINEAR: return Float(u) * 0x1p-31
    case RK_GRADED:
      let (row, t) = octave(u)
      return cubic(curve.table + 4 * row, t)
    default:
      if curve.shift >= 0 {
        let shift = UInt32(curve.shift)
        return cubic(curve.table + 4 * Int(u >> shift), Float(u & (1 << shift - 1)))
      }
      let point = Float(u) * (Float(curve.pieces) * 0x1p-31)
      let piece = Int(point)
      return cubic(curve.table + 4 * piece, point - Float(piece))
    }
  }

  private static func octave(_ u: UInt32) -> (row: Int, t: Float) {
    let inner = u & 0x3FFF_FFFF
    let distance = inner >> 29 == 0 ? inner : inner ^ 0x3FFF_FFFF
    let bits = Float(distance & ~0x1F).bitPattern
    let first = UInt32(127 + RK_GRADED_FIRST_OCTAVE) * UInt32(RK_GRADED_PIECES)
    let step = bits >> 20
    let row = step >= first ? Int(step - first) + 1 : 0
    let t = Float(bitPattern: bits & 0xF_FFFF | 0x3F80_0000) - 1
    return (Int(u >> 29) * Int(RK_GRADED_ROWS) + row, t)
  }

  @inline(__always)
  private static func cubic(_ c: UnsafePointer<Float>, _ t: Float) -> Float {
    ((c[3] * t + c[2]) * t + c[1]) * t + c[0]
  }
}
