// SPDX-License-Identifier: Apache-2.0

// Runs: their start, their ends, and jumps inside them.

extension RepeatController {
  mutating func beginRun() {
    if state == .stopping { state = .running }
    if state == .pausedStopping { state = .paused }
    guard state == .idle else { return }
    let (time, rate) = (presentTick, requestInEffect)
    (startPosition, startTime) = (Position(cycles: settings.startPhase), time)
    motion = Motion(origin: time, anchor: startPosition, rate: rate, rest: settings.rest)
    state = .running
    restartCrossings(from: startPosition, rate != 0 ? rate.sign : isReversed ? -1 : 1)
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing)
    countRun(in: startPosition)
    waitForFlashLimit()
    emit(.started, cycle: 0)
  }

  /// Lets the run wait until the flash limit allows another flash.
  ///
  /// A run that starts inside a cycle can begin with a flash of its own, because the value jumps, so
  /// the next run keeps twice the distance.
  private mutating func waitForFlashLimit() {
    guard settings.maxFlashRate < .infinity else { return }
    let cycle = Position.oneCycle.duration(at: Rate(hertz: settings.cycleRateLimit))
    let earliest =
      cycleStart == -.never ? startTime : cycleStart + cycle * (startPosition == 0 ? 1 : 2)
    if earliest > startTime { motion.startLater(by: earliest - startTime) }
    cycleStart = max(startTime, earliest)
  }

  mutating func stopRun(_ mode: StopMode, in position: Position) {
    guard isActive else { return }
    switch mode {
    case .immediately: endRun(.stoppedImmediately, in: position, 0)
    case .freeze: freeze(in: position)
    case .atCycleEnd:
      if position.isBoundary || (motion.isAtRest && !state.isPaused) {
        stopHere(in: position)
      } else {
        state = state.isPaused ? .pausedStopping : .stopping
      }
    }
  }

  mutating func stopHere(in position: Position) {
    endRun(position.isBoundary ? .stoppedAtCycleEnd : .stoppedImmediately, in: position, 0)
  }

  /// Ends the run and keeps the value that it shows.
  private mutating func freeze(in position: Position) {
    let shown = (idlePosition, idleAppearance)
    let direction = motion.standstillDirection(at: presentTick)
    let showsCycleEnd = showsCycleEnd(at: position, standstill: direction)
    endRun(.frozen, in: position, 0)
    // A run that waits for its start still shows what was shown before.
    (idlePosition, idleAppearance) =
      direction == 0 ? shown : (position, showsCycleEnd ? .cycleEnd : .position)
    motion.anchor = idlePosition
  }

  /// Ends the run; `direction` is the direction in which its last cycle ended, or 0 if the cycle
  /// did not end.
  mutating func endRun(_ kind: RepeatEvent.Kind, in position: Position, _ direction: WideInt) {
    let hasLeftCycle = position.isBoundary && direction > 0
    emit(kind, cycle: position.cycle - (hasLeftCycle ? 1 : 0))
    let keeps = kind == .finished && settings.restState == .lastValue
    idlePosition = keeps ? position : Position(cycles: settings.startPhase)
    idleAppearance =
      !keeps ? .defaultState : hasLeftCycle && !settings.autoreverses ? .cycleEnd : .position
    state = .idle
    (hasPendingRateChange, isReversed) = (false, false)
    endLock(in: position)
    motion = Motion(origin: motion.origin, anchor: idlePosition, rate: 0, rest: settings.rest)
  }

  /// Sets the ends of a counted run that is at `position`.
  mutating func countRun(in position: Position) {
    let farthest = Position(cycle: RepeatLimits.lastCycle)
    (lowerEnd, upperEnd) = (-farthest, farthest)
    guard repeatCount < .infinity else { return }
    let count = Position(cycles: repeatCount)
    let done = position.meets(startPosition) ? 0 : position - startPosition
    let present = motion.pieceDirection != 0 ? motion.pieceDirection : WideInt(direction)
    let direction = done == 0 ? present : done.sign
    let end = startPosition + count * direction
    if done != 0, end.meets(position) {
      endRun(.finished, in: end, direction)
    } else if done == 0 || count > done.magnitude {
      (lowerEnd, upperEnd) = (min(startPosition, end), max(startPosition, end))
    } else if position.isBoundary {
      endRun(.finished, in: position, direction)
    } else {
      // The run has had the requested number of cycles already: the present cycle is its last, in
      // either direction.
      (lowerEnd, upperEnd) = (position.next(-1), position.next(1))
    }
  }

  mutating func seekRun(to wanted: Position, isSilent: Bool, in position: Position) {
    guard isActive else { return }
    // The start can coincide with an end of the run; seeking to the start does not end the run.
    let isInside = lowerEnd < wanted && wanted < upperEnd
    let ends = !isInside && (wanted != startPosition || wanted < lowerEnd || wanted > upperEnd)
    let target = ends ? (wanted >= upperEnd ? upperEnd : lowerEnd) : wanted
    if !isSilent, target != position {
      let crossings = crossings((target - position).sign)
      // A jump has no rests: all crossings at the present position are passed.
      let first = crossings.last(at: position, isResting: false) + 1
      var last = crossings.last(at: target, isResting: false)
      // A crossing at the target is still ahead of a run that ends there, and of a motion that
      // goes on forwards after a jump backwards.
      let isAhead = ends || (crossings.direction < 0 && direction > 0)
      while isAhead, crossings.position(of: last) == target { last -= 1 }
      if first <= last { keep(crossings: first, last, crossings, isSeek: true) }
    }
    if ends { return endRun(.finished, in: target, target == upperEnd ? 1 : -1) }
    motion.reanchor(at: presentTick, in: target)
    motion.endWait()
    restartCrossings(from: target, WideInt(direction))
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing)
  }
}
