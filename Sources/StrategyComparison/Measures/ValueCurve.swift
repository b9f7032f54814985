// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The value that all strategies show: there and back, with the controller's default easing.
///
/// `value(phase) = ease(2 phase)` on the way out and `ease(2 - 2 phase)` on the way back, 0 to 1.
public struct ValueCurve: Sendable {
  /// The one curve of all comparisons.
  public static let standard = ValueCurve()

  /// The pace of each leg: the default of `RepeatSettings.timing`.
  public static let timing = TimingFunction.easeInEaseOut

  /// The exact values at `index / entries` of the way out, and one beyond for the end itself.
  private let table: [Double]
  private static let entries = 1024

  /// The largest error of ``nearValue(atPhase:)``.
  let tolerance: Double

  private init() {
    let count = Self.entries
    let table = (0...count).map { Self.timing(Double($0) / Double(count)) }
    // A chord of a smooth curve is furthest off near its middle; twice that leaves room.
    let furthest = (0..<count).reduce(0.0) { worst, index in
      let exact = Self.timing((Double(index) + 0.5) / Double(count))
      return max(worst, abs(exact - (table[index] + table[index + 1]) / 2))
    }
    self.table = table + [table[count]]
    tolerance = 2 * furthest
  }

  /// The value, 0 to 1, at a phase in [0, 1).
  public func value(atPhase phase: Double) -> Double { Self.timing(Self.fold(phase)) }

  /// The value's slope, in whole ways per cycle, at a phase in [0, 1).
  ///
  /// 0 at both turns, so that a change of rate there is no kink.
  public func slope(atPhase phase: Double) -> Double {
    let slope = Self.paceSlope(at: Self.fold(phase))
    return phase < 0.5 ? 2 * slope : -2 * slope
  }

  /// The value within ``tolerance``, at a tenth of the exact one's cost.
  @inline(__always)
  func nearValue(atPhase phase: Double) -> Double {
    let scaled = Self.fold(phase) * Double(Self.entries)
    let index = Int(scaled)
    return table.withUnsafeBufferPointer { table in
      let start = table[index]
      return start + (table[index + 1] - start) * (scaled - Double(index))
    }
  }

  /// The part of the way before easing, 0 to 1.
  @inline(__always)
  private static func fold(_ phase: Double) -> Double {
    phase < 0.5 ? 2 * phase : 2 - 2 * phase
  }

  /// The slope dy/dx of the Bezier curve at x, by halving the curve's own parameter.
  ///
  /// Source: CSS Easing Functions Level 2, section 2.3.
  private static func paceSlope(at x: Double) -> Double {
    guard let points = timing.controlPoints else { return 1 }
    // At both ends the parameter is x itself, and halving would only come near it.
    var (low, high) = x <= 0 ? (0.0, 0.0) : x >= 1 ? (1.0, 1.0) : (0.0, 1.0)
    for _ in 0..<60 {
      let s = (low + high) / 2
      let t = 1 - s
      let reached = 3 * s * t * (t * points.x1 + s * points.x2) + s * s * s
      if reached < x { low = s } else { high = s }
    }
    let s = (low + high) / 2
    let t = 1 - s
    func derivative(_ first: Double, _ second: Double) -> Double {
      3 * t * t * first + 6 * s * t * (second - first) + 3 * s * s * (1 - second)
    }
    return derivative(points.y1, points.y2) / derivative(points.x1, points.x2)
  }
}
