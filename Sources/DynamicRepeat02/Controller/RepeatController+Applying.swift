// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

extension RepeatController {
  /// Applies a command at `time`, where the repeat is in `motionState`.
  ///
  /// The numbers in it have been checked.
  mutating func apply(_ command: RepeatCommand, at time: DoubleDouble, in motionState: MotionState)
  {
    if command.endsLock, schedule.goals.hasActive {
      dropGoal(.replaced, at: time, cycle: motionState.position.cycle)
    }
    switch command {
    case .start: beginRun(at: time)
    case .stop(let mode): stop(mode, at: time, in: motionState)
    case .pause: pause(at: time, in: motionState)
    case .resume: resume(at: time)
    case .reverse:
      schedule.reverseBoundaryRate()
      motion.anchor(at: time, in: motionState)
      motion.reverse()
    case .hold:
      schedule.cancelBoundaryRate()
      setMotion(RateCurve(constant: .zero), at: time, in: motionState)
    case .rate(let rate):
      let target = request(rate, at: time)
      changeRate(to: target, at: time, in: motionState)
    case .ramp(let rate, let duration, let shape):
      let target = request(rate, at: time)
      schedule.cancelBoundaryRate()
      ramp(to: target, over: duration, shape: shape, at: time, in: motionState)
    case .seek(let position, let isSilent):
      seek(to: PrecisePosition(position), isSilent: isSilent, at: time, in: motionState)
    case .policy(let newPolicy):
      policy = newPolicy
      if let rate = schedule.boundaryRate { changeRate(to: rate, at: time, in: motionState) }
    case .repeatCount(let count):
      repeatCount = count
      guard isActive else { break }
      countRun(at: motionState.position)
      let direction = motion.direction
      // In the delay after its last cycle it ends now, not when that cycle ended.
      if motionState.isWaiting, direction != 0, run.end(towards: direction) == motionState.position
      {
        let end = MotionState(position: motionState.position)
        endRun(.finished, at: time, in: end, cycleHasEnded: true)
      }
    }
    settleChange(at: time, in: motionState)
  }

  /// What follows from any change of the motion at `time`, before which it was in `motionState`.
  @inline(never)
  mutating func settleChange(at time: DoubleDouble, in motionState: MotionState) {
    settleStandstill(at: time, in: motion.origin == time ? motion.anchor : motionState)
    noticeTurn(at: time, in: motionState)
  }

  // MARK: - Rates

  /// Takes note of a requested rate.
  /// - Returns: Cycles per second.
  private mutating func request(_ rate: RepeatRate, at time: DoubleDouble) -> DoubleDouble {
    let target = settings.inEffect(rate, direction: keptDirection(at: time))
    requestedRate = rate
    if state == .idle, case .hertz = rate, target.sign != 0 { motion.lastDirection = 1 }
    return target
  }

  /// The direction that a duration keeps: that of the rate change that waits, or else of the
  /// motion.
  ///
  /// While idle: forwards, unless reversals have turned the next run.
  private func keptDirection(at time: DoubleDouble) -> WideInt {
    guard state != .idle else { return motion.lastDirection }
    if let rate = schedule.boundaryRate, rate.sign != 0 { return rate.sign }
    if motion.curve.endRate.sign != 0 { return motion.curve.endRate.sign }
    let sign = motion.rate(at: time).sign
    return sign != 0 ? sign : motion.lastDirection
  }

  @inline(never)
  mutating func ramp(
    to target: DoubleDouble, over duration: Double, shape: RampShape, at time: DoubleDouble,
    in motionState: MotionState
  ) {
    let present = state == .idle ? target : motion.rate(at: time)
    let curve = RateCurve(from: present, to: target, over: duration, shape: shape)
    setMotion(curve, at: time, in: motionState)
  }

  /// From `time` on the motion follows `curve`, from where it is.
  @inline(never)
  mutating func setMotion(
    _ curve: RateCurve, at time: DoubleDouble, in motionState: MotionState
  ) {
    let lastDirection = motion.lastDirection
    motion.anchor(at: time, in: motionState)
    motion.follow(curve)
    if state == .idle { motion.lastDirection = lastDirection }
  }

  /// Counts the crossings jumped over as reported, and ends the run where the jump left it.
  private mutating func arriveByJump(at position: PrecisePosition, time: DoubleDouble) {
    let direction = motion.direction != 0 ? motion.direction : crossings.direction
    restartCrossings(from: position, direction: direction)
    crossings.valueDirection = valueDirection(from: position, direction: direction)
    if let end = run.endPassed(by: position) {
      crossings.direction = position < run.start ? -1 : 1
      endRun(.finished, at: time, in: MotionState(position: end), cycleHasEnded: true)
    }
  }

  private mutating func seek(
    to target: PrecisePosition, isSilent: Bool, at time: DoubleDouble, in motionState: MotionState
  ) {
    guard state != .idle else { return }
    if !isSilent {
      let end = run.endPassed(by: target)
      reportJump(
        from: motionState.position, to: end ?? target, at: time, leavingOutLast: end != nil)
    }
    motion.anchor(at: time, in: MotionState(position: target))
    arriveByJump(at: target, time: time)
    if !schedule.goals.isEmpty { pursueWaitingGoal(at: time, in: motion.anchor) }
  }

  // MARK: - Running

  private mutating func beginRun(at time: DoubleDouble) {
    switch state {
    case .stopping: state = .running
    case .paused: state = .paused(isStopping: false)
    case .running: break
    case .idle:
      let start = PrecisePosition(CyclePosition(cycle: 0, phase: settings.startPhase))
      motion.isStill = false
      motion.anchor(at: time, in: MotionState(position: start))
      run = Run(start: start, startTime: time)
      let requested = requestedRate.direction * motion.lastDirection
      let direction = motion.direction != 0 ? motion.direction : requested
      motion.lastDirection = direction
      restartCrossings(from: start, direction: direction)
      countRun(at: start)
      crossings.valueDirection = valueDirection(from: start, direction: direction)
      state = .running
      emit(.started, at: time)
      if !schedule.goals.isEmpty { pursueWaitingGoal(at: time, in: motion.anchor) }
    }
  }

  private mutating func pause(at time: DoubleDouble, in motionState: MotionState) {
    guard state == .running || state == .stopping else { return }
    motion.anchor(at: time, in: motionState)
    motion.isStill = true
    schedule.goals.suspend()
    state = .paused(isStopping: state == .stopping)
  }

  private mutating func resume(at time: DoubleDouble) {
    guard case .paused(let isStopping) = state else { return }
    state = isStopping ? .stopping : .running
    motion.origin = time
    motion.isStill = false
    if !schedule.goals.isEmpty { pursueWaitingGoal(at: time, in: motion.anchor) }
  }

  private mutating func stop(_ mode: StopMode, at time: DoubleDouble, in motionState: MotionState) {
    guard state != .idle else { return }
    switch mode {
    case .immediately: endRun(.immediately, at: time, in: motionState)
    case .freeze: endRun(.frozen, at: time, in: motionState)
    case .atCycleEnd:
      if motionState.isBetweenCycles {
        endRun(.cycleEnd, at: time, in: motionState, cycleHasEnded: true)
      } else if case .paused = state {
        state = .paused(isStopping: true)
      } else {
        state = .stopping
      }
    }
  }

  mutating func endRun(
    _ reason: StopReason, at time: DoubleDouble, in motionState: MotionState,
    cycleHasEnded: Bool = false
  ) {
    let keepsValue = reason == .frozen || (reason == .finished && settings.restState == .lastValue)
    let shown = appearance(at: motionState, cycleHasEnded: cycleHasEnded)
    let position = CyclePosition(motionState.position)
    idleState =
      keepsValue
      ? IdleState(position: position, fraction: shown.fraction, progress: shown.progress)
      : IdleState(position: CyclePosition(cycle: 0, phase: settings.startPhase))
    // The cycle that has ended is the one before the boundary, in the direction of motion.
    let hasJustEnded =
      cycleHasEnded && motionState.position.isAtBoundary && crossings.direction > 0
      && motionState.position != run.start
    state = .idle
    // A reversal belongs to its run: the next one begins in the direction of the requested rate. A
    // goal's rates end with it.
    let rate =
      schedule.goals.hasActive
      ? settings.inEffect(requestedRate, direction: 1).magnitude
      : (schedule.boundaryRate ?? motion.curve.endRate).magnitude
    dropGoal(.runEnded, at: time, cycle: position.cycle - (hasJustEnded ? 1 : 0))
    schedule.cancelBoundaryRate()
    motion.curve = RateCurve(constant: requestedRate.direction < 0 ? -rate : rate)
    motion.lastDirection = 1
    motion.anchor(at: time, in: motionState)
    motion.isStill = true
    emit(.stopped(reason), at: time, cycle: position.cycle - (hasJustEnded ? 1 : 0))
  }

  mutating func emit(_ kind: RepeatEvent.Kind, at time: DoubleDouble, cycle: WideInt = 0) {
    guard isReporting else { return }
    keep(RepeatEvent(kind: kind, cycle: cycle, count: 1, time: time.roundedUp))
  }
}
