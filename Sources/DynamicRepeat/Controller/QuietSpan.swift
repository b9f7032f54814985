// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Up to when nothing happens for sure: no crossing is passed, and no change is planned.
///
/// Up to there, to advance is to note the time. It follows from the other state, and is only as
/// exact as `Double` arithmetic with its errors allowed for: equal controllers may have different
/// ones.
///
/// Source of the method: J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast
/// robust geometric predicates", Discrete & Computational Geometry 18 (1997): decide by a bound on
/// the error, and compute exactly only where that does not decide.
struct QuietSpan: Hashable, Sendable {
  /// Seconds on the timeline.
  private(set) var end = -Double.infinity

  /// Nothing is known.
  static let unknown = QuietSpan()

  private init() {}

  /// The span from `time` on, where the motion is in `motionState` and everything up to that has
  /// been reported.
  init(
    of motion: Motion, at time: Double, in motionState: MotionState, crossingsPerCycle: Int,
    horizon: DoubleDouble?
  ) {
    let planned = min(horizon?.high.nextDown ?? RepeatLimits.latestTime, RepeatLimits.latestTime)
    let fastest = max(
      motion.curve.startRate.high.magnitude, motion.curve.endRate.high.magnitude)
    guard motion.direction != 0, fastest > 0 else {
      end = planned
      return
    }
    let distance = Self.distance(
      toNextCrossingFrom: motionState.position.fraction, direction: motion.direction,
      perCycle: crossingsPerCycle)
    // A part in a billion of the way, and eight units in the last place of the time, are far more
    // than the roundings of these lines.
    let seconds = (distance - 0x1p-50) / fastest * (1 - 0x1p-30) - time.magnitude * 0x1p-49
    end = min(planned, time + seconds)
  }

  /// In cycles, at least 0; 0 next to a crossing, whichever side of it this is.
  private static func distance(
    toNextCrossingFrom fraction: DoubleDouble, direction: Int, perCycle: Int
  ) -> Double {
    let phase = fraction.high
    let isInSecondHalf = perCycle == 2 && phase >= 0.5
    if direction > 0 {
      // Next to 0.5 or 1 the low part decides on the side; the high part alone would not.
      let next = perCycle == 1 || isInSecondHalf ? 1.0 : 0.5
      return phase == 0.5 && fraction.low < 0 ? 0 : next - phase
    }
    return phase - (isInSecondHalf ? 0.5 : 0)
  }
}

extension QuietSpan {
  /// Always true: see the type's comment.
  static func == (a: QuietSpan, b: QuietSpan) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
