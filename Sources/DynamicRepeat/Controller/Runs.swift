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
    (state, leavingDirection) = (.running, 0)
    restartCrossings(from: startPosition, rate != 0 ? rate.sign : isReversed ? -1 : 1)
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing)
    countRun(in: startPosition)
    waitForFlashLimit()
    emit(.started, cycle: 0)
  }

  /// Lets the run wait until the flash limit allows another flash.
  private mutating func waitForFlashLimit() {
    guard earliestStart > startTime else { return }
    let (wait, limit) = (earliestStart - startTime, settings.limitingRate)
    // A shorter wait would be due to rounding.
    if limit * wait > .tolerance { motion.startLater(by: wait) }
  }

  /// Computes when the flash limit allows another run.
  ///
  /// The next run waits as long as a motion at the limit would take to the end of the present cycle,
  /// and from there to the start phase. So all runs together have no more flashes than one motion
  /// that never stops and is never faster than the limit.
  private mutating func limitNextStart(after position: Position) {
    guard settings.maxFlashRate < .infinity, motion.standstillDirection(at: presentTick) != 0 else {
      return
    }
    let direction = heading
    let passed = (position * direction).fraction
    let hasPassedCycle = passed == 0 && (position != startPosition || leavingDirection != 0)
    let ahead = (Position(cycles: settings.startPhase) * direction).fraction
    let distance = (hasPassedCycle ? 0 : .oneCycle - passed) + ahead
    earliestStart = presentTick + distance.duration(at: settings.limitingRate)
  }

  /// Records the direction in which the run has left its start.
  mutating func noteLeaving(in position: Position) {
    guard isActive, leavingDirection == 0 else { return }
    leavingDirection = Int8((position - startPosition).sign)
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
    limitNextStart(after: position)
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
    let leaving = leavingDirection != 0 ? WideInt(leavingDirection) : heading
    let direction = done == 0 ? leaving : done.sign
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
    // In a delay, which the jump ends, the motion may have another direction than before.
    let moving = motion.direction != 0 ? motion.direction : WideInt(direction)
    if !isSilent, target != position {
      // A jump has no rests: its crossings are those of a motion without them.
      let crossings = crossings((target - position).sign, hasRests: false)
      let first = crossings.last(at: position, isResting: false) + 1
      var last = crossings.last(at: target, isResting: false)
      // A crossing at the target is still ahead of a run that ends there, and of a motion against
      // the direction of the jump.
      let isAhead = ends || crossings.direction != moving
      if isAhead, crossings.position(of: last) == target { last -= 1 }
      if first <= last { keep(crossings: first, last, crossings, isSeek: true) }
    }
    if ends { return endRun(.finished, in: target, target == upperEnd ? 1 : -1) }
    if target == startPosition { leavingDirection = 0 }
    // A turn that is not reported yet, because the motion stands still, is reported after the jump.
    let hasTurn =
      motion.direction == 0
      && isTowardAlternate != crossings.isTowardAlternate(after: lastCrossing)
    motion.reanchor(at: presentTick, in: target)
    motion.endWait()
    restartCrossings(from: target, moving)
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing) != hasTurn
  }
}
