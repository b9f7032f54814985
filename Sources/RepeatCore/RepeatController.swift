// SPDX-License-Identifier: Apache-2.0

/// A repeat whose rate may change at any time, as plain data: a copy is a saved state.
///
/// Its position is an anchor plus the integral of the rate since then. A command replaces the anchor,
/// at once or at the next whole number. It has no clock: ``advance(to:)`` moves its present time and
/// hands out what happened on the way; ``sample(at:)`` answers for any time and changes nothing. How
/// an interval is split into frames changes neither phases nor events, not by a bit.
package struct RepeatController: Sendable, BitwiseCopyable {
  // What a frame reads while nothing happens comes first.

  /// The time in seconds that it was last advanced to.
  package var now: Double { presentTime }
  @usableFromInline var presentTime: Double
  /// Up to this time in seconds nothing happens: no crossing, no change of motion.
  @usableFromInline var quietEnd = -Double.infinity
  /// The same if it moves at a steady rate, as `motion` says alone; else minus infinity.
  @usableFromInline var steadyEnd = -Double.infinity
  @usableFromInline var motion: Motion

  /// What it is doing.
  package internal(set) var state = RepeatState.idle
  /// The policy of later rate changes.
  package internal(set) var policy: RatePolicy
  /// The rate last requested, which may not be in effect yet.
  package internal(set) var requestedRate: RepeatRate
  /// Cycles of a run; infinite for ever.
  package internal(set) var repeatCount: Double
  /// The settings that it was made with.
  package internal(set) var settings: RepeatSettings

  /// -1 if the requested rate is in effect the other way round: by reversals since, or as the direction
  /// that a duration kept.
  var requestSign: Int8 = 1
  /// Whether a rate change waits for the end of the cycle, and the rate.
  var hasWaitingRate = false
  var waitingRate: Rate = 0
  /// Rate 0 was requested by a hold, which outlives runs.
  var isHeld = false
  /// The next run begins in the other direction.
  var reversesNextRun = false
  /// The last direction of the motion that was not 0.
  var lastDirection: Int8 = 1

  /// Where and when the run began, and the ends between which it moves.
  var start: Position
  var startTime: Ticks
  var lowerEnd: Position = 0
  var upperEnd: Position = 0
  /// The delay at a boundary shows the end of the cycle before.
  var showsCycleEnd = false
  /// What shows while idle.
  var idlePosition: Position
  var idleFraction = 0.0

  /// How far a lock has come.
  package internal(set) var lockState = LockState.unlocked
  /// The line that a lock follows.
  var line = RepeatLine(time: 0, position: 0, rate: 0)

  /// The last crossing reported: a multiple of half a cycle if it goes there and back.
  var lastCrossing = 0
  /// The direction in which crossings are counted from there.
  var crossingDirection: Int8 = 1
  /// The direction of the value that was last reported: toward the alternate state.
  var isTowardAlternate = true
  /// Whether events are of interest: not while looking ahead.
  var isReporting = true

  // The plan: what changes the motion next.

  /// The next position at which something waits, and its time; `never` for none.
  var target: Position = .never
  /// The time of the next crossing, if it is known.
  var crossingTime: Ticks = .never
  var targetTime: Ticks = .never
  /// The earliest time at which the motion changes.
  var horizon: Ticks = .never

  /// Commands that wait, in the order in which they were given.
  var waiting = FixedList<4, WaitingCommand>()
  var commandsGiven: UInt32 = 0
  /// Events of commands since the last advance.
  var pending = FixedList<8, PendingEvent>()
  /// Events that the present advance may still hand out.
  var room = Int.max
  /// An event found no room, for which the command is taken back.
  var hasLostEvent = false

  /// Whether the timeline has a start: one given to ``init(_:now:)``, or the first ``advance(to:)``.
  package internal(set) var isOnTimeline: Bool

  /// An idle repeat.
  /// - Parameter now: Seconds, within ±1e12: the start of its timeline. Default: `nil`, the first
  ///   ``advance(to:)`` sets the start, since most clocks do not begin at 0. Commands given before hold
  ///   then; until then every time shows the start.
  /// - Throws: the error that names the first wrong number.
  package init(_ settings: RepeatSettings = RepeatSettings(), now: Double? = nil)
    throws(RepeatError)
  {
    try settings.validate()
    isOnTimeline = now != nil
    let now = now ?? -RepeatLimits.latestTime
    guard now.magnitude <= RepeatLimits.latestTime else { throw .invalidTime(now) }
    self.settings = settings
    presentTime = now
    (policy, requestedRate) = (settings.policy, settings.rate)
    repeatCount = settings.repeatCount
    start = Position(settings.startPhase, bits: 64)
    startTime = Ticks(now, bits: 64)
    idlePosition = start
    motion = Motion(origin: startTime, anchor: start, rate: 0)
  }

  /// Whether a run is under way: running, stopping or paused.
  package var isActive: Bool { state != .idle }
  /// Whether a rate change waits for the end of the present cycle.
  package var hasPendingRateChange: Bool { hasWaitingRate }
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

  /// The next position at which it is due, strictly beyond `position`; `never` if it waits for a time.
  func target(beyond position: Position, _ direction: Int) -> Position {
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
  var first = 0
  var last = 0
}
