// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// A function as cubic pieces of the leg, whose points are 0..<2^31.
///
/// If the function is smooth inside the cells of a fixed layout, the pieces are these cells.
/// Otherwise pieces begin at each corner and jump of the function, and a piece with too large an
/// error is halved.
struct CurveTable {
  private(set) var pieces: [rk_piece] = []
  private(set) var starts: [UInt32] = []
  private var cells: CellLayout?

  private static let end: Double = 0x1p31
  /// The largest error of a piece relative to the curve's magnitude; `Float` rounding adds as much
  /// again.
  private static let target = 2e-7

  init(_ timing: TimingFunction, magnitude: Double) {
    let limit = Self.target * magnitude
    for layout in CellLayout.all where layout.suits(timing, limit) {
      guard let pieces = Self.pieces(of: timing, in: layout, limit) else { continue }
      (self.pieces, cells) = (pieces, layout)
      return
    }
    let inner = timing.corners.map { ($0 * Self.end).rounded(.up) }
    var bounds = [0.0]
    for bound in inner + [Self.end] where bound > bounds[bounds.count - 1] && bound <= Self.end {
      bounds.append(bound)
    }
    for (first, last) in zip(bounds, bounds.dropFirst()) {
      add(timing, from: first, to: last, limit: limit)
    }
    starts.append(UInt32(Self.end))
  }

  /// The pieces of all cells; `nil` if the error of any piece is too large.
  private static func pieces(of timing: TimingFunction, in layout: CellLayout, _ limit: Double)
    -> [rk_piece]?
  {
    var pieces: [rk_piece] = []
    for cell in 0..<layout.count {
      let (first, last) = (layout.start(of: cell), min(layout.start(of: cell + 1), end))
      let fit = piece(from: first, to: last, limit) { point in
        timing((layout.isReversed ? end - 1 - point : point) / end)
      }
      guard fit.isNear else { return nil }
      pieces.append(fit.piece)
    }
    return pieces
  }

  private mutating func add(
    _ timing: TimingFunction, from first: Double, to last: Double, limit: Double
  ) {
    let fit = Self.piece(from: first, to: last, limit) { timing($0 / Self.end) }
    guard fit.isNear || last - first <= 4 else {
      let middle = first + ((last - first) / 2).rounded()
      add(timing, from: first, to: middle, limit: limit)
      add(timing, from: middle, to: last, limit: limit)
      return
    }
    starts.append(UInt32(first))
    pieces.append(fit.piece)
  }

  /// The cubic of a piece, and whether it is within `limit` of the function.
  private static func piece(
    from first: Double, to last: Double, _ limit: Double, of function: (Double) -> Double
  ) -> (piece: rk_piece, isNear: Bool) {
    // Points are whole numbers, so the span ends at the piece's last point, not at the next piece's
    // start.
    let span = max(1, last - first - 1)
    func value(_ share: Double) -> (point: Double, value: Double) {
      let point = (share * span).rounded()
      return (point / span, function(first + point))
    }
    // The nodes are the piece's two ends, so that neighbouring pieces join, and two inner points
    // that nearly minimize the error.
    let (a, b, c, d) = (value(0), value(0.25), value(0.75), value(1))
    let powers = cubic(
      through: [a.point, b.point, c.point, d.point], [a.value, b.value, c.value, d.value])
    func isNear(_ share: Double) -> Bool {
      let (t, exact) = value(share)
      let fitted = ((powers[3] * t + powers[2]) * t + powers[1]) * t + powers[0]
      return (fitted - exact).magnitude <= limit
    }
    let isNear = checks.allSatisfy(isNear)
    let scale = 1 / span
    let coefficients = (
      Float(powers[0]), Float(powers[1] * scale), Float(powers[2] * scale * scale),
      Float(powers[3] * scale * scale * scale)
    )
    return (rk_piece(coefficients: coefficients), isNear)
  }

  private static let checks = [0.03, 0.08, 0.125, 0.17, 0.4, 0.5, 0.6, 0.83, 0.875, 0.92, 0.97]

  private static func cubic(through points: SIMD4<Double>, _ values: SIMD4<Double>)
    -> SIMD4<Double>
  {
    // If few whole numbers lie in the piece, nodes may coincide; the piece is then a straight line.
    guard points[0] < points[1], points[1] < points[2], points[2] < points[3] else {
      return [values[0], values[3] - values[0], 0, 0]
    }
    var (points, values, powers) = (points, values, SIMD4<Double>())
    withUnsafeMutableBytes(of: &points) { points in
      withUnsafeMutableBytes(of: &values) { values in
        withUnsafeMutableBytes(of: &powers) { powers in
          ChebyshevFit.solve(
            points: points.assumingMemoryBound(to: Double.self).baseAddress!,
            values: values.assumingMemoryBound(to: Double.self).baseAddress!,
            powers: powers.assumingMemoryBound(to: Double.self).baseAddress!, degree: 3)
        }
      }
    }
    return powers
  }

  // MARK: Memory

  /// The table's memory for the inner loops.
  struct Memory {
    let pieces: UnsafeMutablePointer<rk_piece>
    let starts: UnsafeMutablePointer<UInt32>?
    let first: UnsafeMutablePointer<UInt32>?

    func free() {
      pieces.deallocate()
      starts?.deallocate()
      first?.deallocate()
    }
  }

  /// Copies the table into memory and lets `curve` refer to it.
  func connect(_ curve: inout rk_curve) -> Memory {
    let memory = UnsafeMutablePointer<rk_piece>.allocate(capacity: pieces.count)
    memory.initialize(from: pieces, count: pieces.count)
    curve.pieces = UnsafePointer(memory)
    if let cells {
      cells.connect(&curve)
      return Memory(pieces: memory, starts: nil, first: nil)
    }
    let (starts, first) = connectSearch(&curve)
    return Memory(pieces: memory, starts: starts, first: first)
  }

  /// Divides the leg into equal parts and stores each part's first piece: a point's piece is the
  /// first piece of its part, or one of the few pieces after that.
  private func connectSearch(_ curve: inout rk_curve) -> (
    starts: UnsafeMutablePointer<UInt32>, first: UnsafeMutablePointer<UInt32>
  ) {
    let bits = max(6, min(12, 1 + (UInt32.bitWidth - UInt32(pieces.count).leadingZeroBitCount)))
    let shift = UInt32(31 - bits)
    let first = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << bits)
    var piece = 0
    var steps = 0
    for share in 0..<(1 << bits) {
      let (low, high) = (UInt32(share) << shift, UInt32(share + 1) << shift - 1)
      while starts[piece + 1] <= low { piece += 1 }
      first[share] = UInt32(piece)
      var last = piece
      while starts[last + 1] <= high { last += 1 }
      steps = max(steps, last - piece)
    }
    // The largest power of two up to `steps`: jumps of this size, then of half this size and so on,
    // reach every piece of a part.
    let jump = steps == 0 ? 0 : 1 << (Int.bitWidth - 1 - steps.leadingZeroBitCount)
    let padded = starts + Array(repeating: UInt32(Self.end), count: jump)
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: padded.count)
    memory.initialize(from: padded, count: padded.count)
    (curve.starts, curve.first) = (UnsafePointer(memory), UnsafePointer(first))
    (curve.shift, curve.jump) = (shift, UInt32(jump))
    return (memory, first)
  }
}
