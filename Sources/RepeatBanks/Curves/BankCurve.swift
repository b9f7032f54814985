// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

/// A timing function prepared for a bank's frames, in one of four forms: a straight line, smoothstep,
/// an odd polynomial, or a table of cubic pieces.
///
/// A frame's values are within ``bound`` of the function. Copies share the table.
public struct BankCurve: Sendable {
  private let fit: CurveFit

  /// The timing function, used to compute exact values.
  public var timing: TimingFunction { fit.timing }

  /// Fits a timing function; takes up to 5 ms.
  /// - Precondition: The function has at most 4096 steps or stops, a spring has at most 64
  ///   oscillations, and all values are within ±1e6.
  public init(_ timing: TimingFunction) {
    guard let curve = BankCurve(fitting: timing) else {
      preconditionFailure(
        "a bank's curve has at most 4096 steps or stops, 64 oscillations, and values within ±1e6")
    }
    self = curve
  }

  /// Fits a timing function from outside the program; `nil` if a bank does not support the
  /// function.
  package init?(fitting timing: TimingFunction) {
    guard let range = CurveFit.range(of: timing) else { return nil }
    fit = CurveFit(timing, range)
  }

  /// The largest error of a frame's value at the frame's phase: 1e-6, times the curve's largest
  /// magnitude if that is above 1.
  ///
  /// The frame's phase has an error too: 2e-9 cycle, plus 4.6e-8 cycle for each hertz of the rate.
  /// In sawtooth mode the frame's phase is never behind the exact phase, but may be ahead by up to
  /// twice this error. If a jump of the curve, such as a step, is within this error of the phase, a
  /// frame may show either side of the jump.
  public var bound: Double { 1e-6 * fit.magnitude }

  /// The form in which frames evaluate the curve, such as "odd polynomial" or "table of 37 pieces".
  public var methodName: String {
    switch fit.inC.pointee.method {
    case RK_LINE: "straight line"
    case RK_SMOOTHSTEP: "smoothstep"
    case RK_POLYNOMIAL: "odd polynomial"
    default: "table of " + String(fit.pieceCount) + " pieces"
    }
  }

  var inC: UnsafePointer<rk_curve> { UnsafePointer(fit.inC) }

  /// A checksum of 65 values of the timing function, which identifies the curve.
  var checksum: UInt64 {
    let values = (0...64).map { timing(Double($0) / 64).bitPattern.littleEndian }
    return values.withUnsafeBytes { savedStateChecksum($0) }
  }
}

extension BankCurve: Hashable {
  /// Whether both curves have equal timing functions.
  public static func == (a: BankCurve, b: BankCurve) -> Bool { a.timing == b.timing }

  /// Hashes the timing function.
  public func hash(into hasher: inout Hasher) { hasher.combine(timing) }
}

/// The fit of a curve, in memory for the inner loops.
final class CurveFit: Sendable {
  let timing: TimingFunction
  /// The largest magnitude of the function, or 1 if that is larger.
  let magnitude: Double
  let pieceCount: Int
  nonisolated(unsafe) let inC: UnsafeMutablePointer<rk_curve>
  /// The memory of the table.
  nonisolated(unsafe) private let table: [UnsafeMutableRawPointer]

  init(_ timing: TimingFunction, _ range: (low: Float, high: Float)) {
    self.timing = timing
    var curve = rk_curve()
    (curve.low, curve.high) = range
    magnitude = Double(max(1, -range.low, range.high))
    var table: CurveTable?
    if let points = timing.controlPoints, points.x1 == points.y1, points.x2 == points.y2 {
      curve.method = RK_LINE
    } else if timing == .smoothstep {
      curve.method = RK_SMOOTHSTEP
    } else if let terms = OddPolynomial(timing)?.terms {
      curve.method = RK_POLYNOMIAL
      terms.withUnsafeBytes { terms in
        withUnsafeMutableBytes(of: &curve.terms) { $0.copyMemory(from: terms) }
      }
    } else {
      curve.method = RK_TABLE
      table = CurveTable(timing, magnitude: magnitude)
    }
    self.table = table?.connect(&curve) ?? []
    pieceCount = table?.pieces.count ?? 0
    inC = .allocate(capacity: 1)
    inC.initialize(to: curve)
  }

  deinit {
    for memory in table { memory.deallocate() }
    inC.deallocate()
  }

  /// The least and the greatest value.
  ///
  /// For a Bezier curve, both are values at its ends and turning points. For other functions, they
  /// are the extreme values at 4097 points and at both sides of each corner. A value beyond 0 or 1
  /// gets a small margin.
  ///
  /// `nil` if the curve takes too long to fit, or its values are too large for `Float` arithmetic.
  /// The check precedes the allocation of the object, because Embedded Swift does not free an
  /// object whose initializer fails.
  static func range(of timing: TimingFunction) -> (low: Float, high: Float)? {
    guard timing.cornerCount <= 4096, timing.oscillationCount <= 64 else { return nil }
    var (low, high) = (0.0, 1.0)
    func include(_ point: Double) {
      let value = timing(point)
      (low, high) = (min(low, value), max(high, value))
    }
    for value in Self.turns(of: timing) { (low, high) = (min(low, value), max(high, value)) }
    for step in 0...4096 { include(Double(step) / 4096) }
    for corner in timing.corners {
      include(corner)
      include(corner.nextDown)
    }
    guard -low <= 1e6, high <= 1e6 else { return nil }
    let slack = 0.05 * (high - low)
    return (Float(low < 0 ? low - slack : 0), Float(high > 1 ? high + slack : 1))
  }

  /// The values at a Bezier curve's turning points.
  ///
  /// Samples alone could miss an overshoot, which may take less than 1/4096 of the curve.
  private static func turns(of timing: TimingFunction) -> [Double] {
    guard let (_, y1, _, y2) = timing.controlPoints else { return [] }
    // A third of the slope at the curve's parameter s is a s^2 + b s + c. The formula for its zeros
    // has no cancellation.
    let (a, b, c) = (3 * (y1 - y2) + 1, 2 * y2 - 4 * y1, y1)
    let root = max(0, b * b - 4 * a * c).squareRoot()
    let q = -(b + (b < 0 ? -root : root)) / 2
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }.map { s in
      let r = 1 - s
      return 3 * r * s * (r * y1 + s * y2) + s * s * s
    }
  }
}
