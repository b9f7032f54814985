// SPDX-License-Identifier: Apache-2.0

/// A repeat whose rate may change at any time, as plain data: a copy is a saved state.
///
/// An anchor is a position at a known time. The repeat's position is the anchor's position plus the
/// integral of the rate since the anchor's time. A command replaces the anchor, at once or at the
/// next cycle boundary. A repeat has no clock: ``advance(to:)-(Double)`` moves its present time and
/// returns the events on the way; ``sample(at:)`` gives its state at any time and changes nothing.
/// Phases and events are bit for bit the same however an interval is split into frames.
///
/// ```
/// var flash = RepeatController()              // a cycle a second, there and back
/// flash.start()
/// try flash.setRate(.cycleDuration(0.5))      // from the next boundary on
/// for event in flash.advance(to: frame.time) where event.isCycle { tick() }
/// let progress = flash.sample(at: frame.time).progress
/// ```
///
/// The first advance sets the start of the timeline, unless ``init(_:now:)`` was given a start.
/// Commands take effect at ``now``. Commands of ``schedule(_:at:)`` wait for their moment and are
/// applied in order of time, then in order of scheduling.
///
/// A repeat is a value of at most 1,024 bytes without references, so it can be copied and sent
/// between threads.
public struct RepeatController: Hashable, Sendable, BitwiseCopyable {
  // The order of the fields avoids padding, because a game may keep thousands of repeats. A frame
  // without events reads the first 192 bytes only.

  /// What is computed from the state.
  @usableFromInline var plan = Plan()

  /// The state of the run.
  public internal(set) var state = RepeatState.idle
  /// The stage that a lock has reached.
  public internal(set) var lockState = LockState.unlocked
  /// Whether the start of the timeline is set, by ``init(_:now:)`` or by the first
  /// ``advance(to:)``.
  package internal(set) var isOnTimeline: Bool
  /// Whether a rate change waits for the end of the present cycle.
  public internal(set) var hasPendingRateChange = false
  /// Whether the motion runs opposite to the requested rate; while idle, whether the next run will.
  ///
  /// The motion does so after a reversal, or if the rate was requested as a cycle duration during a
  /// backward motion.
  var isReversed = false
  /// The direction of the motion, -1 or 1; while it stands still, its latest direction, changed by
  /// reversals.
  ///
  /// Crossings are counted in this direction.
  var direction: Int8 = 1
  /// The direction in which the run has left its start; 0 while it has not.
  var leavingDirection: Int8 = 0
  /// Whether the last reported direction of the value was toward the alternate state.
  var isTowardAlternate = true
  /// What shows while the repeat is idle.
  var idleAppearance = IdleAppearance.defaultState
  private var unused1 = Unused<2>()
  var commandsGiven: UInt32 = 0
  private var unused2 = Unused<4>()

  /// The present time in seconds: the time of the last advance, or of the event that
  /// ``nextEvent(through:)`` returned last.
  @inlinable public var now: Double { presentTime }
  @usableFromInline var presentTime: Double
  /// Ticks from the present moment to `presentTime`.
  ///
  /// The tick of an event is rounded up to a `Double`; at all other times this is 0.
  var presentRounding: Int64 = 0

  @usableFromInline var motion: Motion

  /// The settings given at creation, with later changes of rate, policy and count.
  public internal(set) var settings: RepeatSettings
  /// The number of the last crossing that was reported or jumped over, see ``Crossings``.
  var lastCrossing: WideInt = 0

  var idlePosition: Position
  /// The rate that takes effect at the end of the cycle, if `hasPendingRateChange`.
  var waitingRate: Rate = 0
  /// The position and time at which the run started, and the ends between which it moves.
  var runStart: Anchor
  var lowerEnd: Position = 0
  var upperEnd: Position = 0
  /// The earliest time at which the flash limit allows another run; `-.never` before a run has ended,
  /// and without a limit.
  var earliestStart: Ticks = -.never
  /// A point of the line onto which the plan of a lock or an arrival leads at the motion's final
  /// rate.
  var line = Anchor(time: 0, position: 0)
  /// The position that the motion reached at the present moment, if commands still wait that are due
  /// there; otherwise `never`.
  var metPosition: Position = .never

  /// Waiting commands, in the order in which they were given.
  var waiting = FixedList<4, WaitingCommand>()
  /// Events of the present moment that are not handed out yet.
  var pending = FixedList<8, PendingEvent>()

  /// An idle repeat.
  /// - Parameters:
  ///   - settings: Each property documents its default and range.
  ///   - now: The start of the timeline, in seconds, within ±1e12. Default: `nil`; the first
  ///     advance then sets the start, because most clocks do not begin at 0. Commands given before
  ///     the first advance take effect at the start of the timeline; until that advance, samples at
  ///     all times show the start.
  /// - Throws: The error for the first invalid number.
  public init(_ settings: RepeatSettings, now: Double? = nil) throws(RepeatError) {
    try settings.validate()
    isOnTimeline = now != nil
    let now = now ?? -RepeatLimits.latestTime
    guard now.magnitude <= RepeatLimits.latestTime else { throw .invalidTime(now) }
    self.settings = settings
    presentTime = now
    runStart = Anchor(
      time: Ticks(seconds: now), position: Position(cycles: settings.startPhase))
    idlePosition = runStart.position
    motion = Motion(anchor: runStart, rate: 0, rest: settings.rest)
    preparePlan()
  }

  /// An idle repeat with the default settings, except for its duration and policy.
  /// - Parameters:
  ///   - cycleDuration: Seconds per cycle, in ``RepeatLimits/cycleDurations``. Default: 1.
  ///   - policy: How a rate change takes effect. Default: restart per cycle.
  ///   - now: As for ``init(_:now:)``.
  /// - Precondition: The numbers are in their ranges; for numbers from outside the program use
  ///   ``init(_:now:)``, which throws.
  public init(
    cycleDuration: Double = 1, policy: RatePolicy = .restartPerCycle, now: Double? = nil
  ) {
    let settings = RepeatSettings(rate: .cycleDuration(cycleDuration), policy: policy)
    self = trapping { () throws(RepeatError) in try RepeatController(settings, now: now) }
  }

  /// The number of commands that wait for their moment.
  public var waitingCommands: Int { waiting.count }
  /// The rate last requested, which may not be in effect yet.
  public var requestedRate: RepeatRate { settings.rate }
  /// Whether a run is under way: running, stopping or paused.
  public var isActive: Bool { state != .idle }
}

extension RepeatController {
  /// The exact present moment: the tick of the event that was returned last, or of the time that the
  /// last advance was given.
  @inline(__always)
  var presentTick: Ticks { Ticks(seconds: presentTime) - Ticks(units: Int128(presentRounding)) }

  /// Moves the present moment to a tick.
  ///
  /// A time closer to 0 than 2^-12 s can lie between two ticks. Its tick is rounded down, so a tick
  /// that is due then may lie before `presentTime`, which does not go back.
  @inline(never)
  mutating func movePresent(to tick: Ticks) {
    var seconds = tick.nearestSeconds
    var rounded = Ticks(seconds: seconds)
    if rounded < tick {
      seconds = seconds.nextUp
      rounded = Ticks(seconds: seconds)
    }
    if seconds < presentTime { (seconds, rounded) = (presentTime, Ticks(seconds: presentTime)) }
    (presentTime, presentRounding) = (seconds, Int64(truncatingIfNeeded: (rounded - tick).units))
  }
}

/// The state of a repeat.
public enum RepeatState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Before the first run, or after one.
  case idle
  /// Repeating.
  case running
  /// Repeating until the present cycle ends.
  case stopping
  /// Paused; the repeat resumes as running.
  case paused
  /// Paused; the repeat resumes as stopping.
  case pausedStopping

  /// Whether the repeat is paused.
  public var isPaused: Bool { self == .paused || self == .pausedStopping }
  package var isStopping: Bool { self == .stopping || self == .pausedStopping }
  var isMoving: Bool { self == .running || self == .stopping }
}

/// What a repeat computes from its state, to be found again without computing.
///
/// A plan follows from the state, so equality ignores it.
@usableFromInline
struct Plan: Sendable, BitwiseCopyable {
  /// The next position with a planned change; `never` if there is none.
  var target: Position = .never
  /// The earliest time at which the motion changes.
  var horizon: Ticks = .never
  /// The time of the next crossing, if it has been computed; otherwise `never`.
  var crossingTime: Ticks = .never
  /// The time in seconds before which nothing happens: no crossing and no change of motion.
  @usableFromInline var quietEnd = -Double.infinity
  /// The time in seconds until which ``RepeatController/frameSample(at:)`` gives the sample; minus
  /// infinity if the rate is not steady or the pace has no name.
  @usableFromInline var steadyEnd = -Double.infinity
  /// The highest rate of the motion in cycles per second, which follows from the flash limit.
  var rateLimit = Double.infinity
  /// Copies of two settings: whether a cycle goes there and back, and the named curve of the pace;
  /// `nil` if the pace has none.
  @usableFromInline var goesBack = true
  @usableFromInline var curve: BezierTable.Name?
  /// Whether the motion arrives at `target` at the horizon.
  var arrivesAtHorizon = false
  /// Whether events are kept; false while looking ahead.
  var isReporting = true
  /// Whether an event found no room, so that the command must be undone.
  var hasLostEvent = false
}

extension Plan: Hashable {
  @usableFromInline static func == (a: Plan, b: Plan) -> Bool { true }
  @usableFromInline func hash(into hasher: inout Hasher) {}
}

/// What an idle repeat shows.
enum IdleAppearance: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The default state.
  case defaultState
  /// The value at the idle position.
  case position
  /// The end of a one-way cycle.
  case cycleEnd
}
