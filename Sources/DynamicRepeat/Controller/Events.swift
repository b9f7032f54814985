// SPDX-License-Identifier: Apache-2.0

// Crossings: cycle boundaries and, in a cycle that goes there and back, the turns in its middle.

/// The numbering of crossings: a crossing's number counts whole cycles, or half cycles if the value
/// goes there and back.
struct Crossings {
  let autoreverses: Bool

  func position(of crossing: WideInt) -> Position {
    let position = Position(crossing) << 63
    return autoreverses ? position : 2 * position
  }

  /// The last crossing at or before a position, for a motion in `direction`.
  func last(at position: Position, _ direction: WideInt) -> WideInt {
    let steps = direction > 0 ? position : -position
    let last = WideInt(truncatingIfNeeded: autoreverses ? steps >> 63 : steps >> 64)
    return direction > 0 ? last : -last
  }

  func isBoundary(_ crossing: WideInt) -> Bool { !autoreverses || crossing & 1 == 0 }

  /// The cycle that the motion enters at a crossing; for a turn, the cycle around it.
  func cycle(of crossing: WideInt, _ direction: WideInt) -> WideInt {
    let cycle = autoreverses ? crossing >> 1 : crossing
    return direction < 0 && isBoundary(crossing) ? cycle - 1 : cycle
  }

  /// Whether the value moves toward the alternate state after a crossing.
  func isTowardAlternate(after crossing: WideInt, _ direction: WideInt) -> Bool {
    autoreverses ? crossing & 1 == 0 : direction > 0
  }

  /// Reports the crossings passed, as one event each or as one event of each kind.
  /// - Returns: The number of events.
  @inline(never)
  func report(
    _ first: WideInt, _ last: WideInt, _ direction: WideInt, _ reporting: EventReporting,
    time: (WideInt) -> Double, _ report: (RepeatEvent) -> Void
  ) -> Int {
    if reporting == .all, first != last {
      var events = 0
      for index in 0...(last - first) * direction {
        let crossing = first + index * direction
        events += self.report(crossing, crossing, direction, .counted, time: time, report)
      }
      return events
    }
    let number = (last - first) * direction + 1
    let boundaries = !autoreverses ? number : isBoundary(first) ? (number + 1) / 2 : number / 2
    let lastTime = time(last)
    if boundaries > 0 {
      let boundary = isBoundary(last) ? last : last - direction
      report(
        RepeatEvent(
          kind: .cycle, cycle: cycle(of: boundary, direction), count: boundaries,
          time: boundary == last ? lastTime : time(boundary)))
    }
    if autoreverses {
      report(
        RepeatEvent(
          kind: isTowardAlternate(after: last, direction) ? .towardAlternate : .towardDefault,
          cycle: cycle(of: last, direction), count: number, time: lastTime))
    }
    return (boundaries > 0 ? 1 : 0) + (autoreverses ? 1 : 0)
  }
}

extension RepeatController {
  var crossings: Crossings { Crossings(autoreverses: settings.autoreverses) }

  /// Reports the crossings between the last reported crossing and a position.
  /// - Returns: Whether there was room for all crossings.
  @discardableResult @inline(never)
  mutating func reportCrossings(
    upTo position: Position, at time: Ticks, leavingOutLast: Bool = false,
    keepsEvents: Bool = false, _ report: (RepeatEvent) -> Void
  ) -> Bool {
    let (direction, crossings) = (motion.direction, crossings)
    guard state != .idle, direction != 0 else { return true }
    var last = crossings.last(at: position, direction)
    if leavingOutLast, crossings.position(of: last) == position { last -= direction }
    let first = lastCrossing + direction
    guard (last - first) * direction >= 0 else { return true }
    let final = last
    if isReporting, !keepsEvents {
      guard room >= 2 else { return false }
      last = Self.lastReportable(first, last, direction, settings.reporting, room)
    }
    lastCrossing = last
    isTowardAlternate = crossings.isTowardAlternate(after: last, direction)
    // The plan has computed the time of the first crossing already.
    let firstTime = crossingTime
    crossingTime = .never
    guard isReporting else { return true }
    guard !keepsEvents else {
      keep(PendingEvent(jumpDirection: Int8(direction), first: first, last: last))
      return true
    }
    func seconds(_ crossing: WideInt) -> Double {
      let isKnown = crossing == first && firstTime != .never
      return min(isKnown ? firstTime : motion.arrival(at: crossings.position(of: crossing)), time)
        .seconds
    }
    room -= crossings.report(first, last, direction, settings.reporting, time: seconds, report)
    return last == final
  }

  /// The last crossing of a span up to which there is room for the events.
  ///
  /// Each crossing has at most two events; counted reporting has at most two for the whole span.
  private static func lastReportable(
    _ first: WideInt, _ last: WideInt, _ direction: WideInt, _ reporting: EventReporting,
    _ room: Int
  ) -> WideInt {
    guard reporting == .all, (last - first).magnitude >= room / 2 else { return last }
    return first + WideInt(room / 2 - 1) * direction
  }

  /// Reports a turn if the value's direction has changed.
  mutating func reportTurn(in position: Position) {
    let direction = motion.direction
    guard state.isMoving, direction != 0, direction != WideInt(crossingDirection) else { return }
    restartCrossings(from: position, direction)
    let isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing, direction)
    guard isTowardAlternate != self.isTowardAlternate else { return }
    self.isTowardAlternate = isTowardAlternate
    emit(isTowardAlternate ? .towardAlternate : .towardDefault, cycle: position.cycle)
  }

  /// Marks all crossings up to a position as reported.
  mutating func restartCrossings(from position: Position, _ direction: WideInt) {
    lastCrossing = crossings.last(at: position, direction)
    crossingDirection = Int8(direction)
  }

  // MARK: Events of commands, kept for the next advance

  mutating func emit(_ kind: RepeatEvent.Kind, cycle: WideInt) {
    keep(PendingEvent(kind: kind, first: cycle))
  }

  /// Keeps an event; if there is no room for it, the whole command is undone.
  mutating func keep(_ event: PendingEvent) {
    guard isReporting else { return }
    if pending.isFull { hasLostEvent = true } else { pending.append(event) }
  }

  /// Reports the kept events of commands as events at `time`, in seconds, as far as there is room.
  mutating func takePendingEvents(at time: Double, _ report: (RepeatEvent) -> Void) {
    while !pending.isEmpty, room >= 2 {
      let event = pending[0]
      guard event.jumpDirection != 0 else {
        report(RepeatEvent(kind: event.kind, cycle: event.first, count: 1, time: time))
        room -= 1
        pending.remove(at: 0)
        continue
      }
      let direction = WideInt(event.jumpDirection)
      let last = Self.lastReportable(
        event.first, event.last, direction, settings.reporting, room)
      room -= crossings.report(
        event.first, last, direction, settings.reporting, time: { _ in time }, report)
      if last == event.last {
        pending.remove(at: 0)
      } else {
        pending[0].first = last + direction
      }
    }
  }
}
