// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// A rate requested from a time on.
package struct RateChange: Hashable, Sendable {
  /// Seconds from the start of the run; above 0, at most `RepeatLimits.latestTime`.
  package var time: Double

  /// The requested rate: seconds per cycle in the current direction, or signed cycles per second.
  ///
  /// A rate of 0 holds the position; a negative rate runs backwards. Every rate except 0 has cycles
  /// of at most 1e9 seconds. Files contain durations, so negative rates exist only in schedules made
  /// in code; rates of 0 also come from a trace of the demo.
  package var rate: RepeatRate

  /// The ramp of ``ComparisonStrategy/phaseRamp`` in seconds, which may be 0; `nil` means
  /// ``ComparisonStrategy/defaultRamp``.
  ///
  /// Other strategies ignore it.
  package var ramp: Double?

  /// A rate change.
  ///
  /// The properties' comments give the ranges.
  package init(time: Double, rate: RepeatRate, ramp: Double? = nil) {
    self.time = time
    self.rate = rate
    self.ramp = ramp
  }

  /// Validates the rate and the ramp.
  func validateRate() throws(RepeatError) {
    try Self.validate(rate)
    try RepeatCommand.ramp(to: rate, over: ramp ?? 0).validate()
  }

  /// Validates a rate: it must be valid for a controller, and its cycles must not exceed the
  /// longest duration.
  ///
  /// The second limit is for `PlaybackRateModel`, which counts in cycles of the initial duration.
  static func validate(_ rate: RepeatRate) throws(RepeatError) {
    try rate.validate()
    if case .hertz(let hertz) = rate, hertz != 0, 1 / hertz.magnitude > longestCycle {
      throw .invalidCycleDuration(1 / hertz.magnitude)
    }
  }

  private static let longestCycle = RepeatLimits.cycleDurations.upperBound

  /// A change to a cycle duration in seconds, in `RepeatLimits.cycleDurations`.
  package init(time: Double, cycleDuration: Double, ramp: Double? = nil) {
    self.init(time: time, rate: .cycleDuration(cycleDuration), ramp: ramp)
  }
}

/// A rate with its sign, and in its requested form.
struct SignedRate: Hashable, Sendable {
  /// The requested rate, for the library's own controller.
  let requested: RepeatRate
  /// Cycles per second; negative for backwards.
  let hertz: Double

  /// - Parameter direction: The direction of the previous rate, -1 or 1; a rate given as a cycle
  ///   duration has the same direction.
  init(_ rate: RepeatRate, direction: WideInt) {
    requested = rate
    hertz =
      switch rate {
      case .hertz(let hertz): hertz
      case .cycleDuration(let seconds): direction < 0 ? -1 / seconds : 1 / seconds
      }
  }

  /// The position over time, a line from position 0 at `time`, without an end.
  func line(from time: Double) -> RepeatLine {
    RepeatLine(at: time, requested, direction: direction)
  }

  /// Seconds per cycle, bit for bit as requested if a duration was requested; infinite at rate 0.
  var cycleDuration: Double { requested.cycleDuration }

  /// -1, 0 or 1.
  var direction: WideInt { hertz > 0 ? 1 : (hertz < 0 ? -1 : 0) }
}

/// The rates of a schedule in order.
///
/// A rate given as a cycle duration has the direction of the previous rate.
struct RequestedRates {
  private var direction: WideInt = 1

  /// Returns the signed rate of the next rate change.
  mutating func take(_ change: RateChange) -> SignedRate {
    let rate = SignedRate(change.rate, direction: direction)
    if rate.direction != 0 { direction = rate.direction }
    return rate
  }
}
