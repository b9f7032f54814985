// SPDX-License-Identifier: Apache-2.0

// A crossing is a cycle boundary or, in a cycle that goes there and back, the turn in its middle.

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

  /// The cycle that the motion enters at a boundary, or the cycle that contains a turn.
  func cycle(of crossing: WideInt, _ direction: WideInt) -> WideInt {
    let cycle = autoreverses ? crossing >> 1 : crossing
    return direction < 0 && isBoundary(crossing) ? cycle - 1 : cycle
  }

  func isTowardAlternate(after crossing: WideInt, _ direction: WideInt) -> Bool {
    autoreverses ? crossing & 1 == 0 : direction > 0
  }
}

extension RepeatController {
  var crossings: Crossings { Crossings(autoreverses: settings.autoreverses) }

  /// Reports the crossings after the last reported one, up to a position; `leavingOutLast` leaves
  /// out a crossing exactly at that position.
  /// - Returns: Whether there was room for all crossings.
  @discardableResult @inline(never)
  mutating func reportCrossings(
    upTo position: Position, at time: Ticks, leavingOutLast: Bool = false,
    keepsEvents: Bool = false, _ report: (RepeatEvent) -> Void
  ) -> Bool {
    let (direction, crossings) = (motion.direction, crossings)
    guard direction != 0 else { return true }
    var last = crossings.last(at: position, direction)
    if leavingOutLast, crossings.position(of: last) == position { last -= direction }
    let first = lastCrossing + direction
    guard (last - first) * direction >= 0 else { return true }
    if isReporting, keepsEvents {
      keep(PendingEvent(jumpDirection: Int8(direction), first: first, last: last))
    }
    let final = last
    if isReporting, !keepsEvents {
      guard room >= 2 else { return false }
      last = self.report(first, last, direction, by: time, report)
    }
    (lastCrossing, crossingTime) = (last, .never)
    isTowardAlternate = crossings.isTowardAlternate(after: last, direction)
    return last == final
  }

  @inline(never)
  mutating func planCrossing(_ crossing: WideInt) {
    crossingTime = motion.arrival(at: crossings.position(of: crossing))
  }

  /// Reports crossings as far as there is room.
  ///
  /// The settings decide whether several crossings share one event of each kind.
  /// - Parameters:
  ///   - time: The time by which the motion has passed the crossings.
  ///   - jumpTime: For a seek, the time in seconds at which it passes all crossings.
  /// - Returns: The last crossing reported.
  @inline(never)
  private mutating func report(
    _ first: WideInt, _ last: WideInt, _ direction: WideInt, by time: Ticks = .never,
    jumpTime: Double? = nil, _ report: (RepeatEvent) -> Void
  ) -> WideInt {
    let crossings = crossings
    let planned = crossingTime
    func seconds(_ crossing: WideInt) -> Double {
      if let jumpTime { return jumpTime }
      crossingTime = planned
      if crossing != first || planned == .never { planCrossing(crossing) }
      return min(crossingTime, time).seconds
    }
    var start = first
    while true {
      let end = settings.reporting == .all ? start : last
      let number = (end - start) * direction + 1
      let boundary = crossings.isBoundary(end) ? end : end - direction
      let boundaries =
        !crossings.autoreverses
        ? number : crossings.isBoundary(start) ? (number + 1) / 2 : number / 2
      let lastTime = seconds(end)
      if boundaries > 0 {
        report(
          RepeatEvent(
            kind: .cycle, cycle: crossings.cycle(of: boundary, direction), count: boundaries,
            time: boundary == end ? lastTime : seconds(boundary)))
        room -= 1
      }
      if crossings.autoreverses {
        let isTowardAlternate = crossings.isTowardAlternate(after: end, direction)
        report(
          RepeatEvent(
            kind: isTowardAlternate ? .towardAlternate : .towardDefault,
            cycle: crossings.cycle(of: end, direction), count: number, time: lastTime))
        room -= 1
      }
      presentTime = max(presentTime, lastTime)
      guard end != last, room >= 2 else { return end }
      start = end + direction
    }
  }

  mutating func reportTurn(in position: Position) {
    let direction = motion.direction
    guard direction != 0, direction != WideInt(crossingDirection) else { return }
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

  /// Reports the kept events, as far as there is room, with `time` in seconds as their time.
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
      let last = self.report(event.first, event.last, direction, jumpTime: time, report)
      if last == event.last {
        pending.remove(at: 0)
      } else {
        pending[0].first = last + direction
      }
    }
  }
}
