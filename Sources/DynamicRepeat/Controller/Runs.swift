// SPDX-License-Identifier: Apache-2.0

// Runs: their start, their ends, and jumps inside them.

extension RepeatController {
  mutating func beginRun(at time: Ticks) {
    if state == .stopping { state = .running }
    if state == .pausedStopping { state = .paused }
    guard state == .idle else { return }
    let rate = requestInEffect
    runStart = Anchor(time: time, position: Position(cycles: settings.startPhase))
    motion = Motion(anchor: runStart, rate: rate, rest: settings.rest)
    (state, leavingDirection) = (.running, 0)
    restartCrossings(at: runStart, rate != 0 ? rate.sign : isReversed ? -1 : 1)
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing)
    countRun(at: runStart)
    waitForFlashLimit()
    emit(.started, cycle: 0)
  }

  /// Lets the run wait until the flash limit allows another flash.
  private mutating func waitForFlashLimit() {
    guard earliestStart > runStart.time else { return }
    let (wait, limit) = (earliestStart - runStart.time, settings.limitingRate)
    // A shorter wait would be due to rounding.
    if limit * wait > .tolerance { motion.startLater(by: wait) }
  }

  /// Computes when the flash limit allows another run.
  ///
  /// The next run waits as long as a motion at the limit would take to the end of the present cycle,
  /// and from there to the start phase. So all runs together have no more flashes than one motion
  /// that never stops and is never faster than the limit.
  private mutating func limitNextStart(after present: Anchor) {
    let (time, position) = (present.time, present.position)
    guard settings.maxFlashRate < .infinity, motion.standstillDirection(at: time) != 0 else {
      return
    }
    let direction = heading
    let passed = (position * direction).fraction
    let hasPassedCycle = passed == 0 && (position != runStart.position || leavingDirection != 0)
    let ahead = (Position(cycles: settings.startPhase) * direction).fraction
    let distance = (hasPassedCycle ? 0 : .oneCycle - passed) + ahead
    earliestStart = time + distance.duration(at: settings.limitingRate)
  }

  mutating func stopRun(_ mode: StopMode, at present: Anchor) {
    guard isActive else { return }
    switch mode {
    case .immediately: endRun(.stoppedImmediately, at: present, 0)
    case .freeze: freeze(at: present)
    case .atCycleEnd:
      if present.position.isBoundary || (motion.isAtRest && !state.isPaused) {
        stopHere(at: present)
      } else {
        state = state.isPaused ? .pausedStopping : .stopping
      }
    }
  }

  mutating func stopHere(at present: Anchor) {
    let isEnd = present.position.isBoundary
    endRun(isEnd ? .stoppedAtCycleEnd : .stoppedImmediately, at: present, 0)
  }

  /// Ends the run and keeps the value that it shows.
  private mutating func freeze(at present: Anchor) {
    let shown = (idlePosition, idleAppearance)
    let direction = motion.standstillDirection(at: present.time)
    let showsCycleEnd = showsCycleEnd(at: present.position, standstill: direction)
    endRun(.frozen, at: present, 0)
    // A run that waits for its start still shows what was shown before.
    (idlePosition, idleAppearance) =
      direction == 0 ? shown : (present.position, showsCycleEnd ? .cycleEnd : .position)
    motion.anchor.position = idlePosition
  }

  /// Ends the run; `direction` is the direction in which its last cycle ended, or 0 if the cycle
  /// did not end.
  mutating func endRun(_ kind: RepeatEvent.Kind, at present: Anchor, _ direction: WideInt) {
    let position = present.position
    limitNextStart(after: present)
    let hasLeftCycle = position.isBoundary && direction > 0
    emit(kind, cycle: position.cycle - (hasLeftCycle ? 1 : 0))
    let keeps = kind == .finished && settings.restState == .lastValue
    idlePosition = keeps ? position : Position(cycles: settings.startPhase)
    idleAppearance =
      !keeps ? .defaultState : hasLeftCycle && !settings.autoreverses ? .cycleEnd : .position
    state = .idle
    (hasPendingRateChange, isReversed) = (false, false)
    endLock(at: present)
    let anchor = Anchor(time: motion.anchor.time, position: idlePosition)
    motion = Motion(anchor: anchor, rate: 0, rest: settings.rest)
  }

  /// Sets the ends of a counted run.
  mutating func countRun(at present: Anchor) {
    let farthest = Position(cycle: RepeatLimits.lastCycle)
    (lowerEnd, upperEnd) = (-farthest, farthest)
    guard settings.repeatCount < .infinity else { return }
    let (count, position) = (Position(cycles: settings.repeatCount), present.position)
    let done = position.meets(runStart.position) ? 0 : position - runStart.position
    let leaving = leavingDirection != 0 ? WideInt(leavingDirection) : heading
    let direction = done == 0 ? leaving : done.sign
    let end = runStart.position + count * direction
    if done != 0, end.meets(position) {
      endRun(.finished, at: Anchor(time: present.time, position: end), direction)
    } else if done == 0 || count > done.magnitude {
      (lowerEnd, upperEnd) = (min(runStart.position, end), max(runStart.position, end))
    } else if position.isBoundary {
      endRun(.finished, at: present, direction)
    } else {
      // The run has had the requested number of cycles already: the present cycle is its last, in
      // either direction.
      (lowerEnd, upperEnd) = (position.next(-1), position.next(1))
    }
  }

  mutating func seekRun(to wanted: Position, isSilent: Bool, at present: Anchor) {
    guard isActive else { return }
    let position = present.position
    // The start can coincide with an end of the run; seeking to the start does not end the run.
    let isInside = lowerEnd < wanted && wanted < upperEnd
    let ends = !isInside && (wanted != runStart.position || wanted < lowerEnd || wanted > upperEnd)
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
    let jumped = Anchor(time: present.time, position: target)
    if ends { return endRun(.finished, at: jumped, target == upperEnd ? 1 : -1) }
    if target == runStart.position { leavingDirection = 0 }
    // A turn that is not reported yet, because the motion stands still, is reported after the jump.
    let stands = motion.direction == 0 || motion.isDelayed(at: present.time)
    if stands { restartCrossings(at: present, moving) }
    let hasTurn = stands && isTowardAlternate != crossings.isTowardAlternate(after: lastCrossing)
    motion.reanchor(at: jumped)
    motion.endWait()
    restartCrossings(at: jumped, moving)
    // A run that is at its start again is counted anew.
    if target == runStart.position { countRun(at: jumped) }
    isTowardAlternate = crossings.isTowardAlternate(after: lastCrossing) != hasTurn
  }
}
