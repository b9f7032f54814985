// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// One rate change: a rate that is requested from a time on.
public struct RateChange: Hashable, Sendable {
  /// Seconds from the start of the run; above 0, at most `RepeatLimits.latestTime`.
  public var time: Double

  /// The requested rate: seconds per cycle, which keep the direction, or cycles per second with a
  /// sign.
  ///
  /// A rate of 0 holds the position, a negative one runs backwards; others take at most 1e9 seconds a
  /// cycle. Files hold durations, which can express neither; schedules made in code can.
  public var rate: RepeatRate

  /// Seconds in which ``ComparisonStrategy/phaseRamp`` reaches the rate, 0 included; `nil` means
  /// ``ComparisonStrategy/defaultRamp``.
  ///
  /// The other strategies ignore it.
  public var ramp: Double?

  /// A rate change; see each property for its range.
  public init(time: Double, rate: RepeatRate, ramp: Double? = nil) {
    self.time = time
    self.rate = rate
    self.ramp = ramp
  }

  /// Throws for a wrong rate or ramp.
  func validateRate() throws(RepeatError) {
    try Self.validate(rate)
    try RepeatCommand.ramp(to: rate, over: ramp ?? 0).validate()
  }

  /// Throws for a rate that a controller does not take, or at which a cycle lasts longer than any:
  /// models of others count in whole milliseconds, or in cycles of the first duration.
  static func validate(_ rate: RepeatRate) throws(RepeatError) {
    try rate.validate()
    if case .hertz(let hertz) = rate, hertz != 0, 1 / hertz.magnitude > longestCycle {
      throw .invalidCycleDuration(1 / hertz.magnitude)
    }
  }

  private static let longestCycle = RepeatLimits.cycleDurations.upperBound

  /// A rate change of a cycle duration in seconds, in `RepeatLimits.cycleDurations`.
  public init(time: Double, cycleDuration: Double, ramp: Double? = nil) {
    self.init(time: time, rate: .cycleDuration(cycleDuration), ramp: ramp)
  }
}

/// A rate for the strategies: with its sign, and as it was requested.
struct SignedRate: Hashable, Sendable {
  /// The requested rate, for the library's own controller.
  let requested: RepeatRate
  /// Cycles per second, negative backwards.
  let hertz: Double

  /// - Parameter direction: -1 or 1: the sign that a duration keeps.
  init(_ rate: RepeatRate, direction: WideInt) {
    requested = rate
    hertz =
      switch rate {
      case .hertz(let hertz): hertz
      case .cycleDuration(let seconds): direction < 0 ? -1 / seconds : 1 / seconds
      }
  }

  /// From position 0 at `time`, as though it had no other end.
  func line(from time: Double) -> RepeatLine {
    RepeatLine(at: time, requested, direction: direction)
  }

  /// Seconds per cycle, the very number that was requested where it was one; infinite at rate 0.
  var cycleDuration: Double { requested.cycleDuration }

  /// -1, 0 or 1.
  var direction: WideInt { hertz > 0 ? 1 : (hertz < 0 ? -1 : 0) }
}

/// The rates of a schedule one after the other: a duration keeps the direction of the rate before it.
struct RequestedRates {
  private var direction: WideInt = 1

  /// The rate of the next rate change.
  mutating func take(_ change: RateChange) -> SignedRate {
    let rate = SignedRate(change.rate, direction: direction)
    if rate.direction != 0 { direction = rate.direction }
    return rate
  }
}
