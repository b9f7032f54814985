// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The settings of a repeat.
///
/// Each default has its reason.
public struct RepeatSettings: Hashable, Sendable {
  /// How fast it runs at first.
  ///
  /// Default: a cycle in 1 second, as in the original class.
  public var rate: RepeatRate

  /// What happens when another rate is requested.
  ///
  /// Default: restart per cycle, as in the original class.
  public var policy: RatePolicy

  /// Whether a cycle is there and back (two legs of half its duration each) or one way, then a jump
  /// back.
  ///
  /// Default: there and back, as in the original class.
  public var autoreverses: Bool

  /// The pace of the leg to the alternate state.
  ///
  /// Default: ease in, ease out, UIKit's own default.
  public var timing: TimingFunction

  /// The pace of the leg back, from its own start to its end.
  ///
  /// Default: `nil`, which retraces the way out (`timing` backwards), as Core Animation does.
  public var returnTiming: TimingFunction?

  /// How many cycles a run has.
  ///
  /// Default: for ever.
  public var repeatCount: RepeatCount

  /// What it shows after the last cycle of a counted run.
  ///
  /// Default: in the default state.
  public var restState: RestState

  /// How boundaries are reported when one frame passes several.
  ///
  /// Default: counted, so that a frame after a stall costs no more than any other.
  public var flood: EventFlood

  /// Seconds of delay between two cycles, where the cycle ended.
  ///
  /// Default: 0.
  ///
  /// The delay is in seconds at every rate. Stopping at a cycle's end does not wait for it.
  public var repeatDelay: Double

  /// The phase at which a run starts, in [0, 1).
  ///
  /// Default: 0.
  public var startPhase: Double

  /// The flashes a second that it may show at most: a cycle is a flash.
  ///
  /// Faster rates are requested and reported as they were given, and this one is in effect instead:
  /// see ``RepeatRate/limited(toFlashes:)``. A seek and a reversal are not counted.
  ///
  /// At least ``RepeatLimits/lowestFlashRate``. Default: `nil`, no limit. ``RepeatRate/safeFlashes``
  /// is the limit of WCAG 2.3.1.
  public var maxFlashRate: Double? {
    get { highestFlashRate == .infinity ? nil : highestFlashRate }
    set { highestFlashRate = newValue ?? .infinity }
  }

  /// The same without an optional's flag, which would take as much room as the number.
  private var highestFlashRate = Double.infinity

  /// Settings: the defaults, each with its reason at its property, but for what is given.
  ///
  /// Nothing is checked here, but where they are used: see ``validate()``.
  public init(
    rate: RepeatRate = .cycleDuration(1), policy: RatePolicy = .restartPerCycle,
    autoreverses: Bool = true, timing: TimingFunction = .easeInEaseOut,
    returnTiming: TimingFunction? = nil, repeatCount: RepeatCount = .forever,
    repeatDelay: Double = 0, startPhase: Double = 0, restState: RestState = .defaultState,
    flood: EventFlood = .counted, maxFlashRate: Double? = nil
  ) {
    self.rate = rate
    self.policy = policy
    self.autoreverses = autoreverses
    self.timing = timing
    self.returnTiming = returnTiming
    self.repeatCount = repeatCount
    self.repeatDelay = repeatDelay
    self.startPhase = startPhase
    self.restState = restState
    self.flood = flood
    self.maxFlashRate = maxFlashRate
  }

  /// Says what is wrong with the settings, if anything is.
  /// - Throws: the ``RepeatError`` that names the first wrong number.
  public func validate() throws(RepeatError) {
    try rate.validate()
    try policy.validate()
    guard startPhase >= 0, startPhase < 1 else { throw .invalidPhase(startPhase) }
    guard RepeatLimits.intervals.contains(repeatDelay) else { throw .invalidInterval(repeatDelay) }
    try repeatCount.validate()
    guard highestFlashRate >= RepeatLimits.lowestFlashRate else {
      throw .invalidRate(highestFlashRate)
    }
  }

  /// Cycles per second that a requested rate becomes: as ``RepeatRate/limited(toFlashes:)`` says, to
  /// 106 bits; a duration takes the sign of `direction`.
  @inline(never)
  func inEffect(_ rate: RepeatRate, direction: WideInt) -> DoubleDouble {
    let requested = rate.precise(direction: direction)
    guard requested.high.magnitude > highestFlashRate else { return requested }
    return DoubleDouble(requested.sign < 0 ? -highestFlashRate : highestFlashRate)
  }
}

/// How many cycles a run has.
public enum RepeatCount: Hashable, Sendable {
  /// Until it is stopped, or has reached ±`CyclePosition.limit` cycles: 500 million years at 60 Hz.
  case forever
  /// That many cycles, fractions of one included; above 0. Counted in the direction in which the
  /// run starts; a run that turns round ends where it started.
  case cycles(Double)

  /// Cycles, infinite for ever.
  var cycleCount: Double {
    if case .cycles(let count) = self { return count }
    return .infinity
  }

  func validate() throws(RepeatError) {
    guard case .cycles(let count) = self else { return }
    guard count > 0, count <= CyclePosition.limit else { throw .invalidRepeatCount(count) }
  }
}

extension RepeatCount: ExpressibleByIntegerLiteral {
  /// That many cycles: `repeatCount: 3`.
  public init(integerLiteral cycles: Int) { self = .cycles(Double(cycles)) }
}

/// What shows after the last cycle of a counted run.
public enum RestState: Hashable, Sendable {
  /// In the default state, wherever the last cycle ended.
  case defaultState
  /// Where the last cycle ended.
  case lastValue
}

/// How boundaries are reported when one frame passes several.
public enum EventFlood: Hashable, Sendable {
  /// One event each, however many.
  case all
  /// One event of each kind, which carries the number passed.
  case counted
  /// Only the last boundary passed, of whatever kind; its event counts those of its kind.
  case latest
}

#if !hasFeature(Embedded)
  extension RepeatCount: Codable {}
  extension RestState: Codable {}
  extension EventFlood: Codable {}
  extension RepeatSettings: Codable {
    private enum CodingKeys: String, CodingKey {
      case rate
      case policy
      case autoreverses
      case timing
      case returnTiming
      case repeatCount
      case repeatDelay
      case startPhase
      case restState
      case flood
      case maxFlashRate
    }

    /// Reads saved settings.
    /// - Throws: `DecodingError` that names what is missing or out of its range.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      rate = try container.decode(.rate)
      policy = try container.decode(.policy)
      autoreverses = try container.decode(Bool.self, forKey: .autoreverses)
      timing = try container.decode(TimingFunction.self, forKey: .timing)
      returnTiming = try container.decodeIfPresent(TimingFunction.self, forKey: .returnTiming)
      repeatCount = try container.decode(.repeatCount)
      repeatDelay = try container.decode(.repeatDelay, in: RepeatLimits.intervals)
      startPhase = try container.decode(.startPhase, in: 0...(1.0).nextDown)
      restState = try container.decode(RestState.self, forKey: .restState)
      flood = try container.decode(EventFlood.self, forKey: .flood)
      maxFlashRate = try container.decodeIfPresent(Double.self, forKey: .maxFlashRate)
      if maxFlashRate != nil {
        maxFlashRate = try container.decode(
          .maxFlashRate, in: RepeatLimits.lowestFlashRate...Double.greatestFiniteMagnitude)
      }
    }

    /// Saves all settings.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(rate, forKey: .rate)
      try container.encode(policy, forKey: .policy)
      try container.encode(autoreverses, forKey: .autoreverses)
      try container.encode(timing, forKey: .timing)
      try container.encodeIfPresent(returnTiming, forKey: .returnTiming)
      try container.encode(repeatCount, forKey: .repeatCount)
      try container.encode(repeatDelay, forKey: .repeatDelay)
      try container.encode(startPhase, forKey: .startPhase)
      try container.encode(restState, forKey: .restState)
      try container.encode(flood, forKey: .flood)
      try container.encodeIfPresent(maxFlashRate, forKey: .maxFlashRate)
    }
  }
#endif
