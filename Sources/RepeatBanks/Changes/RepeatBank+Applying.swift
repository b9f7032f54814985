// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// A controller carries out the commands and changes for which the rows have no way of their own. The
// caller has checked the command, carried out all changes that are due by `now`, and made sure that
// the slot does not follow a field (new rates for each frame).

extension RepeatBank {
  mutating func apply(_ command: RepeatCommand, to slot: Int, _ policy: RatePolicy) {
    if rows.slots[slot].isPlain, case .rate(.hertz(let hertz)) = command, policy == .phaseMatched {
      return rk_change_rate(rows.inC, Int64(slot), rk_rate_of(hertz), rk_time_of(now))
    }
    if let exact = effect(of: command, on: slot) { return store(exact, in: slot, at: now) }
    var command = command
    if case .seek(let position, _) = command {
      command = .seek(to: CyclePosition(cycle: 0, phase: position.phase), isSilent: true)
    }
    var repeating = controller(ofSlot: slot, policy)
    trapping { () throws(RepeatError) in try repeating.perform(command) }
    store(repeating.exactMotion, in: slot, at: now, nextChange: repeating.nextMotionChange)
  }

  /// The state after a command, if this needs no controller, because nothing waits for the end of the
  /// cycle; otherwise `nil`.
  ///
  /// A controller takes a microsecond, and a program may pause all repeats of a bank in one frame.
  private func effect(of command: RepeatCommand, on slot: Int) -> ExactMotion? {
    guard !pendingChange(of: slot).waitsForBoundary else { return nil }
    var exact = exactMotion(ofSlot: slot)
    let time = Ticks(seconds: now)
    let position = exact.motion.position(at: time).snapped
    let present = Anchor(time: time, position: position)
    switch (command, exact.state) {
    case (.pause, .running):
      exact.motion.pause(at: present)
      exact.state = .paused
    case (.resume, .paused):
      exact.motion.resume(at: time)
      exact.state = .running
    case (.seek(let target, _), .running), (.seek(let target, _), .paused):
      exact.motion.reanchor(at: Anchor(time: time, position: Position(cycles: target.phase)))
    case (.reverse, .running), (.reverse, .paused):
      exact.motion.reanchor(at: present)
      exact.motion.reverse()
      exact.rate = -exact.rate
      exact.isTurned.toggle()
      exact.isBackwards.toggle()
    case (.ramp(.hertz(let hertz), let seconds), .running) where exact.motion.hasFinalRate:
      let rate = exact.motion.rate(at: time)
      exact.motion.reanchor(at: present)
      exact.motion.setRamp(from: rate, to: Rate(hertz: hertz), over: Ticks(seconds: seconds))
      exact.rate = ExactMotion.coarse(exact.motion.finalRate)
      exact.isTurned = false
      let direction = exact.motion.pieceDirection
      if direction != 0 { exact.isBackwards = direction < 0 }
    case (.start, .idle):
      exact = ExactMotion(
        .running, phase: 0, rate: exact.rate, at: time.units,
        isBackwards: exact.rate == 0 ? exact.isTurned : exact.rate < 0, isTurned: exact.isTurned)
    case (.stop(.immediately), .running), (.stop(.immediately), .paused):
      exact = ExactMotion(
        .idle, phase: 0, rate: exact.isTurned ? -exact.rate : exact.rate, at: time.units,
        isBackwards: false, isTurned: false)
    case (.stop(.atCycleEnd), .running)
    where exact.motion.hasFinalRate && exact.rate != 0 && !position.isBoundary:
      exact.state = .stopping
    default: return nil
    }
    return exact
  }

  /// Carries out the changes of a slot's ramp that are due by a time.
  mutating func passRamp(of slot: Int, through time: Double) {
    guard !pendingChange(of: slot).waitsForBoundary else {
      var repeating = controller(ofSlot: slot)
      repeating.advanceSilently(to: time)
      return store(
        repeating.exactMotion, in: slot, at: time, nextChange: repeating.nextMotionChange)
    }
    var exact = exactMotion(ofSlot: slot)
    while exact.motion.partEndTime <= Ticks(seconds: time) {
      let end = exact.motion.partEndTime
      exact.motion.enterNextPart(at: Anchor(time: end, position: exact.motion.position(at: end)))
      let direction = exact.motion.pieceDirection
      if direction != 0 { exact.isBackwards = direction < 0 }
    }
    store(exact, in: slot, at: time)
  }

  /// Stores a state in a slot.
  /// - Parameters:
  ///   - time: The present time of the state, in seconds.
  ///   - nextChange: The time at which a ramp or its direction ends, or a cycle in a ramp; `nil` if no
  ///     change waits for the end of the cycle.
  mutating func store(
    _ exact: ExactMotion, in slot: Int, at time: Double, nextChange: Ticks? = nil
  ) {
    let (motion, ramps) = (exact.motion, !exact.motion.hasFinalRate)
    let (tick, rate) = (Int128(rk_time_of(time)), ramps ? 0 : exact.rate)
    let phase = UInt64(truncatingIfNeeded: motion.anchor.position.units)
    let isMoving = exact.state != .idle && !exact.state.isPaused
    forgetChanges(of: slot)
    setFlags(
      (isMoving ? 0 : rk_slot.still) | (exact.state == .idle ? rk_slot.idle : 0)
        | (exact.isTurned ? rk_slot.turned : 0),
      clearing: rk_slot.still | rk_slot.idle | rk_slot.turned, of: slot)
    rk_put_direction(rows.slots + slot, exact.isBackwards)
    if isMoving {
      run(slot, phase: phase, rate: rate, at: motion.anchor.time.units)
    } else {
      hold(slot, phase: phase, rate: rate)
    }
    guard ramps || exact.waitingRate != nil || exact.state.isStopping, let pending = rows.pending
    else { return }
    setFlags(rk_slot.pending, of: slot)
    pending[slot].waits_for_stop = exact.state.isStopping
    pending[slot].waits_for_rate = exact.waitingRate != nil
    pending[slot].rate = exact.waitingRate ?? 0
    if ramps { add(BankRamp(slot: slot, motion: motion)) }
    guard isMoving else { return }
    if ramps {
      enter(slot, due: (nextChange ?? motion.partEndTime).units, at: tick)
    } else {
      rk_enter_boundary(rows.inC, Int64(slot), rk_time(tick))
    }
  }
}
