// SPDX-License-Identifier: Apache-2.0

/// The settings of a repeat; each default is also the default of ``DynamicRepeatAnimation``.
///
/// In JSON: `{"cycleDuration": 0.7, "policy": "phaseMatched", "repeatCount": 3}`; the comment of
/// `init(from:)` lists all keys.
public struct RepeatSettings: Hashable, Sendable, BitwiseCopyable {
  /// The rate until another one is requested.
  ///
  /// Default: one cycle in 1 s.
  public var rate: RepeatRate
  private var unused1 = Unused<7>()
  /// How a rate change takes effect.
  ///
  /// Default: at the end of the present cycle.
  public var policy: RatePolicy
  /// Whether a cycle goes there and back, in two legs of half its duration; otherwise the cycle
  /// goes one way and jumps back.
  ///
  /// Default: there and back.
  public var autoreverses: Bool
  /// The value after the last cycle of a counted run.
  ///
  /// Default: the value of the default state.
  public var restState: RestState
  /// How one advance reports several boundaries.
  ///
  /// Default: counted, so that a frame after a stall costs no more than any other.
  public var reporting: EventReporting
  private var unused2 = Unused<4>()
  /// The pace of the leg to the alternate state.
  ///
  /// Default: ease in and ease out, like UIKit's animations.
  public var pace: Pace
  private var unused3 = Unused<7>()
  /// The pace of the leg back to the default state, from the start of that leg to its end.
  ///
  /// Default: `nil`, which plays `pace` backwards, as Core Animation does.
  public var returnPace: Pace?
  private var unused4 = Unused<7>()
  /// The number of cycles of a run: above 0 and at most 1e18, not necessarily whole, or infinite.
  ///
  /// An infinite run lasts until it is stopped. Cycles are counted in the direction in which the
  /// run leaves its start. A run that reverses and returns to its start ends there.
  /// Default: infinite.
  public var repeatCount: Double
  /// The delay between two cycles, in seconds, 0 to 1e9; independent of the rate.
  ///
  /// In the delay, the value shows the end of the last cycle, and a ramp stands still. The cycle's
  /// event comes at the beginning of the delay; ``RepeatEvent/Kind/delayEnded`` and the turn of the
  /// value come at its end. A run that stops at the end of a cycle does not wait for the delay.
  /// Default: 0.
  public var repeatDelay: Double
  /// The phase at which a run starts, in [0, 1).
  ///
  /// Default: 0.
  public var startPhase: Double
  /// Phases of a cycle at which the repeat reports ``RepeatEvent/Kind/mark``.
  ///
  /// On the way back of a cycle that goes there and back, phases go on: 0.75 is halfway back. A
  /// start and an end report no mark at their position. Default: none.
  public var marks: PhaseMarks
  /// The largest number of flashes per second; at least 1.001e-9.
  ///
  /// A flash is a pair of opposing changes of the value by a tenth or more. Whatever rates, ramps,
  /// locks, starts and stops are requested, all runs together flash no more often than one motion
  /// that never stops and runs at the limit; only seeks, reversals, also by a rate of the other
  /// sign, and a duty of the program's own are not limited. A faster rate is stored and reported as
  /// requested, but the repeat runs at the limit. A run that starts before such a motion would have
  /// ended its cycle waits, as in a delay. A pace that overshoots can swing several times in a
  /// cycle, and each swing counts. A stop inside a cycle, a start phase and the uneven swings of an
  /// overshooting pace can move a flash into the second before: it then has one more.
  /// ``RepeatRate/safeFlashes`` is the limit of WCAG 2.3.1. Default: infinite, no limit.
  public var maxFlashRate: Double

  /// The default settings, except for the arguments.
  ///
  /// Each property documents its default. Numbers are checked when the settings are used.
  public init(
    rate: RepeatRate = .cycleDuration(1), policy: RatePolicy = .restartPerCycle,
    autoreverses: Bool = true, pace: Pace = .easeInEaseOut, returnPace: Pace? = nil,
    repeatCount: Double = .infinity, repeatDelay: Double = 0, startPhase: Double = 0,
    restState: RestState = .defaultState, reporting: EventReporting = .counted,
    marks: PhaseMarks = PhaseMarks(), maxFlashRate: Double = .infinity
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
    self.marks = marks
    self.maxFlashRate = maxFlashRate
  }

  package func validate() throws(RepeatError) {
    try rate.validate()
    try policy.validate()
    try pace.validate()
    try returnPace?.validate()
    try check(count: repeatCount)
    try check(interval: repeatDelay)
    try check(phase: startPhase)
    try marks.validate()
    guard maxFlashRate >= 1.001e-9 else { throw .invalidRate(maxFlashRate) }
  }
}

extension RepeatSettings {
  /// The repeat delay in ticks.
  var rest: Ticks { Ticks(seconds: repeatDelay) }
}

/// The value after the last cycle of a counted run.
public enum RestState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The value of the default state, wherever the last cycle ended.
  case defaultState
  /// The value at the end of the last cycle.
  case lastValue
}

/// How one advance reports several boundaries.
public enum EventReporting: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// One event for all boundaries that an advance passes between two changes of motion, and one
  /// event for all turns. ``RepeatEvent/count`` is their number. A turn event counts the turns in
  /// both directions, and has the kind of the last turn.
  case counted
  /// One event for each boundary and for each turn.
  case all
}

// MARK: - Rates

/// The speed of a repeat: a rate, or the time that one cycle takes.
public enum RepeatRate: Hashable, Sendable, BitwiseCopyable {
  /// Cycles per second, within ±``RepeatLimits/highestRate``: at 0 the repeat holds, at a negative
  /// rate it runs backwards.
  case hertz(Double)
  /// Seconds per cycle, in ``RepeatLimits/cycleDurations``. The direction stays the same.
  case cycleDuration(Double)

  /// The flashes per second up to which flashing is considered safe: 3.
  ///
  /// Source: WCAG 2.3.1, "Three flashes or below threshold".
  public static let safeFlashes = 3.0

  /// Seconds per cycle, computed if the rate is in hertz; infinite at rate 0.
  public var cycleDuration: Double {
    switch self {
    case .hertz(let rate): rate == 0 ? .infinity : 1 / rate.magnitude
    case .cycleDuration(let seconds): seconds
    }
  }

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

  /// The rate in effect, limited to ±`limit` Hz; a rate requested as a duration takes the sign of
  /// `direction`.
  func inEffect(direction: WideInt, limit: Double) -> Rate {
    let rate: Rate =
      switch self {
      case .hertz(let rate): Rate(hertz: rate)
      case .cycleDuration(let seconds): Rate(cycleDuration: seconds) * direction
      }
    guard limit < RepeatLimits.highestRate, rate.magnitude > Rate(hertz: limit) else { return rate }
    return Rate(hertz: limit) * rate.sign
  }
}

/// When and how a rate change takes effect.
public enum RatePolicy: Hashable, Sendable, BitwiseCopyable {
  /// At the end of the present cycle: each cycle keeps its duration.
  ///
  /// Suits programs that count whole cycles. The change waits for the boundary, unless the
  /// motion is at one, or stands still.
  case restartPerCycle
  /// ``phaseMatched`` or ``phaseMatched(ramp:)``, which programs write; the seconds are for a
  /// `switch` over policies.
  case phaseMatchedOver(Double)

  /// From the request on, over a linear ramp of the given seconds, 0 to 1e9: the value does not
  /// jump.
  ///
  /// A change during a ramp starts a new ramp from the rate in effect. Under a request in each
  /// frame, the rate therefore follows the requests like the output of a low-pass filter whose time
  /// constant is the ramp, at any frame rate: it lags by about the ramp.
  public static func phaseMatched(ramp seconds: Double) -> RatePolicy {
    .phaseMatchedOver(seconds)
  }

  /// At once, without a ramp: the value does not jump, but its speed changes abruptly.
  public static var phaseMatched: RatePolicy { .phaseMatchedOver(0) }

  func validate() throws(RepeatError) {
    if case .phaseMatchedOver(let seconds) = self { try check(interval: seconds) }
  }
}

// MARK: - Paces

/// How progress runs through a leg, which is the motion from one state to the other.
///
/// A repeat stores its pace as plain data.
///
/// For stops, springs and the other curves of `TimingFunction`, set the pace to linear and apply
/// the function to ``RepeatSample/progress``.
public enum Pace: Hashable, Sendable, BitwiseCopyable {
  /// Constant speed.
  case linear
  /// Begins slowly: control points (0.42, 0) and (1, 1).
  case easeIn
  /// Ends slowly: control points (0, 0) and (0.58, 1).
  case easeOut
  /// Begins and ends slowly: control points (0.42, 0) and (0.58, 1).
  case easeInEaseOut
  /// Core Animation's default: control points (0.25, 0.1) and (0.25, 1).
  case `default`
  /// A cubic Bezier from (0, 0) to (1, 1); each x is clamped to 0...1.
  case cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
  /// A number of steps of equal width, at least 1; without a jump at either end, at least 2.
  case steps(Int, StepJump = .end)

  /// The curve `t * t * (3 - 2 * t)`, which begins and ends slowly: a cubic Bezier with the control
  /// points (1/3, 0) and (2/3, 1).
  public static var smoothstep: Pace { .cubicBezier(1 / 3.0, 0, 2 / 3.0, 1) }

  /// The eased progress.
  /// - Parameter input: Progress; clamped to 0...1; NaN counts as 0.
  public func callAsFunction(_ input: Double) -> Double {
    let input = input > 0 ? min(input, 1) : 0
    if let name { return CubicBezierCurve(name).value(at: input) }
    switch self {
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return CubicBezierCurve(clamping: x1, y1, x2, y2).value(at: input)
    case .steps(let count, let jump): return StepCurve(count: count, jump: jump).value(at: input)
    default: return input
    }
  }

  /// The named curve whose values are in a table; `nil` for every other pace.
  var name: BezierTable.Name? {
    switch self {
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInEaseOut: .easeInEaseOut
    case .default: .default
    case .linear, .cubicBezier, .steps: nil
    }
  }

  func validate() throws(RepeatError) {
    switch self {
    case .linear, .easeIn, .easeOut, .easeInEaseOut, .default: break
    case .cubicBezier(let x1, let y1, let x2, let y2):
      guard x1.isFinite, y1.isFinite, x2.isFinite, y2.isFinite else { throw .invalidPace(self) }
    case .steps(let count, let jump):
      guard count >= (jump == .none ? 2 : 1) else { throw .invalidPace(self) }
    }
  }

  /// The control points as text, for an error's description.
  var text: String {
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else { return "" }
    return "(\(x1), \(y1)), (\(x2), \(y2))"
  }
}

// MARK: - Limits

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
  /// The number of commands that may wait at one time.
  public static let waitingCommands = 4
  /// The number of events that commands may leave for the next ``RepeatController/advance(to:)``.
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
