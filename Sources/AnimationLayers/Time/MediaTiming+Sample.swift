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
  ///   - parent: Seconds in the parent's time; NaN reads as 0.
  ///   - timing: The timing function of each leg; linear by default, as in Core Animation. On the
  ///     way back, the function runs in reverse.
  ///   - inReversedTime: Whether the parent's time runs backwards, because the product of all outer
  ///     speeds is negative. The active interval then excludes its start and includes its end:
  ///     `0 < e <= A`.
  public func sample(
    at parent: Double, timing: TimingFunction = .linear, inReversedTime: Bool = false
  ) -> MediaSample {
    sample(
      at: parent, timing: timing, inReversedTime: inReversedTime, length: activeLength,
      rotation: rotation)
  }

  /// Samples with derived values that are already computed; ``PreparedTiming`` keeps these values.
  func sample(
    at parent: Double, timing: TimingFunction, inReversedTime: Bool, length: DoubleDouble,
    rotation: DoubleDouble
  ) -> MediaSample {
    let elapsed = elapsed(at: parent.isNaN ? 0 : parent)
    let stage = stage(at: elapsed, of: length, inReversedTime: inReversedTime)
    let held = max(.zero, min(elapsed, length))
    let point = point(at: held, of: length, rotation: rotation, isBefore: stage == .before)
    let isEndless = legDuration == .infinity
    let fraction = point.fraction ?? (isEndless ? 0 : max(0, min(1, point.time / legDuration)))
    let progress = timing(fraction)
    let isAsPaced = isEndless || progress == fraction
    let isWayBack = autoreverses && point.leg & 1 == 1
    let fills = stage == .before ? fillMode.fillsBefore : fillMode.fillsAfter
    return MediaSample(
      stage: stage, isInEffect: stage == .active || fills, leg: point.leg, fraction: fraction,
      progress: progress,
      localTime: isAsPaced ? point.time : (legDuration * progress).finite(default: 0),
      runsBackwards: isWayBack != (effectiveSpeed < 0), isInCycleOfTwo: autoreverses)
  }

  /// The elapsed time `e`, to 106 bits, because the decision whether an end has been reached must
  /// not depend on rounding.
  private func elapsed(at parent: Double) -> DoubleDouble {
    let speed = effectiveSpeed.magnitude
    guard speed > 0, parent != begin else { return .zero }
    let rounded = (parent - begin) * speed
    guard rounded.isFinite else { return DoubleDouble(rounded) }
    let exact = DoubleDouble(sum: parent, -begin) * speed
    return exact.isFinite ? exact : DoubleDouble(rounded)
  }

  private func stage(
    at elapsed: DoubleDouble, of length: DoubleDouble, inReversedTime: Bool
  ) -> MediaSample.Stage {
    // Speed 0 shows the first frame forever.
    if effectiveSpeed == 0 { return .active }
    if inReversedTime {
      return elapsed <= .zero ? .before : (elapsed <= length ? .active : .after)
    }
    return elapsed < .zero ? .before : (elapsed < length ? .active : .after)
  }
}

// MARK: - The point in the cycle

extension MediaTiming {
  /// A leg, the position in this leg in seconds (falling on the way back), and the fraction if the
  /// position does not determine the fraction.
  private typealias CyclePoint = (leg: Int, time: Double, fraction: Double?)

  /// The point at `elapsed` in [0, length].
  private func point(
    at elapsed: DoubleDouble, of length: DoubleDouble, rotation: DoubleDouble, isBefore: Bool
  ) -> CyclePoint {
    let cycle = cycleDuration
    guard cycle > 0 else { return pointInNoTime(isBefore: isBefore) }
    let isBackwards = effectiveSpeed < 0
    // An endless animation has no last cycle. Played backwards, an endless animation starts at the
    // end of a cycle.
    let end = length.isFinite ? length : .zero
    let run = (isBackwards ? end - elapsed : elapsed) + rotation
    guard cycle.isFinite else { return (0, run.high.finite(default: 0), nil) }
    guard run.isFinite else { return (Self.leg(run.high), 0, nil) }
    var (index, time) = run.dividedDown(by: cycle)
    let isTop = length > .zero && elapsed == (isBackwards ? .zero : length)
    if isTop && time == .zero {
      // At the upper end of the active interval, the point is the end of the last cycle, not the
      // start of another cycle.
      index -= 1
      time = DoubleDouble(cycle)
    }
    guard autoreverses else { return (Self.leg(index), time.high, nil) }
    // The turning point is the first frame of the way back. If the active interval ends at the
    // turning point, that point is the last frame of the way out instead.
    let isWayBack = isTop ? time > DoubleDouble(duration) : time >= DoubleDouble(duration)
    let folded = isWayBack ? DoubleDouble(cycle) - time : time
    return (Self.leg(2 * index + (isWayBack ? 1 : 0)), folded.high, nil)
  }

  /// With duration 0, all cycles pass at once, up to the end of the last leg.
  private func pointInNoTime(isBefore: Bool) -> CyclePoint {
    guard isBefore == (effectiveSpeed < 0), effectiveSpeed != 0 else { return (0, 0, 0) }
    let isForEver = repeatDuration > 0 && !(repeatCount > 0)
    let legs = isForEver ? .infinity : cycles * (autoreverses ? 2 : 1)
    // Infinitely many legs have no last one; in either direction, the result is the end of a leg.
    guard legs.isFinite else { return (MediaSample.greatestLeg, 0, 1) }
    let last = Self.leg(legs.rounded(.up)) - 1
    let whole = legs.rounded(.down)
    let within = whole == legs ? 1 : legs - whole
    return (last, 0, autoreverses && last & 1 == 1 ? 1 - within : within)
  }

  private static func leg(_ number: Double) -> Int {
    guard number.magnitude < 0x1p62 else {
      return number < 0 ? -MediaSample.greatestLeg : MediaSample.greatestLeg
    }
    return Int(number)
  }
}

extension DoubleDouble {
  /// The quotient rounded down, and the remainder in [0, divisor).
  fileprivate func dividedDown(by divisor: Double) -> (quotient: Double, remainder: DoubleDouble) {
    var quotient = (high / divisor).rounded(.down)
    // Beyond 2^53 cycles the cycle number is not representable, so any point of a cycle will do.
    // Near the greatest finite number, the product below could overflow.
    guard quotient.magnitude < 0x1p53, high.magnitude < 0x1p1000 else {
      let remainder = high.truncatingRemainder(dividingBy: divisor)
      return (quotient, DoubleDouble(remainder < 0 ? remainder + divisor : remainder))
    }
    var remainder = self - DoubleDouble(product: quotient, divisor)
    // The rounded quotient may be off by one, or by two near 2^53.
    while remainder < .zero {
      quotient -= 1
      remainder = remainder + DoubleDouble(divisor)
    }
    while remainder >= DoubleDouble(divisor) {
      quotient += 1
      remainder = remainder - DoubleDouble(divisor)
    }
    return (quotient, remainder)
  }
}
