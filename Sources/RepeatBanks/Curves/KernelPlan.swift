// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// A curve as one set of instructions evaluates it: which loop, and its table.
final class KernelPlan: Sendable {
  /// What the loops in C take.
  nonisolated(unsafe) let curve: UnsafeMutablePointer<rk_curve>
  let set: KernelSet
  /// Floats in the table.
  private nonisolated(unsafe) let table: UnsafeMutablePointer<Float>?
  private let tableSize: Int

  /// Bytes of the table.
  var size: Int { 4 * tableSize }

  /// A plan whose table has so many numbers, which are 0 until `fill` sets them.
  private init(
    _ curve: rk_curve, _ tableSize: Int, for set: KernelSet,
    fill: (UnsafeMutablePointer<Float>) -> Void = { _ in }
  ) {
    self.set = set
    self.tableSize = tableSize
    table = tableSize > 0 ? .allocateAligned(tableSize, 0) : nil
    if let table { fill(table) }
    self.curve = .allocate(capacity: 1)
    self.curve.initialize(to: curve)
    self.curve.pointee.table = UnsafePointer(table)
  }

  /// The same in memory of its own.
  convenience init(copying other: KernelPlan) {
    self.init(other.curve.pointee, other.tableSize, for: other.set) { table in
      if let original = other.table { table.update(from: original, count: other.tableSize) }
    }
  }

  /// The leg's own point, unchanged.
  convenience init(lineFor set: KernelSet) {
    self.init(rk_curve(kind: RK_LINEAR, degree: 1, pieces: 1, shift: 31, table: nil), 0, for: set)
  }

  /// One odd polynomial, by the fit's coefficients.
  convenience init(odd coefficients: [Double], for set: KernelSet) {
    let degree = Int32(2 * coefficients.count + 1)
    let curve = rk_curve(kind: RK_ODD, degree: degree, pieces: 1, shift: -1, table: nil)
    self.init(curve, coefficients.count, for: set) { table in
      for index in coefficients.indices { table[index] = Float(coefficients[index]) }
    }
  }

  /// Coefficients that stay in registers.
  convenience init(lanes fit: PieceFit, pieces: Int, for set: KernelSet) {
    let (lanes, shift) = (set.lanePieces, pieces.shiftToPiece)
    let curve = rk_curve(
      kind: RK_LANES, degree: Int32(fit.degree), pieces: Int32(pieces), shift: Int32(shift),
      table: nil)
    // Powers are laid out one after the other, each over all lanes.
    self.init(curve, lanes * (fit.degree + 1), for: set) { table in
      for piece in 0..<pieces {
        for power in 0...fit.degree {
          let scale = shift >= 0 && fit.degree == 3 ? Self.scale(power, shift) : 1
          table[power * lanes + piece] = Float(fit.coefficient(piece, power: power) * scale)
        }
      }
      if pieces < lanes { table[pieces] = Self.end(fit, pieces) }
    }
  }

  /// Cubics in memory.
  convenience init(rows fit: PieceFit, pieces: Int, for set: KernelSet) {
    let shift = pieces.shiftToPiece
    let curve = rk_curve(
      kind: RK_ROWS, degree: 3, pieces: Int32(pieces), shift: Int32(shift), table: nil)
    self.init(curve, 4 * (pieces + 1), for: set) { table in
      for piece in 0..<pieces {
        for power in 0...3 {
          let scale = shift >= 0 ? Self.scale(power, shift) : 1
          table[4 * piece + power] = Float(fit.coefficient(piece, power: power) * scale)
        }
      }
      table[4 * pieces] = Self.end(fit, pieces)
    }
  }

  /// Cubics in memory, finer towards the ends and the middle; `fit` has them in the table's order.
  convenience init(graded fit: PieceFit, for set: KernelSet) {
    let rows = fit.coefficients.count / 4
    let curve = rk_curve(kind: RK_GRADED, degree: 3, pieces: Int32(rows), shift: -1, table: nil)
    self.init(curve, 4 * rows, for: set) { table in
      for row in 0..<rows {
        for power in 0...3 {
          let scale = Double(1 << (GradedPieces.bits * power))
          table[4 * row + power] = Float(fit.coefficient(row, power: power) * scale)
        }
      }
    }
  }

  deinit {
    table?.deallocate()
    curve.deallocate()
  }

  /// Lets the leg begin at exactly `value`, if it does so but for a rounding: idle repeats show it.
  /// - Returns: Whether it does.
  func begin(at value: Double) -> Bool {
    guard let table else { return value == 0 }
    // It does by itself.
    guard curve.pointee.kind != RK_ODD else { return true }
    guard (Double(table[0]) - value).magnitude < 1e-7 else { return false }
    table[0] = Float(value)
    return true
  }

  /// The loop for it.
  func kernel(_ mode: BankMode, streams: Bool) -> rk_kernel {
    let isOneWay = mode == .sawtooth
    if let inC = set.inC { return rk_find_kernel(inC, curve, isOneWay, streams) }
    return isOneWay ? PortableKernel.oneWay : PortableKernel.thereAndBack
  }

  /// Which way of evaluating it is.
  var method: KernelMethod {
    switch curve.pointee.kind {
    case RK_LINEAR: .line
    case RK_ODD: .oddPolynomial
    case RK_LANES: .piecesInRegisters
    case RK_GRADED: .gradedPieces
    default: .piecesInMemory
    }
  }

  /// A description, such as "32 pieces of degree 3 in registers".
  var name: String {
    // Joined: interpolated, they take nearly 3 KB more in the C library.
    let (pieces, degree) = (String(curve.pointee.pieces), String(curve.pointee.degree))
    return switch curve.pointee.kind {
    case RK_LINEAR: "straight line"
    case RK_ODD: "odd polynomial of degree " + degree + " in registers"
    case RK_LANES: pieces + " pieces of degree " + degree + " in registers"
    case RK_GRADED: pieces + " graded cubic pieces in memory"
    default: pieces + " cubic pieces in memory"
    }
  }

  /// 2^(-shift power): from a fraction of the piece to an integer of `shift` bits.
  private static func scale(_ power: Int, _ shift: Int) -> Double {
    Double(sign: .plus, exponent: -shift * power, significand: 1)
  }

  /// The value at the very end, for a point that is rounded up to it: a piece of power 0 alone.
  private static func end(_ fit: PieceFit, _ pieces: Int) -> Float {
    var end = 0.0
    for power in 0...fit.degree { end += fit.coefficient(pieces - 1, power: power) }
    return Float(end)
  }
}

extension Int {
  /// The bits of a point on the leg, of 31, below those of the piece's index; -1 where this number
  /// of pieces is no power of two.
  fileprivate var shiftToPiece: Int { nonzeroBitCount == 1 ? 31 - trailingZeroBitCount : -1 }
}

/// The pieces of graded tables, as `point_in_octave` in C finds them.
enum GradedPieces {
  /// Of a piece within an octave.
  static let bits = 3

  /// Every row's way from t in 0...1 to the point on the leg in 0...1, in the table's order.
  static func visit(_ body: ((Double) -> Double) -> Void) {
    for quarter in 0..<4 {
      let isMirrored = quarter % 2 == 1
      let origin = quarter == 0 ? 0 : quarter == 3 ? 1 : 0.5
      let sign = isMirrored ? -1.0 : 1.0
      for row in 0..<Int(RK_GRADED_ROWS) {
        // In units of 2^-31.
        let low: Double
        let width: Double
        if row == 0 {
          low = 0
          width = Double(1 << RK_GRADED_FIRST_OCTAVE)
        } else {
          let (octave, piece) = (row - 1).quotientAndRemainder(
            dividingBy: Int(RK_GRADED_PIECES))
          let start = Double(1 << (Int(RK_GRADED_FIRST_OCTAVE) + octave))
          width = start / Double(RK_GRADED_PIECES)
          low = start + width * Double(piece)
        }
        // Nearer than the first octave, one value is used for all.
        body { t in origin + sign * (low + width * (row == 0 ? 0.5 : t)) * 0x1p-31 }
      }
    }
  }
}
