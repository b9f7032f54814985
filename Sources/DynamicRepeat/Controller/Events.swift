// SPDX-License-Identifier: Apache-2.0

/// Something that happened to a repeat.
public struct RepeatEvent: Hashable, Sendable, BitwiseCopyable {
  /// The kinds of events.
  public enum Kind: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// A run began.
    case started
    /// A boundary between two cycles was reached; ``RepeatEvent/cycle`` is the cycle that begins.
    ///
    /// The end of a run has no such event, because no cycle begins.
    case cycle
    /// The motion has reached a phase of ``RepeatSettings/marks``; ``RepeatEvent/mark`` is its index.
    case mark
    /// The delay between two cycles has ended; the value moves again.
    case delayEnded
    /// The value moves toward the alternate state from now on.
    case towardAlternate
    /// The value moves toward the default state from now on.
    case towardDefault
    /// The run ended at the end of a cycle, as a stop requested.
    case stoppedAtCycleEnd
    /// The run ended inside a cycle.
    case stoppedImmediately
    /// The run ended and the value is held.
    case frozen
    /// The last cycle of a counted run has ended.
    case finished
    /// A lock has brought the motion onto the leader's ``RepeatLine``.
    case locked
    /// A lock ended, before or after the motion reached the line.
    case unlocked
    /// The motion has reached the point of ``RepeatController/arrive(at:by:then:within:)``.
    case arrived
    /// Only from ``DynamicRepeatAnimation``: a property was set to an invalid value and kept its
    /// old value.
    case invalidInput

    var isStop: Bool {
      switch self {
      case .stoppedAtCycleEnd, .stoppedImmediately, .frozen, .finished: true
      default: false
      }
    }
  }

  /// The kind of event.
  public let kind: Kind
  /// The cycle that began, or in which the event happened.
  ///
  /// If the run stops at the end of a cycle that the motion completes, this is the cycle that
  /// ended. At any other stop, this is the position rounded down to whole cycles. In a delay or on
  /// a boundary, that is the number of the boundary.
  public let cycle: WideInt
  /// The number of events of this kind that this event represents: 1, unless several of them
  /// happen in one advance and ``EventReporting/counted`` is set.
  public let count: WideInt
  /// The time in seconds: the first `Double` at which the event has happened.
  ///
  /// The time is the same however the interval is split into frames. An event that represents
  /// several has the time of the last cycle boundary among them.
  public internal(set) var time: Double
  /// The index of the mark, for ``Kind/mark``; otherwise 0.
  public internal(set) var mark = 0
  /// Seconds from the event to the time of the advance that reported it.
  public internal(set) var lateness = 0.0

  /// Whether a boundary between two cycles was reached.
  public var isCycle: Bool { kind == .cycle }

  /// Whether the run ended; ``kind`` gives the reason.
  public var isStop: Bool { kind.isStop }
}

/// An event of the present moment, or the crossings passed at the present moment, whose events are
/// handed out one by one.
struct PendingEvent: FixedListElement {
  static var filler: PendingEvent { PendingEvent(isFiller: true) }

  /// The kind of a single event.
  var kind = RepeatEvent.Kind.started
  /// The direction in which crossings were passed, -1 or 1; 0 for a single event.
  var direction: Int8 = 0
  /// The kinds of events that the crossings still have; with individual reporting, that the first
  /// crossing still has.
  var kinds = Crossings.Kinds()
  /// Whether a seek passed the crossings, so that there are no rests among them.
  var isSeek = false
  var isFiller = false
  private let unused = Unused<3>()
  /// The event's cycle, or the first and last crossing.
  var first: WideInt = 0
  var last: WideInt = 0
}

extension Motion {
  /// The time at which the motion passes a crossing; `never` if this part of the motion does not.
  func time(ofCrossing crossing: WideInt, _ crossings: Crossings) -> Ticks {
    let arrival = arrival(at: crossings.position(of: crossing))
    return arrival != .never && crossings.isRestEnd(crossing) ? arrival + rest : arrival
  }
}

extension RepeatController {
  /// The crossings in the direction of the motion.
  @inline(__always)
  var crossings: Crossings { crossings(WideInt(direction), hasRests: motion.rest > 0) }

  @inline(__always)
  func crossings(_ direction: WideInt, hasRests: Bool) -> Crossings {
    Crossings(
      autoreverses: settings.autoreverses, marks: settings.marks, hasRests: hasRests,
      direction: direction)
  }

  // MARK: Crossings of the motion

  /// Passes the next crossing, which is due.
  ///
  /// With counted reporting, passes all crossings up to the last boundary at or before `limit`.
  @inline(never)
  mutating func passCrossings(through limit: Ticks) {
    let (motion, crossings) = (motion, crossings)
    let (first, time) = (lastCrossing + 1, plan.crossingTime)
    let next = motion.time(ofCrossing: first + 1, crossings)
    let counts = next <= limit && (!plan.isReporting || settings.reporting == .counted)
    // Crossings are counted together only if a boundary follows the first one.
    let boundary =
      counts ? crossings.boundary(upTo: first + WideInt(crossings.countPerCycle)) : first
    guard counts,
      boundary == first + 1 || motion.time(ofCrossing: boundary, crossings) <= limit
    else {
      keepCrossings(first, first, crossings)
      plan.crossingTime = next
      return movePresent(to: time)
    }
    let point = motion.point(at: limit)
    let end = crossings.last(
      at: motion.position(of: point), isResting: point.standstillEnd != nil)
    let last = max(first, plan.isReporting ? crossings.boundary(upTo: end) : end)
    let lastTime =
      last == first ? time : last == first + 1 ? next : motion.time(ofCrossing: last, crossings)
    keepCrossings(first, last, crossings)
    movePresent(to: min(lastTime, limit))
  }

  /// Keeps the crossings up to the position of a change at `time`; `leavingOutLast` leaves out a
  /// crossing exactly at that position.
  mutating func keepCrossings(upTo position: Position, at time: Ticks, leavingOutLast: Bool) {
    guard motion.direction != 0 else { return }
    let crossings = crossings
    var last = crossings.last(at: position, isResting: motion.isDelayed(at: time))
    if leavingOutLast, crossings.position(of: last) == position { last -= 1 }
    if last > lastCrossing { keepCrossings(lastCrossing + 1, last, crossings) }
  }

  private mutating func keepCrossings(_ first: WideInt, _ last: WideInt, _ crossings: Crossings) {
    keep(crossings: first, last, crossings, isSeek: false)
    (lastCrossing, plan.crossingTime) = (last, .never)
    // A one-way value turns only where the motion does.
    if settings.autoreverses { isTowardAlternate = crossings.isTowardAlternate(after: last) }
  }

  /// Follows the direction of a motion that is not delayed.
  ///
  /// The crossings at the position where the direction changed are passed already.
  mutating func followDirection(at present: Anchor) {
    guard motion.direction != 0, motion.direction != WideInt(direction),
      !motion.isDelayed(at: present.time)
    else { return }
    restartCrossings(at: present, motion.direction)
  }

  /// Counts crossings from the present position on.
  mutating func restartCrossings(at present: Anchor, _ newDirection: WideInt) {
    direction = Int8(newDirection)
    let standstill = motion.standstillDirection(at: present.time) ?? 0
    lastCrossing = crossings.last(at: present.position, isResting: standstill != 0)
  }

  /// Reports the direction of the value if a command or a ramp has changed it; in a delay, not
  /// before its end.
  mutating func reportTurn(at present: Anchor) {
    guard motion.direction != 0, !motion.isDelayed(at: present.time) else { return }
    reportTurn(inCycle: present.position.cycle)
  }

  mutating func reportTurn(inCycle cycle: WideInt) {
    let isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing)
    guard isTowardAlternate != self.isTowardAlternate else { return }
    self.isTowardAlternate = isTowardAlternate
    emit(isTowardAlternate ? .towardAlternate : .towardDefault, cycle: cycle)
  }

  // MARK: Events that wait to be handed out

  mutating func emit(_ kind: RepeatEvent.Kind, cycle: WideInt) {
    keep(PendingEvent(kind: kind, first: cycle))
  }

  /// Keeps crossings, each of which has events.
  mutating func keep(
    crossings first: WideInt, _ last: WideInt, _ crossings: Crossings, isSeek: Bool
  ) {
    guard plan.isReporting else { return }
    let kinds = crossings.kinds(from: first, to: settings.reporting == .all ? first : last)
    keep(
      PendingEvent(
        direction: Int8(crossings.direction), kinds: kinds, isSeek: isSeek, first: first, last: last
      ))
  }

  /// Keeps an event; if there is no room for it, the whole command is undone.
  private mutating func keep(_ event: PendingEvent) {
    guard plan.isReporting else { return }
    if pending.isFull { plan.hasLostEvent = true } else { pending.append(event) }
  }

  /// Removes and returns the first of the kept events, all of which happen now.
  mutating func takePendingEvent() -> RepeatEvent {
    var event = pending[0]
    guard event.direction != 0 else {
      pending.remove(at: 0)
      return RepeatEvent(kind: event.kind, cycle: event.first, count: 1, time: now)
    }
    let crossings = crossings(
      WideInt(event.direction), hasRests: !event.isSeek && motion.rest > 0)
    let (end, kinds) = (settings.reporting == .all ? event.first : event.last, event.kinds.first)
    let (count, last) =
      event.first == end ? (1, end) : crossings.events(of: kinds, from: event.first, to: end)
    let kind: RepeatEvent.Kind =
      switch kinds {
      case .cycle: .cycle
      case .restEnd: .delayEnded
      case .turn: crossings.isTowardAlternate(after: last) ? .towardAlternate : .towardDefault
      default: .mark
      }
    event.kinds.remove(kinds)
    if event.kinds.isEmpty, end < event.last {
      event.first = end + 1
      event.kinds = crossings.kinds(from: event.first, to: event.first)
    }
    if event.kinds.isEmpty { pending.remove(at: 0) } else { pending[0] = event }
    return RepeatEvent(
      kind: kind, cycle: crossings.cycle(of: last), count: count, time: now, mark: kinds.mark)
  }
}
