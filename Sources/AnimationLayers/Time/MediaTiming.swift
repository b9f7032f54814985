// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// The eight timing properties of CAMediaTiming.
///
/// ```
/// e = (parent - beginTime) * |speed|        the animation's own time
/// c = duration * (autoreverses ? 2 : 1)     one cycle
/// A = repeatCount * c, or repeatDuration    the active interval: 0 <= e < A
/// ```
/// The comment of each property gives its range. ``validate()`` checks numbers from outside the
/// program; an invalid number traps where it is used. Times are counted in units of 2^-64 s, as
/// everywhere in this package; a shorter duration counts as 0.
///
/// Source: CAMediaTiming. Cases that CAMediaTiming does not define follow the browsers; see
/// Tests/Conformance.
public struct MediaTiming: Hashable, Sendable {
  /// The parent time at which the animation begins, in seconds, within ±1e12; default 0.
  ///
  /// In an animation on a layer, 0 becomes the time of the next update.
  public var beginTime: Double

  /// Seconds of one leg, a run from start to end or back, at most 1e12 or infinite; default 0, an
  /// instant.
  ///
  /// In an animation on a layer, the transaction's duration replaces 0. A negative duration reads
  /// as 0. With an infinite duration, the animation stays at the beginning of its first leg
  /// forever.
  public var duration: Double

  /// The number of cycles (with autoreverse, each cycle has a leg back); default 0.
  ///
  /// With a count of 0 or less, the animation plays once. A fractional count ends inside a cycle. `.infinity`, and every count from the greatest finite
  /// `Float` on, repeats forever.
  public var repeatCount: Double

  /// Seconds during which the animation repeats, at most 1e12 or infinite; default 0.
  ///
  /// With 0 or less, ``repeatCount`` alone decides. If both are set, the shorter length applies.
  public var repeatDuration: Double

  /// Whether each cycle has a leg back; default no.
  public var autoreverses: Bool

  /// Own seconds per parent second, within ±1e6; default 1.
  ///
  /// A negative speed plays from the end of the active interval to its start; 0 shows the first
  /// frame forever.
  public var speed: Double

  /// The position in the cycle, in seconds within ±1e12, at which each cycle starts; default 0.
  ///
  /// The part before that position follows at the cycle's end; the interval does not move.
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
  public var cycleDuration: Double { max(0, autoreverses ? 2 * duration : duration) }

  /// Seconds of the active interval in the animation's own time, not divided by ``speed``; infinite
  /// if the interval never ends.
  package var activeDuration: Double { activeLength.seconds }

  /// One leg; ``LayerTicks/never`` for an infinite duration.
  var leg: LayerTicks { LayerTicks(duration: duration) }

  /// One cycle; ``LayerTicks/never`` for an infinite duration.
  var cycle: LayerTicks { autoreverses && leg != .never ? leg * 2 : leg }

  /// The number of cycles that the count requests.
  var cycles: Double {
    guard repeatCount > 0 else { return 1 }
    return repeatCount >= Double(Float.greatestFiniteMagnitude) ? .infinity : repeatCount
  }

  /// The length of the active interval, `A`; ``LayerTicks/never`` if it never ends.
  var activeLength: LayerTicks {
    let byCount = cycle == .zero ? .zero : cycle.times(cycles)
    guard repeatDuration > 0 else { return byCount }
    let byDuration = snappedToCycles(repeatDuration)
    return repeatCount > 0 ? min(byCount, byDuration) : byDuration
  }

  /// ``timeOffset``, rounded like a repeat duration.
  var rotation: LayerTicks {
    timeOffset < 0 ? -snappedToCycles(-timeOffset) : snappedToCycles(timeOffset)
  }

  /// Rounds a time within 4 ulp of a whole number of cycles to exactly that many cycles; returns
  /// other times unchanged.
  ///
  /// Without this rounding, 2.1 s could be slightly longer than seven cycles of 0.3 s.
  private func snappedToCycles(_ seconds: Double) -> LayerTicks {
    let time = LayerTicks(duration: seconds)
    let count = (seconds / cycleDuration).rounded()
    guard count >= 1, count < 0x1p52 else { return time }
    let whole = cycle * Int64(count)
    let difference = max(whole, time) - min(whole, time)
    return difference <= LayerTicks(seconds: 4 * seconds.ulp) ? whole : time
  }
}

// MARK: - Validation

extension MediaTiming {
  /// Validates numbers from a file or a user before they are used in an animation, where an invalid
  /// number traps.
  /// - Throws: `LayerError` if a number is NaN or beyond its range.
  public func validate() throws(LayerError) {
    let latest = RepeatLimits.latestTime
    for (property, value) in [("beginTime", beginTime), ("timeOffset", timeOffset)]
    where !(value.magnitude <= latest) {
      throw .invalidTiming(property: property, value: value, needed: "within ±1e12 s")
    }
    guard speed.magnitude <= LayerSpeed.limit else {
      throw .invalidTiming(property: "speed", value: speed, needed: "within ±1e6")
    }
    for (property, value) in [("duration", duration), ("repeatDuration", repeatDuration)]
    where !(value <= latest || value == .infinity) {
      throw .invalidTiming(
        property: property, value: value, needed: "at most 1e12 s, or infinite for no end")
    }
    guard !repeatCount.isNaN else {
      throw .invalidTiming(property: "repeatCount", value: repeatCount, needed: "a number")
    }
  }

  /// As ``validate()``, for ``Layer/timing``.
  /// - Throws: `LayerError` also if the duration is negative.
  public func validateForLayer() throws(LayerError) {
    try validate()
    guard duration >= 0 else {
      throw .invalidTiming(property: "duration", value: duration, needed: "0 s or more")
    }
  }
}
