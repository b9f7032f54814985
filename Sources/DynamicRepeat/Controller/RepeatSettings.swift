// SPDX-License-Identifier: Apache-2.0

/// The settings of a repeat; each default is that of the original class.
public struct RepeatSettings: Hashable, Sendable, BitwiseCopyable {
  /// The first rate.
  ///
  /// Default: a cycle in 1 s.
  public var rate: RepeatRate
  /// How a rate change takes effect.
  ///
  /// Default: at the end of the present cycle.
  public var policy: RatePolicy
  /// Whether a cycle is there and back (two legs of half its duration) or one way and a jump back.
  ///
  /// Default: there and back.
  public var autoreverses: Bool
  /// The pace of the leg to the alternate state.
  ///
  /// Default: ease in, ease out, as UIKit's animations.
  public var pace: Pace
  /// The pace of the leg back, from its own start to its end.
  ///
  /// Default: `nil`, `pace` backwards, as Core Animation does.
  public var returnPace: Pace?
  /// Cycles of a run, above 0 and at most 1e18, fractions included; infinite: until it is stopped.
  ///
  /// Counted in the direction in which the run starts. A run that turns round ends where it started.
  /// Default: infinite.
  public var repeatCount: Double
  /// Seconds of delay between two cycles, 0 to 1e9, at every rate.
  ///
  /// Stopping at a cycle's end does not wait for it. Default: 0.
  public var repeatDelay: Double
  /// The phase at which a run starts, in [0, 1).
  ///
  /// Default: 0.
  public var startPhase: Double
  /// The value after the last cycle of a counted run.
  ///
  /// Default: the default state's.
  public var restState: RestState
  /// How several boundaries in one call are reported.
  ///
  /// Default: counted, so that a frame after a stall costs no more than any other.
  public var reporting: EventReporting
  /// Flashes (cycles) per second that are in effect at most; at least 1.001e-9.
  ///
  /// Faster rates are requested and reported as given, and this one is in effect instead. A seek and a
  /// reversal are not counted. ``RepeatRate/safeFlashes`` is the limit of WCAG 2.3.1.
  /// Default: infinite, no limit.
  public var maxFlashRate: Double

  /// The default settings, except for the arguments.
  ///
  /// Each property gives its default's reason. The settings are checked where they are used.
  public init(
    rate: RepeatRate = .cycleDuration(1), policy: RatePolicy = .restartPerCycle,
    autoreverses: Bool = true, pace: Pace = .easeInEaseOut, returnPace: Pace? = nil,
    repeatCount: Double = .infinity, repeatDelay: Double = 0, startPhase: Double = 0,
    restState: RestState = .defaultState, reporting: EventReporting = .counted,
    maxFlashRate: Double = .infinity
  ) {
    self.rate = rate
    self.policy = policy
    self.autoreverses = autoreverses
    self.pace = pace
    self.returnPace = returnPace
    self.repeatCount = repeatCount
    self.repeatDelay = repeatDelay
    self.startPhase = startPhase
    self.restState = restState
    self.reporting = reporting
    self.maxFlashRate = maxFlashRate
  }

  /// Validates all numbers.
  /// - Throws: the ``RepeatError`` that names the first wrong one.
  package func validate() throws(RepeatError) {
    try rate.validate()
    try policy.validate()
    try pace.validate()
    try returnPace?.validate()
    try check(count: repeatCount)
    try check(interval: repeatDelay)
    try check(phase: startPhase)
    guard maxFlashRate >= 1.001e-9 else { throw .invalidRate(maxFlashRate) }
  }
}

/// The value after the last cycle of a counted run.
public enum RestState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The default state's, wherever the last cycle ended.
  case defaultState
  /// That at the end of the last cycle.
  case lastValue
}

/// How boundaries are reported when one call passes several.
public enum EventReporting: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// One event of each kind, which carries the number passed.
  case counted
  /// One event each.
  case all
}

// MARK: - Rates

/// The speed of a repeat: a rate, or the time that one cycle takes.
public enum RepeatRate: Hashable, Sendable, BitwiseCopyable {
  /// Cycles per second: 0 holds, negative runs backwards; within ±``RepeatLimits/highestRate``.
  case hertz(Double)
  /// Seconds per cycle, in ``RepeatLimits/cycleDurations``. Keeps the direction.
  case cycleDuration(Double)

  /// The flashes per second up to which flashing is considered safe: 3.
  ///
  /// Source: WCAG 2.3.1, "Three flashes or below threshold".
  public static let safeFlashes = 3.0

  /// Seconds per cycle, whichever way the rate was given; infinite at rate 0.
  public var cycleDuration: Double {
    switch self {
    case .hertz(let rate): rate == 0 ? .infinity : 1 / rate.magnitude
    case .cycleDuration(let seconds): seconds
    }
  }

  /// Validates the number.
  /// - Throws: ``RepeatError/invalidRate(_:)`` or ``RepeatError/invalidCycleDuration(_:)``.
  package func validate() throws(RepeatError) {
    switch self {
    case .hertz(let rate):
      guard rate.magnitude <= RepeatLimits.highestRate else { throw .invalidRate(rate) }
    case .cycleDuration(let seconds):
      guard RepeatLimits.cycleDurations.contains(seconds) else {
        throw .invalidCycleDuration(seconds)
      }
    }
  }

  /// In the direction of `direction` if it is a duration; at most `limit` Hz either way.
  func inEffect(direction: WideInt, limit: Double) -> Rate {
    let rate: Rate =
      switch self {
      case .hertz(let rate): .hertz(rate)
      case .cycleDuration(let seconds): .cycleDuration(seconds) * Rate(direction)
      }
    guard limit < RepeatLimits.highestRate, rate.magnitude > Rate.hertz(limit).magnitude else {
      return rate
    }
    return .hertz(limit) * Rate(rate.sign)
  }
}

/// How a rate change takes effect.
public enum RatePolicy: Hashable, Sendable, BitwiseCopyable {
  /// At the end of the present cycle: each cycle keeps its duration.
  ///
  /// Simple, and right where something counts whole cycles; the change waits.
  case restartPerCycle
  /// At once, over a linear ramp of so many seconds, 0 to 1e9: the value does not jump.
  case phaseMatched(ramp: Double)

  /// At once, without a ramp: the value does not jump, but its speed does.
  public static var phaseMatched: RatePolicy { .phaseMatched(ramp: 0) }

  func validate() throws(RepeatError) {
    if case .phaseMatched(let seconds) = self { try check(interval: seconds) }
  }
}

/// Limits of numbers.
public enum RepeatLimits {
  /// Seconds that a cycle may take: a microsecond to thirty years.
  public static let cycleDurations: ClosedRange<Double> = 1e-6...1e9
  /// Seconds that a ramp or a repeat delay may take.
  public static let intervals: ClosedRange<Double> = 0...1e9
  /// The largest magnitude of a rate, in cycles per second.
  public static let highestRate = 1e6
  /// The largest magnitude of a time, in seconds: 30,000 years.
  public static let latestTime = 1e12
  /// The largest magnitude of a cycle number.
  public static let lastCycle: WideInt = 1_000_000_000_000_000_000
  /// Commands that may wait at one time.
  public static let waitingCommands = 4
  /// Events of commands that may wait for the next ``RepeatController/advance(to:)``.
  public static let waitingEvents = 8
}

// MARK: - Checks

func check(interval seconds: Double) throws(RepeatError) {
  guard RepeatLimits.intervals.contains(seconds) else { throw .invalidInterval(seconds) }
}

func check(phase: Double) throws(RepeatError) {
  guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
}

func check(cycle: WideInt) throws(RepeatError) {
  guard cycle.magnitude <= RepeatLimits.lastCycle.magnitude else { throw .invalidCycle(cycle) }
}

func check(count: Double) throws(RepeatError) {
  guard count > 0, count <= 1e18 || count == .infinity else { throw .invalidRepeatCount(count) }
}

func check(time: Double) throws(RepeatError) {
  guard time.magnitude <= RepeatLimits.latestTime else { throw .invalidTime(time) }
}

#if !hasFeature(Embedded)
  extension RestState: Codable {}
  extension EventReporting: Codable {}
  extension RepeatRate: Codable {}
  extension RatePolicy: Codable {}
  extension RepeatSettings: Codable {}
#endif
