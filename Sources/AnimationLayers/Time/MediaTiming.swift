// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// When an animation runs, how often and which way: the eight properties of CAMediaTiming.
///
/// ```
/// e = (parent - beginTime) * |speed|        its own time
/// c = duration * (autoreverses ? 2 : 1)     one cycle
/// A = repeatCount * c, or repeatDuration    the active interval: 0 <= e < A
/// ```
/// Every combination of numbers is accepted. One that is not a number reads as the property's
/// default; each property says what infinity means. The answers of
/// ``sample(at:timing:inReversedTime:)`` are always finite.
///
/// Source: CAMediaTiming, and browsers' answers where it leaves something open: Tests/Conformance.
public struct MediaTiming: Hashable, Sendable, Codable {
  /// The parent time at which it begins, in seconds; default 0.
  ///
  /// In a layer, 0 is resolved to "now". Infinite, it reads as the greatest finite number.
  public var beginTime: Double

  /// Seconds of one leg; default 0, which lasts no time at all.
  ///
  /// In a layer, 0 takes the transaction's duration. Negative reads as 0; infinite stays at the
  /// beginning of its first leg for ever.
  public var duration: Double

  /// Cycles, there and back where it autoreverses; default 0, which like every negative plays once.
  ///
  /// Fractions end part-way. `.infinity`, and anything from the greatest finite `Float` on, is for
  /// ever.
  public var repeatCount: Double

  /// Seconds that it repeats for; default 0, which like every negative is unset.
  ///
  /// With a count as well, the smaller wins. Infinite is for ever.
  public var repeatDuration: Double

  /// Whether each cycle goes there and back; default no.
  public var autoreverses: Bool

  /// Its own seconds per parent second; default 1.
  ///
  /// Negative plays from the end of the active interval to its start; 0 shows the first frame for
  /// ever. Infinite, it reads as the greatest finite number.
  public var speed: Double

  /// Seconds by which each cycle is rotated; default 0, as which infinite ones read too.
  ///
  /// It changes neither beginning nor end.
  public var timeOffset: Double

  /// What shows outside the active interval; default the model value.
  public var fillMode: FillMode

  /// A timing; what is left out has its default.
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
  /// Seconds of one cycle: a leg, or two where it autoreverses; infinite for an infinite duration.
  public var cycleDuration: Double { autoreverses ? 2 * legDuration : legDuration }

  /// Seconds of the active interval in its own time, before ``speed``; infinite if it never ends.
  public var activeDuration: Double { activeLength.high }

  /// The parent time at which the active interval is over; infinite if never, as at speed 0.
  public var endTime: Double {
    let speed = effectiveSpeed.magnitude
    return speed == 0 ? .infinity : begin + activeDuration / speed
  }
}

// MARK: - Numbers as they are read

extension MediaTiming {
  var begin: Double { beginTime.finite(default: 0) }

  var effectiveSpeed: Double { speed.finite(default: 1) }

  var legDuration: Double { duration > 0 ? duration : 0 }

  /// How many cycles the count requests.
  var cycles: Double {
    guard repeatCount > 0 else { return 1 }
    return repeatCount >= Double(Float.greatestFiniteMagnitude) ? .infinity : repeatCount
  }

  /// `A` to 106 bits: in plain arithmetic, 7 passes of 0.3 s end after the first of an eighth.
  var activeLength: DoubleDouble {
    let cycle = cycleDuration
    let byCount = cycle == 0 ? .zero : DoubleDouble(positiveProduct: cycles, cycle)
    guard repeatDuration > 0 else { return byCount }
    let byDuration = snappedToCycles(repeatDuration)
    return repeatCount > 0 ? min(byCount, byDuration) : byDuration
  }

  /// The offset that rotates each cycle.
  var rotation: DoubleDouble {
    guard timeOffset.isFinite, timeOffset != 0 else { return .zero }
    return timeOffset < 0 ? -snappedToCycles(-timeOffset) : snappedToCycles(timeOffset)
  }

  /// Seconds that were meant to be a whole number of cycles, as that; others as they are.
  ///
  /// 2.1 and 0.3 are no `Double`s: what is meant as seven cycles of 0.3 s may come out some units
  /// in the last bit longer, and would end on the start of an eighth.
  private func snappedToCycles(_ seconds: Double) -> DoubleDouble {
    let cycle = cycleDuration
    let count = (seconds / cycle).rounded()
    guard count >= 1, count < 0x1p52 else { return DoubleDouble(seconds) }
    let product = DoubleDouble(product: count, cycle)
    let isMeant = (product - seconds).magnitude.high <= 4 * seconds.ulp
    return isMeant ? product : DoubleDouble(seconds)
  }
}

extension DoubleDouble {
  /// The product of two numbers that are not negative, exactly; or infinity.
  fileprivate init(positiveProduct a: Double, _ b: Double) {
    let product = a * b
    self = product.isFinite ? DoubleDouble(product: a, b) : DoubleDouble(.infinity)
  }
}
