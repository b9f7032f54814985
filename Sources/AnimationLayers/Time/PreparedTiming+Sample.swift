// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

extension MediaTiming {
  /// The state of the animation at a parent time.
  ///
  /// Pure: no state, no clock. With `e`, `c` and `A` as in ``MediaTiming``:
  /// ```
  /// p = (speed < 0 ? A - e : e) + timeOffset                 the content's time
  /// u = p mod c; but c, not 0, at the end of the last cycle  the time in the cycle
  /// s = u <= duration ? u : 2 * duration - u                 the position in the leg, in seconds
  /// ```
  /// The fraction is `s / duration`. Ends are exact: no rounding of `parent` or of the properties
  /// turns the last frame into the first frame of another cycle.
  /// - Parameters:
  ///   - parent: Seconds in the parent's time, within ±1e12.
  ///   - timing: The timing function of each leg; linear by default, as in Core Animation. On the
  ///     way back, the function runs in reverse.
  ///   - inReversedTime: Whether the parent's time runs backwards, because the product of all outer
  ///     speeds is negative. The active interval then excludes its start and includes its end:
  ///     `0 < e <= A`.
  /// - Precondition: The properties are valid; see ``validate()``.
  public func sample(
    at parent: Double, timing: TimingFunction = .linear, inReversedTime: Bool = false
  ) -> MediaSample {
    var prepared = PreparedTiming(self, pacing: timing)
    return prepared.sample(
      at: LayerTicks(seconds: parent, "a parent's time"), inReversedTime: inReversedTime)
  }
}

extension PreparedTiming {
  /// Equals ``MediaTiming/sample(at:timing:inReversedTime:)``.
  mutating func sample(at parent: LayerTicks, inReversedTime: Bool) -> MediaSample {
    let elapsed = elapsed(at: parent)
    let stage = stage(at: elapsed, inReversedTime: inReversedTime)
    let point = point(at: max(.zero, min(elapsed, length)), isBefore: stage == .before)
    let progress = pacing(point.fraction)
    let isAsPaced = leg == .never || progress == point.fraction
    let isWayBack = timing.autoreverses && point.leg & 1 == 1
    let fillMode = timing.fillMode
    let fills = stage == .before ? fillMode.fillsBefore : fillMode.fillsAfter
    return MediaSample(
      stage: stage, isInEffect: stage == .active || fills, leg: point.leg,
      fraction: point.fraction, progress: progress,
      content: isAsPaced ? point.time : leg.scaled(by: progress),
      runsBackwards: isWayBack != isBackwards, isInCycleOfTwo: timing.autoreverses)
  }

  /// Whether the end of the active interval is at or before a parent time.
  func hasEnded(at parent: LayerTicks) -> Bool {
    speed.sign != 0 && elapsed(at: parent) >= length
  }

  /// Whether the active interval begins in an interval of parent time, or before it.
  func begins(in passed: ElapsedInterval) -> Bool {
    guard passed.isBackwards else { return passed.to >= begin }
    return passed.from >= begin && elapsed(at: passed.to) <= length
  }

  private func stage(at elapsed: LayerTicks, inReversedTime: Bool) -> MediaSample.Stage {
    // Speed 0 shows the first frame forever.
    if speed.sign == 0 { return .active }
    if inReversedTime {
      return elapsed <= .zero ? .before : (elapsed <= length ? .active : .after)
    }
    return elapsed < .zero ? .before : (elapsed < length ? .active : .after)
  }

  /// A leg, the position in this leg (falling on the way back), and the position as a fraction.
  private typealias CyclePoint = (leg: Int, time: LayerTicks, fraction: Double)

  /// The point at `elapsed` in [0, length].
  private mutating func point(at elapsed: LayerTicks, isBefore: Bool) -> CyclePoint {
    guard leg > .zero else { return pointInNoTime(isBefore: isBefore) }
    // An endless animation has no last cycle. Played backwards, an endless animation starts at the
    // end of a cycle.
    let end = length < .never ? length : .zero
    let run = (isBackwards ? end - elapsed : elapsed) + rotation
    guard leg < .never else { return (0, run.limited, 0) }
    var (index, time) = place(at: run)
    if time == .zero, length > .zero, elapsed == (isBackwards ? .zero : length) {
      // At the upper end of the active interval, the point is the end of the last leg, not the
      // start of another leg.
      index -= 1
      time = leg
    }
    let folded = timing.autoreverses && index & 1 == 1 ? leg - time : time
    return (Self.leg(index), folded, fraction(at: folded))
  }

  /// With duration 0, all cycles pass at once, up to the end of the last leg.
  private func pointInNoTime(isBefore: Bool) -> CyclePoint {
    guard isBefore == isBackwards, speed.sign != 0 else { return (0, .zero, 0) }
    let isForEver = timing.repeatDuration > 0 && !(timing.repeatCount > 0)
    let legs = isForEver ? .infinity : timing.cycles * (timing.autoreverses ? 2 : 1)
    // Infinitely many legs have no last one; in either direction, the result is the end of a leg.
    guard legs.isFinite else { return (MediaSample.greatestLeg, .zero, 1) }
    let last = Self.leg(Int128(min(legs, 0x1p100).rounded(.up))) - 1
    let whole = legs.rounded(.down)
    let within = whole == legs ? 1 : legs - whole
    return (last, .zero, timing.autoreverses && last & 1 == 1 ? 1 - within : within)
  }

  private static func leg(_ number: Int128) -> Int {
    let greatest = Int128(MediaSample.greatestLeg)
    return Int(max(-greatest, min(number, greatest)))
  }
}
