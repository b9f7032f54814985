// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat
import RepeatTiming

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

  /// The phase that what is followed jumps to at this time, in [0, 1), as another piece of music does;
  /// `nil`: it goes on from where it is.
  ///
  /// Strategies that follow a rate alone ignore it.
  public var leaderPhase: Double?

  /// A rate change; see each property for its range.
  public init(
    time: Double, rate: RepeatRate, ramp: Double? = nil, leaderPhase: Double? = nil
  ) {
    self.time = time
    self.rate = rate
    self.ramp = ramp
    self.leaderPhase = leaderPhase
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
  /// What was requested, for the library's own controller.
  let requested: RepeatRate
  /// Cycles per second, negative backwards.
  let hertz: Double
  /// What is followed, from the rate change on.
  fileprivate(set) var leader: RepeatLeader?

  /// - Parameter direction: -1 or 1: the sign that a duration keeps.
  init(_ rate: RepeatRate, direction: WideInt) {
    requested = rate
    hertz =
      switch rate {
      case .hertz(let hertz): hertz
      case .cycleDuration(let seconds): direction < 0 ? -1 / seconds : 1 / seconds
      }
  }

  /// Seconds per cycle, the very number that was requested where it was one; infinite at rate 0.
  var cycleDuration: Double { requested.cycleDuration }

  /// -1, 0 or 1.
  var direction: WideInt { hertz > 0 ? 1 : (hertz < 0 ? -1 : 0) }
}

/// The rates of a schedule one after the other, and what they move when it is followed exactly.
struct RequestedRates {
  private var direction: WideInt = 1
  private(set) var leader: RepeatLeader

  /// From time 0 and position 0 on.
  init(at rate: SignedRate) {
    leader = RepeatLeader(hertz: rate.hertz, at: 0)
  }

  /// The rate of the next rate change.
  mutating func take(_ change: RateChange) -> SignedRate {
    var rate = SignedRate(change.rate, direction: direction)
    if rate.direction != 0 { direction = rate.direction }
    let position = leader.position(at: change.time)
    leader = RepeatLeader(
      hertz: rate.hertz, at: change.time,
      position: CyclePosition(cycle: position.cycle, phase: change.leaderPhase ?? position.phase))
    rate.leader = leader
    return rate
  }
}
