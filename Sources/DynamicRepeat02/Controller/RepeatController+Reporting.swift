// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// The boundaries and turns that become events.

extension RepeatController {
  @inline(__always)
  var crossingScheme: CrossingScheme { CrossingScheme(autoreverses: settings.autoreverses) }

  /// Reports the boundaries and turns between the last one reported and `motionState`.
  mutating func report(
    upTo motionState: MotionState, at time: DoubleDouble, leavingOutLast: Bool = false
  ) {
    let direction = motion.direction
    guard state != .idle, direction != 0 else { return }
    let scheme = crossingScheme
    var last = scheme.last(at: motionState.position, direction: direction)
    if leavingOutLast, scheme.isAt(last, motionState.position) { last -= direction }
    let first = crossings.last + direction
    guard (last - first) * direction >= 0 else { return }
    crossings.last = last
    emit(crossingsFrom: first, to: last, direction: direction, times: .ofArrival(by: time))
  }

  /// Reports crossings on the way of a jump, all at its time.
  ///
  /// A jump back that ends on a crossing does not pass it if the motion then runs forwards.
  mutating func reportJump(
    from: PrecisePosition, to: PrecisePosition, at time: DoubleDouble, leavingOutLast: Bool
  ) {
    let scheme = crossingScheme
    let direction: WideInt = to < from ? -1 : 1
    let first = scheme.last(at: from, direction: direction) + direction
    var last = scheme.last(at: to, direction: direction)
    if scheme.isAt(last, to), leavingOutLast || (direction < 0 && crossings.direction > 0) {
      last -= direction
    }
    guard (last - first) * direction >= 0 else { return }
    emit(crossingsFrom: first, to: last, direction: direction, times: .all(time))
  }

  /// When crossings are passed.
  private enum CrossingTimes {
    /// When the motion gets there; it has by this time.
    case ofArrival(by: DoubleDouble)
    /// All at this time.
    case all(DoubleDouble)
  }

  /// Mutating, though it changes nothing: only so does the compiler leave the controller where it is.
  @inline(never)
  private mutating func time(of crossing: WideInt, _ times: CrossingTimes) -> Double {
    switch times {
    case .all(let time): return time.roundedUp
    case .ofArrival(let time):
      let position = crossingScheme.position(of: crossing)
      // The motion has not changed since it was planned.
      return SteadyMotion(self).arrival(at: position).map { min($0, time.roundedUp) }
        ?? motion.timeOfArrival(at: position, by: time)
    }
  }

  /// Turns crossings into events, as many as the flood policy wants.
  private mutating func emit(
    crossingsFrom first: WideInt, to last: WideInt, direction: WideInt, times: CrossingTimes
  ) {
    let scheme = crossingScheme
    crossings.valueDirection = scheme.valueDirection(at: last, direction: direction)
    guard isReporting else { return }
    let number = (last - first) * direction + 1
    if settings.flood == .all || number == 1 {
      for crossing in stride(from: first, through: last, by: Int(direction)) {
        // Where there is room for no more, the others are counted, not visited.
        if events.count >= eventLimit {
          return drop(crossingsFrom: crossing, number: (last - crossing) * direction + 1)
        }
        emit(
          crossing, direction: direction, boundaries: 1, turns: 1, time: time(of: crossing, times))
      }
      return
    }
    let boundaries = scheme.boundaries(amongCrossingsFrom: first, number: number)
    if scheme.autoreverses, settings.flood == .counted, !scheme.isBoundary(last) {
      emitBoundary(
        last - direction, direction: direction, count: boundaries,
        time: time(of: last - direction, times))
    }
    emit(
      last, direction: direction, boundaries: boundaries, turns: number, time: time(of: last, times)
    )
  }

  private mutating func drop(crossingsFrom first: WideInt, number: WideInt) {
    let scheme = crossingScheme
    countDropped(
      scheme.boundaries(amongCrossingsFrom: first, number: number)
        + (scheme.autoreverses ? number : 0))
  }

  /// Beyond the greatest number nothing more is counted.
  mutating func countDropped(_ number: WideInt) {
    let (sum, overflows) = droppedEvents.addingReportingOverflow(number)
    droppedEvents = overflows ? .max : sum
  }

  /// Keeps an event for the next call that takes events, or counts it where there is no more room.
  @inline(never)
  mutating func keep(_ event: RepeatEvent) {
    if events.count < eventLimit {
      events.append(event)
    } else {
      countDropped(1)
    }
  }

  /// The events of one crossing: a boundary is a turn as well where the value goes there and back.
  private mutating func emit(
    _ crossing: WideInt, direction: WideInt, boundaries: WideInt, turns: WideInt, time: Double
  ) {
    let scheme = crossingScheme
    if scheme.isBoundary(crossing) {
      emitBoundary(crossing, direction: direction, count: boundaries, time: time)
    }
    guard scheme.autoreverses else { return }
    keep(
      RepeatEvent(
        kind: .direction(scheme.valueDirection(at: crossing, direction: direction)),
        cycle: scheme.cycle(at: crossing, direction: direction), count: turns, time: time))
  }

  @inline(never)
  private mutating func emitBoundary(
    _ crossing: WideInt, direction: WideInt, count: WideInt, time: Double
  ) {
    keep(
      RepeatEvent(
        kind: .cycle, cycle: crossingScheme.cycle(at: crossing, direction: direction),
        count: count, time: time))
  }

  /// Which way the value moves from `position`.
  @inline(__always)
  func valueDirection(from position: PrecisePosition, direction: WideInt) -> RepeatDirection {
    crossingScheme.valueDirection(from: position, direction: direction)
  }

  /// Reports that the value has turned because the rate's sign has changed.
  mutating func noticeTurn(at time: DoubleDouble, in motionState: MotionState) {
    let direction = motion.direction
    guard state != .idle, direction != 0, direction != crossings.direction else { return }
    let position = motion.origin == time ? motion.anchor.position : motionState.position
    restartCrossings(from: position, direction: direction)
    let before = crossings.valueDirection
    crossings.valueDirection = valueDirection(from: position, direction: direction)
    guard isReporting, crossings.valueDirection != before else { return }
    keep(
      RepeatEvent(
        kind: .direction(crossings.valueDirection), cycle: position.cycle, count: 1,
        time: time.roundedUp))
  }

  /// Crossings up to `position` count as reported: it was jumped to, or the direction has changed
  /// there.
  mutating func restartCrossings(from position: PrecisePosition, direction: WideInt) {
    crossings.direction = direction
    crossings.last = crossingScheme.last(at: position, direction: direction)
  }
}
