// SPDX-License-Identifier: Apache-2.0

/// A repeat whose rate may change at any time, as plain data: a copy is a saved state.
///
/// Its position is an anchor plus the integral of the rate since then. A command replaces the anchor,
/// at once or at the next whole number. It has no clock: ``advance(to:)-(Double)`` moves its present
/// time and returns the events on the way; ``sample(at:)`` answers for any time and changes nothing. How
/// an interval is split into frames changes neither phases nor events, not by a bit.
///
/// ```
/// var flash = RepeatController()              // a cycle a second, there and back
/// flash.start()
/// try flash.setRate(.cycleDuration(0.5))      // from the next boundary on
/// for event in flash.advance(to: frame.time) where event.isCycle { tick() }
/// let progress = flash.sample(at: frame.time).progress
/// ```
///
/// The first advance sets the start of its timeline, whatever the clock shows then, unless
/// ``init(_:now:)`` was given one. Commands hold at ``now``; those of ``schedule(_:at:)`` wait for their
/// moment and are applied in order of time, then of scheduling.
///
/// A value of at most 1,024 bytes without references: safe to copy and to send between threads.
public struct RepeatController: Sendable, BitwiseCopyable {
  // Fields that a frame without events reads come first, in 128 bytes.

  /// The time in seconds that it was last advanced to.
  @inlinable public var now: Double { presentTime }
  @usableFromInline var presentTime: Double
  /// Up to this time in seconds nothing happens: no crossing, no change of motion.
  @usableFromInline var quietEnd = -Double.infinity
  /// Up to this time in seconds it moves at the steady rate of `motion`; minus infinity if it does not.
  @usableFromInline var steadyEnd = -Double.infinity

  // One-byte fields are grouped to avoid padding, because a game may keep thousands of repeats.

  /// The state of its run.
  public internal(set) var state = RepeatState.idle
  /// Of the settings: whether it goes there and back, and at which named curve; `nil` if linear.
  @usableFromInline var goesBack: Bool
  @usableFromInline var curve: BezierTable.Name?
  /// How far a lock has come.
  public internal(set) var lockState = LockState.unlocked
  /// Whether the timeline has a start: one given to ``init(_:now:)``, or the first ``advance(to:)``.
  package internal(set) var isOnTimeline: Bool
  /// Whether a rate change waits for the end of the present cycle.
  public internal(set) var hasPendingRateChange = false
  /// Rate 0 was requested by a hold, which outlives runs.
  var isHeld = false
  /// The next run begins in the other direction.
  var reversesNextRun = false
  /// -1 if the requested rate is in effect the other way round: by reversals since, or as the direction
  /// that a duration kept.
  var requestSign: Int8 = 1
  /// The last direction of the motion that was not 0.
  var lastDirection: Int8 = 1
  /// The direction in which crossings are counted from `lastCrossing`.
  var crossingDirection: Int8 = 1
  /// The direction of the value that was last reported: toward the alternate state.
  var isTowardAlternate = true
  /// The delay at a boundary shows the end of the cycle before.
  var showsCycleEnd = false
  /// Whether events are of interest: not while looking ahead.
  var isReporting = true
  /// An event found no room, for which the command is taken back.
  var hasLostEvent = false
  var commandsGiven: UInt32 = 0

  @usableFromInline var motion: Motion

  /// The settings that it was made with, with the rate, policy and count that were set since.
  public internal(set) var settings: RepeatSettings

  /// The appearance while idle.
  var idlePosition: Position
  var idleFraction = 0.0
  var idleProgress = 0.0

  /// A rate change that waits for the end of the cycle.
  var waitingRate: Rate = 0
  /// Position and time of the start of the run, and the ends between which it moves.
  var startPosition: Position
  var startTime: Ticks
  var lowerEnd: Position = 0
  var upperEnd: Position = 0
  /// The line that a lock follows.
  var line = RepeatLine(time: 0, position: 0, rate: 0)

  // The plan: what changes the motion next.

  /// The next position at which something waits, and its time; `never` for none.
  var target: Position = .never
  /// The time of the next crossing, if it is known.
  var crossingTime: Ticks = .never
  var targetTime: Ticks = .never
  /// The earliest time at which the motion changes.
  var horizon: Ticks = .never
  /// The last crossing reported: a multiple of half a cycle if it goes there and back.
  var lastCrossing: WideInt = 0

  /// Events that the present advance may still hand out.
  var room = Int.max
  /// Commands that wait, in the order in which they were given.
  var waiting = FixedList<4, WaitingCommand>()
  /// Events of commands since the last advance.
  var pending = FixedList<8, PendingEvent>()

  /// An idle repeat.
  /// - Parameters:
  ///   - settings: Each property has its default and range.
  ///   - now: Seconds, within ±1e12: the start of its timeline. Default: `nil`, the first advance sets the
  ///     start, since most clocks do not begin at 0. Commands given before hold then; until then every time
  ///     shows the start.
  /// - Throws: the error that names the first wrong number.
  public init(_ settings: RepeatSettings, now: Double? = nil) throws(RepeatError) {
    try settings.validate()
    isOnTimeline = now != nil
    let now = now ?? -RepeatLimits.latestTime
    guard now.magnitude <= RepeatLimits.latestTime else { throw .invalidTime(now) }
    self.settings = settings
    (goesBack, curve) = (settings.autoreverses, settings.pace.name)
    presentTime = now
    startPosition = Position(settings.startPhase, bits: 64)
    startTime = Ticks(now, bits: 64)
    idlePosition = startPosition
    motion = Motion(origin: startTime, anchor: startPosition, rate: 0)
  }

  /// An idle repeat with the default settings, except for its duration and policy.
  /// - Parameters:
  ///   - cycleDuration: Seconds per cycle, in ``RepeatLimits/cycleDurations``. Default: 1.
  ///   - policy: How a rate change takes effect. Default: restart per cycle.
  ///   - now: As for ``init(_:now:)``.
  /// - Precondition: the numbers are in their ranges; for numbers from outside the program use
  ///   ``init(_:now:)``, which throws.
  public init(
    cycleDuration: Double = 1, policy: RatePolicy = .restartPerCycle, now: Double? = nil
  ) {
    let settings = RepeatSettings(rate: .cycleDuration(cycleDuration), policy: policy)
    self = trapping { () throws(RepeatError) in try RepeatController(settings, now: now) }
  }

  /// Commands that wait for their moment.
  public var waitingCommands: Int { waiting.count }
  /// The policy of later rate changes.
  public var policy: RatePolicy { settings.policy }
  /// The rate last requested, which may not be in effect yet.
  public var requestedRate: RepeatRate { settings.rate }
  /// Cycles of a run; infinite for ever.
  public var repeatCount: Double { settings.repeatCount }
  /// Whether a run is under way: running, stopping or paused.
  public var isActive: Bool { state != .idle }
}

/// A command and the moment that it waits for.
struct WaitingCommand: FixedListElement {
  static var filler: WaitingCommand { WaitingCommand() }

  // In this order it takes eight bytes less.
  var command = RepeatCommand.start
  /// Its moment has come.
  var isDue = false
  var number: UInt32 = 0
  var moment = RepeatMoment.nextCycle

  /// The time that it waits for, or `time` if its position has been reached; else `never`.
  func dueTime(at time: Ticks) -> Ticks {
    if case .time(let due) = moment { return Ticks(due, bits: 64) }
    return isDue ? time : .never
  }

  /// The next position at which it is due, strictly beyond `position`; `never` if it waits for a time.
  func target(beyond position: Position, _ direction: WideInt) -> Position {
    switch moment {
    case .time: return .never
    case .nextCycle: return position.next(direction)
    case .phase(let phase): return position.next(direction, offset: Position(phase, bits: 64))
    case .cycle(let cycle):
      let target = Position(cycle) << 64
      return (target - position).sign == direction ? target : .never
    }
  }
}

/// An event, or the crossings that a jump passed, which become events when they are handed out.
struct PendingEvent: FixedListElement {
  static var filler: PendingEvent { PendingEvent() }

  var kind = RepeatEvent.Kind.started
  /// -1 or 1 for a jump; 0 for an event.
  var jumpDirection: Int8 = 0
  /// The cycle; of a jump, the first crossing and the last.
  var first: WideInt = 0
  var last: WideInt = 0
}
