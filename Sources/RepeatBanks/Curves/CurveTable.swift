// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// A timing function as cubic pieces; its input is scaled from 0..<1 to the integers in 0..<2^31.
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

  /// The coefficients of the cubic through four points, by Newton's divided differences.
  private static func cubic(through p: SIMD4<Double>, _ v: SIMD4<Double>) -> SIMD4<Double> {
    // If few whole numbers lie in the piece, nodes may coincide; the piece is then a straight line.
    guard p[0] < p[1], p[1] < p[2], p[2] < p[3] else { return [v[0], v[3] - v[0], 0, 0] }
    let (ab, bc) = ((v[1] - v[0]) / (p[1] - p[0]), (v[2] - v[1]) / (p[2] - p[1]))
    let cd = (v[3] - v[2]) / (p[3] - p[2])
    let (abc, bcd) = ((bc - ab) / (p[2] - p[0]), (cd - bc) / (p[3] - p[1]))
    let cubic = (bcd - abc) / (p[3] - p[0])
    // The value is v0 + (t - p0) (ab + (t - p1) (abc + (t - p2) cubic)), and p0 is 0.
    let square = abc - (p[1] + p[2]) * cubic
    return [v[0], ab - p[1] * abc + p[1] * p[2] * cubic, square, cubic]
  }

  // MARK: Memory

  /// Copies the table into memory and lets `curve` refer to it.
  /// - Returns: The allocated memory.
  func connect(_ curve: inout rk_curve) -> [UnsafeMutableRawPointer] {
    let memory = Self.copy(pieces)
    curve.pieces = UnsafePointer(memory)
    if let cells {
      cells.connect(&curve)
      return [UnsafeMutableRawPointer(memory)]
    }
    return [UnsafeMutableRawPointer(memory)] + connectSearch(&curve)
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    memory.initialize(from: elements, count: elements.count)
    return memory
  }

  /// Divides the leg into equal parts and stores each part's first piece.
  ///
  /// A point's piece is the first piece of its part, or one of the few pieces after that piece.
  private func connectSearch(_ curve: inout rk_curve) -> [UnsafeMutableRawPointer] {
    let bits = max(6, min(12, 1 + (UInt32.bitWidth - UInt32(pieces.count).leadingZeroBitCount)))
    let shift = UInt32(31 - bits)
    var first: [UInt32] = []
    var piece = 0
    var steps = 0
    for share in 0..<(1 << bits) {
      let (low, high) = (UInt32(share) << shift, UInt32(share + 1) << shift - 1)
      while starts[piece + 1] <= low { piece += 1 }
      first.append(UInt32(piece))
      var last = piece
      while starts[last + 1] <= high { last += 1 }
      steps = max(steps, last - piece)
    }
    // The largest power of two up to `steps`: jumps of this size, then of half this size and so on,
    // reach every piece of a part.
    let jump = steps == 0 ? 0 : 1 << (Int.bitWidth - 1 - steps.leadingZeroBitCount)
    let padded = starts + Array(repeating: UInt32(Self.end), count: jump)
    let memory = (starts: Self.copy(padded), first: Self.copy(first))
    (curve.starts, curve.first) = (UnsafePointer(memory.starts), UnsafePointer(memory.first))
    (curve.shift, curve.jump) = (shift, UInt32(jump))
    return [UnsafeMutableRawPointer(memory.starts), UnsafeMutableRawPointer(memory.first)]
  }
}
