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
@usableFromInline
struct QuietSpan: Hashable, Sendable {
  /// Seconds on the timeline.
  @usableFromInline private(set) var end = -Double.infinity

  /// Nothing is known.
  static let unknown = QuietSpan()

  private init() {}

  /// The span of a controller from `now` on, up to which everything has been reported.
  /// - Parameters:
  ///   - horizon: When its motion changes.
  ///   - position: Where the motion is then.
  ///   - direction: The motion's, which has just passed `lastCrossing`.
  ///   - fastest: Cycles per second: the highest magnitude of its rate.
  @inline(__always)
  init(
    from now: Double, before horizon: DoubleDouble?, at position: PrecisePosition,
    direction: WideInt, fastest: Double, lastCrossing: WideInt, perCycle: WideInt
  ) {
    end = min(horizon?.high.nextDown ?? RepeatLimits.latestTime, RepeatLimits.latestTime)
    guard direction != 0, fastest > 0 else { return }
    let ahead = lastCrossing + direction - position.cycle * perCycle
    // Half of it, where there are two per cycle, is exact too.
    let cyclesAhead = Double(ahead) * (perCycle == 2 ? 0.5 : 1)
    let distance = (cyclesAhead - position.fraction.high) * Double(direction)
    // A part in a billion of the way, and eight units in the last place of the time, are far more
    // than the roundings of these lines.
    let seconds = (distance - 0x1p-50) / fastest * (1 - 0x1p-30) - now.magnitude * 0x1p-49
    end = min(end, now + seconds)
  }
}

extension QuietSpan {
  /// Always true: see the type's comment.
  @usableFromInline
  static func == (a: QuietSpan, b: QuietSpan) -> Bool { true }

  @usableFromInline
  func hash(into hasher: inout Hasher) {}
}
