// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The speed of a repeat: a rate, or the time that one cycle takes.
public enum RepeatRate: Hashable, Sendable {
  /// Cycles per second: 0 holds, negative runs backwards; within ±``RepeatLimits/highestRate``.
  case hertz(Double)
  /// Seconds per cycle, in ``RepeatLimits/cycleDurations``. Keeps the direction.
  case cycleDuration(Double)

  /// Says what is wrong with the number, if anything is.
  /// - Throws: ``RepeatError/invalidRate(_:)`` or ``RepeatError/invalidCycleDuration(_:)``.
  public func validate() throws(RepeatError) {
    switch self {
    case .hertz(let rate):
      guard rate.magnitude <= RepeatLimits.highestRate else { throw .invalidRate(rate) }
    case .cycleDuration(let duration):
      guard RepeatLimits.cycleDurations.contains(duration) else {
        throw .invalidCycleDuration(duration)
      }
    }
  }

  /// Seconds per cycle, whichever way the rate was given; infinite at rate 0.
  public var cycleDuration: Double {
    switch self {
    case .hertz(let rate): 1 / rate.magnitude
    case .cycleDuration(let duration): duration
    }
  }

  /// The flashes a second up to which flashing is held to cause no seizures: 3.
  ///
  /// Source: WCAG 2.3.1, "Three flashes or below threshold".
  public static let safeFlashes = 3.0

  /// This rate, or the fastest in its direction that shows at most so many flashes a second: a flash
  /// is a cycle, to the alternate state and back.
  /// - Parameter hertz: Flashes a second, above 0.
  public func limited(toFlashes hertz: Double) -> RepeatRate {
    switch self {
    case .hertz(let rate): .hertz(min(max(rate, -hertz), hertz))
    // Not a rounding error less than a flash's part of the second.
    case .cycleDuration(let duration): .cycleDuration(max(duration, (1 / hertz).nextUp))
    }
  }

  /// The direction in which a run begins, -1 or 1: a negative rate's is backwards.
  package var direction: WideInt {
    if case .hertz(let rate) = self, rate < 0 { return -1 }
    return 1
  }

  /// Cycles per second to 106 bits; a duration takes the sign of `direction`.
  package func precise(direction: WideInt) -> DoubleDouble {
    switch self {
    case .hertz(let rate): return DoubleDouble(rate)
    case .cycleDuration(let duration):
      let rate = DoubleDouble(reciprocalOf: duration)
      return direction < 0 ? -rate : rate
    }
  }
}

/// The ranges within which a controller is exact, for every sum that it forms.
public enum RepeatLimits {
  /// Seconds that a cycle may take: a microsecond to thirty years.
  ///
  /// Shorter than a microsecond, a `Double` could not separate a cycle's boundaries after some
  /// months.
  public static let cycleDurations: ClosedRange<Double> = 1e-6...1e9

  /// The largest magnitude of a rate, in cycles per second: one cycle a microsecond.
  public static let highestRate = 1e6

  /// The fewest flashes a second that a limit may allow: a cycle at that rate is in
  /// ``cycleDurations``.
  public static let lowestFlashRate = 1.001e-9

  /// The largest magnitude of a time, in seconds: 30,000 years.
  ///
  /// At ``highestRate`` a run gets from time 0 to `CyclePosition.limit` by then.
  public static let latestTime = 1e12

  /// Changes of motion that one call may pass, and four more for each command that waits: 65,536,
  /// below a tenth of a second.
  ///
  /// Only a ramp with a repeat delay has so many, one for each cycle.
  public static let mostChanges = 65_536

  /// Where a controller waits for the start of its timeline: no time lies before it.
  static let beforeTimeline = -latestTime

  /// Whether a number is a time; NaN is none.
  @inline(__always)
  package static func isTime(_ time: Double) -> Bool { time.magnitude <= latestTime }

  /// Says what is wrong with a time, if anything is.
  /// - Throws: ``RepeatError/invalidTime(_:)``.
  package static func validate(time: Double) throws(RepeatError) {
    guard isTime(time) else { throw .invalidTime(time) }
  }

  /// Seconds that a ramp or a repeat delay may take, 0 included.
  public static let intervals: ClosedRange<Double> = 0...1e9
}

#if !hasFeature(Embedded)
  extension RepeatRate: Codable {}
#endif
