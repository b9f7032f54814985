// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A repeat whose rate may change at any time: the whole state machine, as a value.
///
/// Copy it to save a state, assign the copy to go back to it; equal controllers go on equally. It
/// has no clock: ``advance(to:)`` moves its present time and hands out what happened on the way,
/// and ``sample(at:)`` answers for any time without changing anything. How an interval is split
/// into frames changes neither phases nor values nor events, not by a bit.
///
/// ```
/// var flash = RepeatController()              // a cycle a second, there and back
/// flash.start()
/// try flash.setCycleDuration(0.5)             // from the next boundary on
/// for event in flash.advance(to: frame.time) where event.isCycle { tick() }
/// let progress = flash.sample(at: frame.time).progress
/// ```
///
/// The first ``advance(to:)`` sets the start of its timeline, whatever the clock shows then, unless
/// ``init(_:now:)`` was given one.
///
/// Commands without a time (``perform(_:)-(RepeatCommand)`` and its short forms) hold at ``now``.
/// Those of ``schedule(_:at:)-(RepeatCommand,RepeatMoment)`` wait for their moment and are applied in
/// order of time, then of scheduling.
///
/// A value: safe to send and to copy between threads.
public struct RepeatController: Hashable, Sendable {
  /// The settings that it was made with.
  public let settings: RepeatSettings

  /// What happens on a rate change.
  ///
  /// Changed by ``setPolicy(_:)``.
  public internal(set) var policy: RatePolicy

  /// The rate last requested, which may not be in effect yet: see ``RepeatSample/hertz``.
  public internal(set) var requestedRate: RepeatRate

  // What takes a byte stands together, behind what ends inside a word: a game may have thousands.

  /// Its state.
  public internal(set) var state = RepeatState.idle

  /// Whether the timeline has a start: one given to ``init(_:now:)``, or the first
  /// ``advance(to:)``.
  public internal(set) var isOnTimeline: Bool

  /// Whether events are kept; not while looking ahead.
  package var isReporting = true

  /// ``eventLimit``; the highest number is any number.
  @usableFromInline var eventRoom = UInt32.max

  /// How many cycles a run has.
  ///
  /// Changed by ``setRepeatCount(_:)``.
  public package(set) var repeatCount: RepeatCount {
    get { cycleCount == .infinity ? .forever : .cycles(cycleCount) }
    set { cycleCount = newValue.cycleCount }
  }

  /// The same as a number, infinite for ever.
  var cycleCount: Double

  /// The next time at which the motion changes: up to it, `motion` alone answers.
  var horizon: DoubleDouble? {
    get { plannedHorizon.high == .infinity ? nil : plannedHorizon }
    set { plannedHorizon = newValue ?? DoubleDouble(Double.infinity) }
  }

  /// The time in seconds that it was last advanced to.
  ///
  /// Until the first ``advance(to:)`` sets the start of the timeline: -1e12, before every other
  /// time.
  public internal(set) var now: Double {
    @inlinable get { presentTime }
    set { presentTime = newValue }
  }

  // What frames need stands together, in few lines of the cache, up to the start of the run.

  /// Up to when nothing happens for sure.
  @usableFromInline var quietSpan = QuietSpan.unknown
  /// ``now``; other modules inline no setter that is not as public as its getter.
  @usableFromInline var presentTime: Double
  /// Seconds: up to then, ``SteadyMotion`` is the motion; minus infinity where it is not.
  @usableFromInline var steadyEnd = -Double.infinity
  /// The short way from a phase to what shows, if there is one.
  @usableFromInline
  package let pace: SteadyPace
  @usableFromInline var motion: Motion
  @usableFromInline var run: Run
  var idleState: IdleState
  var schedule = RepeatSchedule()
  /// The next position at which something must happen.
  var nextStop: PlannedStop?
  /// ``horizon``; infinite where there is none.
  private var plannedHorizon = DoubleDouble(Double.infinity)
  var crossings: Crossings
  package internal(set) var events = EventQueue()
  /// How many events may wait to be taken.
  ///
  /// Default: any number; less where nothing may be allocated.
  package var eventLimit: Int {
    // Without a call, for which a repeat in memory would be copied.
    @inlinable get { eventRoom == .max ? .max : Int(eventRoom) }
    set { eventRoom = UInt32(clamping: newValue) }
  }

  /// How many events found no room.
  package var droppedEvents: WideInt = 0

  /// An idle repeat.
  /// - Parameters:
  ///   - settings: What it does; see each property for its default and range.
  ///   - now: Seconds: the start of its timeline, within ±``RepeatLimits/latestTime``. `nil`, the
  ///     default: the first ``advance(to:)`` sets the start, since most clocks do not begin at 0.
  ///     Commands given before hold then, and events are reported from then on; until then
  ///     ``sample(at:)`` shows the start for every time.
  /// - Throws: the ``RepeatError`` that names the first wrong number.
  public init(_ settings: RepeatSettings, now: Double? = nil) throws(RepeatError) {
    try settings.validate()
    if let now { try RepeatLimits.validate(time: now) }
    self.init(validated: settings, now: now)
  }

  private init(validated settings: RepeatSettings, now: Double?) {
    self.settings = settings
    pace = SteadyPace(settings)
    isOnTimeline = now != nil
    let now = now ?? RepeatLimits.beforeTimeline
    presentTime = now
    policy = settings.policy
    requestedRate = settings.rate
    cycleCount = settings.repeatCount.cycleCount
    let start = MotionState(
      position: PrecisePosition(CyclePosition(cycle: 0, phase: settings.startPhase)))
    motion = Motion(
      origin: DoubleDouble(now), anchor: start,
      curve: RateCurve(constant: settings.inEffect(settings.rate, direction: 1)), isStill: true,
      repeatDelay: settings.repeatDelay)
    run = Run(start: start.position, startTime: DoubleDouble(now))
    idleState = IdleState(position: CyclePosition(start.position))
    crossings = Crossings()
  }

  /// An idle repeat with the default settings but for its duration and policy.
  /// - Parameters:
  ///   - cycleDuration: Seconds per cycle, in ``RepeatLimits/cycleDurations``. Default: 1.
  ///   - policy: What happens on a rate change. Default: restart per cycle.
  ///   - now: As for ``init(_:now:)``.
  /// - Precondition: the numbers are in their ranges; for numbers from outside the program use
  ///   ``init(_:now:)``, which throws.
  public init(
    cycleDuration: Double = 1, policy: RatePolicy = .restartPerCycle, now: Double? = nil
  ) {
    do {
      try self.init(RepeatSettings(rate: .cycleDuration(cycleDuration), policy: policy), now: now)
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// Whether a run is under way: running, stopping or paused.
  public var isActive: Bool { state != .idle }

  /// Whether a rate change waits for the end of the present cycle.
  public var hasPendingRateChange: Bool { schedule.boundaryRate != nil }
}

/// The run under way: where it began, and between which positions it may move.
@usableFromInline
struct Run: Hashable, Sendable {
  var start: PrecisePosition
  @usableFromInline var startTime: DoubleDouble
  private var lower = Self.nowhere
  private var upper = Self.nowhere

  var lowerEnd: PrecisePosition? {
    get { lower == Self.nowhere ? nil : lower }
    set { lower = newValue ?? Self.nowhere }
  }

  var upperEnd: PrecisePosition? {
    get { upper == Self.nowhere ? nil : upper }
    set { upper = newValue ?? Self.nowhere }
  }

  /// Beyond all positions: an optional's flag would take as much room as a number.
  private static var nowhere: PrecisePosition { PrecisePosition(cycle: .max, fraction: .zero) }

  init(start: PrecisePosition, startTime: DoubleDouble) {
    self.start = start
    self.startTime = startTime
  }

  /// The end of a counted run in this direction.
  func end(towards direction: WideInt) -> PrecisePosition? { direction < 0 ? lowerEnd : upperEnd }

  /// The end that a jump to `position` has reached or passed; the start itself is no end.
  @inline(never)
  func endPassed(by position: PrecisePosition) -> PrecisePosition? {
    guard position != start else { return nil }
    let upperEnd = upperEnd ?? .last(towards: 1)
    let lowerEnd = lowerEnd ?? .last(towards: -1)
    return position >= upperEnd ? upperEnd : position <= lowerEnd ? lowerEnd : nil
  }
}

/// What shows while no run is under way.
struct IdleState: Hashable, Sendable {
  var position: CyclePosition
  var fraction = 0.0
  var progress = 0.0
}

/// How far boundaries and turns have been reported.
struct Crossings: Hashable, Sendable {
  /// The last crossing arrived at, as many to a cycle as ``CrossingScheme`` says.
  var last: WideInt = 0
  /// The last direction that was not 0.
  var direction: WideInt = 1
  /// The direction of the value that was last reported.
  var valueDirection = RepeatDirection.towardAlternate
}

#if !hasFeature(Embedded)
  extension IdleState: Encodable {}
  extension Crossings: Encodable {}
#endif
