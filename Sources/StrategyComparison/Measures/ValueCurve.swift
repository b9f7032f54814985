// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The animated value, which is the same for all strategies: out and back, with the controller's
/// default easing.
///
/// `value(phase) = ease(2 phase)` on the way out, `ease(2 - 2 phase)` on the way back; 0 to 1.
package enum ValueCurve {
  /// The easing of each half of a cycle: the default of `RepeatSettings.pace`.
  package static let timing = TimingFunction.easeInEaseOut

  /// The value, 0 to 1, at a phase in [0, 1).
  package static func value(atPhase phase: Double) -> Double { timing(fold(phase)) }

  /// The value's change per cycle, as a multiple of its range, at a phase in [0, 1).
  ///
  /// The slope is 0 at both turns, so a rate change at a turn does not change the value's speed.
  package static func slope(atPhase phase: Double) -> Double {
    let slope = paceSlope(at: fold(phase))
    return phase < 0.5 ? 2 * slope : -2 * slope
  }

  /// The triangle wave before easing, 0 to 1.
  private static func fold(_ phase: Double) -> Double {
    phase < 0.5 ? 2 * phase : 2 - 2 * phase
  }

  /// The slope dy/dx of the Bézier curve at x, found by bisection of the curve parameter.
  ///
  /// Source: CSS Easing Functions Level 2, section 2.3.
  private static func paceSlope(at x: Double) -> Double {
    guard let points = timing.controlPoints else { return 1 }
    // At both ends the parameter equals x exactly, while bisection would only approach x.
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
