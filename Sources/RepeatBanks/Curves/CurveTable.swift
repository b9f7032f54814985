// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A function as cubic pieces of the leg, whose points are 0..<2^31.
///
/// No piece reaches across a corner or a jump, wherever it lies: the function says where those are. A
/// piece that is not near enough is halved.
struct CurveTable {
  private(set) var pieces: [rk_piece] = []
  private(set) var starts: [UInt32] = []

  private static let end: Double = 0x1p31
  /// The error of a piece in proportion to the curve's magnitude; `Float`s round as much again.
  private static let target = 2e-7

  init(_ timing: TimingFunction, magnitude: Double) {
    let corners = timing.corners
    var bounds = [0.0]
    for corner in corners where corner > 0 && corner < 1 {
      let bound = (corner * Self.end).rounded(.up)
      if bound > bounds[bounds.count - 1], bound < Self.end { bounds.append(bound) }
    }
    bounds.append(Self.end)
    for (first, last) in zip(bounds, bounds.dropFirst()) {
      add(timing, from: first, to: last, limit: Self.target * magnitude)
    }
    starts.append(UInt32(Self.end))
  }

  private mutating func add(
    _ timing: TimingFunction, from first: Double, to last: Double, limit: Double
  ) {
    let width = last - first
    // The last point is the leg's end for there and back: its value is not a limit from the left.
    let powers = Self.cubic { timing((first + $0 * (width - 1)) / Self.end) }
    let isNear =
      width <= 2
      || (0...8).allSatisfy { step in
        let t = Double(step) / 8
        let value = ((powers[3] * t + powers[2]) * t + powers[1]) * t + powers[0]
        return (value - timing((first + (t * (width - 1)).rounded()) / Self.end)).magnitude <= limit
      }
    guard isNear else {
      let middle = first + (width / 2).rounded()
      add(timing, from: first, to: middle, limit: limit)
      add(timing, from: middle, to: last, limit: limit)
      return
    }
    let scale = 1 / max(1, width - 1)
    starts.append(UInt32(first))
    pieces.append(
      rk_piece(
        coefficients: (
          Float(powers[0]), Float(powers[1] * scale), Float(powers[2] * scale * scale),
          Float(powers[3] * scale * scale * scale)
        )))
  }

  /// The powers of the cubic through a function of 0...1 at 0, 1/4, 3/4 and 1.
  private static func cubic(_ function: (Double) -> Double) -> [Double] {
    let points = [0, 0.25, 0.75, 1]
    var values = points.map(function)
    var powers = [0.0, 0, 0, 0]
    ChebyshevFit.solve(points: points, values: &values, powers: &powers, degree: 3)
    return powers
  }

  // MARK: Memory

  /// The table as the loops read it.
  struct Memory {
    let pieces: UnsafeMutablePointer<rk_piece>
    let starts: UnsafeMutablePointer<UInt32>
    let first: UnsafeMutablePointer<UInt32>

    func free() {
      pieces.deallocate()
      starts.deallocate()
      first.deallocate()
    }
  }

  /// Cells of equal size, each with the first piece that reaches into it, so that a point's piece is that
  /// or one of the few after it.
  func connect(_ curve: inout rk_curve) -> Memory {
    let bits = max(6, min(12, 1 + (UInt32.bitWidth - UInt32(pieces.count).leadingZeroBitCount)))
    let shift = UInt32(31 - bits)
    let memory = Memory(
      pieces: .allocate(capacity: pieces.count), starts: .allocate(capacity: starts.count),
      first: .allocate(capacity: 1 << bits))
    memory.pieces.initialize(from: pieces, count: pieces.count)
    memory.starts.initialize(from: starts, count: starts.count)
    var piece = 0
    var steps = 0
    for cell in 0..<(1 << bits) {
      let (low, high) = (UInt32(cell) << shift, UInt32(cell + 1) << shift - 1)
      while starts[piece + 1] <= low { piece += 1 }
      memory.first[cell] = UInt32(piece)
      var last = piece
      while starts[last + 1] <= high { last += 1 }
      steps = max(steps, last - piece)
    }
    (curve.pieces, curve.starts, curve.first) = (
      UnsafePointer(memory.pieces), UnsafePointer(memory.starts), UnsafePointer(memory.first)
    )
    (curve.shift, curve.steps) = (shift, UInt32(steps))
    return memory
  }
}
