// SPDX-License-Identifier: Apache-2.0

/// The eight timing properties of CAMediaTiming.
///
/// ```
/// e = (parent - beginTime) * |speed|        the animation's own time
/// c = duration * (autoreverses ? 2 : 1)     one cycle
/// A = repeatCount * c, or repeatDuration    the active interval: 0 <= e < A
/// ```
/// Every combination of numbers is accepted. NaN reads as the property's default; the comment of
/// each property says what infinity means. The results of ``sample(at:timing:inReversedTime:)`` are
/// always finite.
///
/// Source: CAMediaTiming. Cases that CAMediaTiming does not define follow the browsers; see
/// Tests/Conformance.
public struct MediaTiming: Hashable, Sendable, Codable {
  /// The parent time at which the animation begins, in seconds; default 0.
  ///
  /// In an animation on a layer, 0 becomes the time of the next update. An infinite time reads as
  /// the greatest finite number.
  public var beginTime: Double

  /// Seconds of one leg, a run from start to end or back; default 0, an instant.
  ///
  /// In an animation on a layer, the transaction's duration replaces 0. A negative duration reads
  /// as 0. With an infinite duration, the animation stays at the beginning of its first leg
  /// forever.
  public var duration: Double

  /// The number of cycles (with autoreverse, each cycle has a leg back); default 0.
  ///
  /// With a count of 0 or less, the animation plays once.
  ///
  /// A fractional count ends inside a cycle. `.infinity`, and every count from the greatest finite
  /// `Float` on, repeats forever.
  public var repeatCount: Double

  /// Seconds during which the animation repeats; default 0.
  ///
  /// With 0 or less, ``repeatCount`` alone decides.
  ///
  /// If both are set, the shorter of the two lengths applies. An infinite duration repeats forever.
  public var repeatDuration: Double

  /// Whether each cycle has a leg back; default no.
  public var autoreverses: Bool

  /// Own seconds per parent second; default 1.
  ///
  /// A negative speed plays from the end of the active interval to its start; 0 shows the first
  /// frame forever. An infinite speed reads as the greatest finite number.
  public var speed: Double

  /// The position in the cycle, in seconds, at which each cycle starts; default 0.
  ///
  /// The part before that position follows at the cycle's end.
  ///
  /// An infinite offset reads as 0.
  ///
  /// The offset moves neither beginning nor end.
  public var timeOffset: Double

  /// Visibility outside the active interval; default: the model value shows.
  public var fillMode: FillMode

  /// A timing; omitted properties have their defaults.
  public init(
    beginTime: Double = 0, duration: Double = 0, repeatCount: Double = 0,
    repeatDuration: Double = 0, autoreverses: Bool = false, speed: Double = 1,
    timeOffset: Double = 0, fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.speed = speed
    self.timeOffset = timeOffset
    self.fillMode = fillMode
  }
}

// MARK: - Lengths

extension MediaTiming {
  /// Seconds of one cycle: one leg, or two with autoreverse; infinite for an infinite duration.
  public var cycleDuration: Double { autoreverses ? 2 * legDuration : legDuration }

  /// Seconds of the active interval in the animation's own time, not divided by ``speed``; infinite
  /// if the interval never ends.
  package var activeDuration: Double { activeLength.high }

  /// The parent time at which the active interval ends; infinite if it never ends, as at speed 0.
  package var endTime: Double {
    let speed = effectiveSpeed.magnitude
    return speed == 0 ? .infinity : begin + activeDuration / speed
  }
}

// MARK: - Validated numbers

extension MediaTiming {
  var begin: Double { beginTime.finite(default: 0) }

  var effectiveSpeed: Double { speed.finite(default: 1) }

  var legDuration: Double { duration > 0 ? duration : 0 }

  /// The number of cycles that the count requests.
  var cycles: Double {
    guard repeatCount > 0 else { return 1 }
    return repeatCount >= Double(Float.greatestFiniteMagnitude) ? .infinity : repeatCount
  }

  /// The length of the active interval, `A`, to 106 bits.
  ///
  /// A plain `Double` is not precise enough: seven cycles of 0.3 s would end in an eighth cycle.
  var activeLength: DoubleDouble {
    let cycle = cycleDuration
    let byCount = cycle == 0 ? .zero : DoubleDouble(product: cycles, cycle)
    guard repeatDuration > 0 else { return byCount }
    let byDuration = snappedToCycles(repeatDuration)
    return repeatCount > 0 ? min(byCount, byDuration) : byDuration
  }

  /// ``timeOffset``, validated, to 106 bits.
  var rotation: DoubleDouble {
    guard timeOffset.isFinite, timeOffset != 0 else { return .zero }
    return timeOffset < 0 ? -snappedToCycles(-timeOffset) : snappedToCycles(timeOffset)
  }

  /// Rounds a time within 4 ulp of a whole number of cycles to exactly that many cycles; returns
  /// other times unchanged.
  ///
  /// Neither 2.1 nor 0.3 has an exact `Double`. Without this rounding, 2.1 s could be slightly longer
  /// than seven cycles of 0.3 s, and would end in an eighth cycle.
  private func snappedToCycles(_ seconds: Double) -> DoubleDouble {
    let cycle = cycleDuration
    let count = (seconds / cycle).rounded()
    guard count >= 1, count < 0x1p52 else { return DoubleDouble(seconds) }
    let product = DoubleDouble(product: count, cycle)
    let isMeant = abs((product - DoubleDouble(seconds)).high) <= 4 * seconds.ulp
    return isMeant ? product : DoubleDouble(seconds)
  }
}
