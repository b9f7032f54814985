// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// These methods apply commands to a slot, with the same effect as on a controller. The caller has
// checked the command, carried out all changes that are due by the command's time, and made sure
// that the slot's chunk does not follow a field (new rates for each frame).

extension RepeatBank {
  mutating func apply(
    _ command: RepeatCommand, to slot: Int, at time: Int128, _ policy: RatePolicy
  ) {
    arrive(slot, at: time)
    let state = rows.slots[slot]
    mark(slot)
    switch command {
    case .start: start(slot, at: time)
    case .stop(let mode): if !state.isIdle { stop(slot, mode, at: time) }
    case .pause: if !state.isStill { pause(slot, at: time) }
    case .resume: if state.isPaused { resume(slot, at: time) }
    case .reverse: reverse(slot, at: time)
    case .rate(let rate):
      if case .phaseMatched(let seconds) = policy {
        request(rate, of: slot, at: time, over: Int128(rk_time_of(seconds)), keepsRamp: true)
      } else {
        requestAtBoundary(rate, of: slot, at: time)
      }
    case .ramp(let rate, let seconds):
      request(rate, of: slot, at: time, over: Int128(rk_time_of(seconds)))
    case .seek(let position, _):
      if !state.isIdle { seek(slot, to: UInt64(position.phase * 0x1p64), at: time) }
    case .policy, .repeatCount: break
    }
  }

  /// Carries out a change whose boundary is within 2^-56 cycle of the slot's phase, because
  /// rounding may separate two times that mean the same boundary.
  private mutating func arrive(_ slot: Int, at time: Int128) {
    guard waits(slot), let pending = rows.pending, pending[slot].waitsForBoundary,
      Int128(pending[slot].due) - time < 1 << 44, settledPhase(of: slot, at: time) == 0
    else { return }
    pending[slot].due = rk_time(time)
    carryOutChange(of: slot)
  }

  // MARK: Rates

  /// The rate to apply, and whether its direction is opposite to that of the request.
  private func meaning(_ rate: RepeatRate, of slot: Int) -> (rate: Int128, isTurned: Bool) {
    let state = rows.slots[slot]
    let wasTurned = state.state & rk_slot.turned != 0
    guard case .cycleDuration = rate else {
      let inEffect = Self.inEffect(rate, direction: 1)
      return (inEffect, state.isIdle && inEffect == 0 && wasTurned)
    }
    if state.isIdle { return (Self.inEffect(rate, direction: wasTurned ? -1 : 1), wasTurned) }
    let direction = comingDirection(of: slot)
    return (Self.inEffect(rate, direction: direction), direction < 0)
  }

  /// The direction of motion after the pending change; a rate requested as a duration keeps this
  /// direction.
  private func comingDirection(of slot: Int) -> Int128 {
    let change = pendingChange(of: slot)
    if change.waits_for_rate, change.rate != 0 { return change.rate.signum() }
    if let ramp = ramp(of: slot) { return (ramp.to != 0 ? ramp.to : ramp.from).signum() }
    let rate = storedRate(of: slot)
    return rate != 0 ? rate.signum() : isBackwards(ofSlot: slot, at: 0) ? -1 : 1
  }

  /// Records the direction of a ramp that is not paused, because the ramp may end before the motion
  /// has another direction.
  func rememberDirection(of slot: Int, at time: Int128) {
    guard let ramp = ramp(of: slot), !ramp.isPaused else { return }
    rk_put_direction(rows.slots + slot, ramp.direction(at: time) < 0)
  }

  private func setTurned(_ isTurned: Bool, _ slot: Int) {
    setFlags(isTurned ? rk_slot.turned : 0, clearing: rk_slot.turned, of: slot)
  }

  /// Changes the rate at once or by a ramp.
  /// - Parameters:
  ///   - length: The ramp's duration in 2^-64 s.
  ///   - keepsRamp: Whether a running ramp to the same rate continues if it ends no later than the
  ///     new ramp.
  mutating func request(
    _ rate: RepeatRate, of slot: Int, at time: Int128, over length: Int128, keepsRamp: Bool = false
  ) {
    let (target, isTurned) = meaning(rate, of: slot)
    setTurned(isTurned, slot)
    let state = rows.slots[slot]
    rows.pending?[slot].waits_for_rate = false
    if state.isIdle { return hold(slot, phase: storedPhase(of: slot), rate: target) }
    if keepsRamp, length > 0, let ramp = ramp(of: slot), ramp.to == target {
      let left = ramp.isPaused ? ramp.length : ramp.end - time
      if left <= length { return plan(slot, at: time) }
    }
    let present = self.rate(ofSlot: slot, at: time)
    let phase = self.phase(ofSlot: slot, at: time)
    rememberDirection(of: slot, at: time)
    if length > 0, present != target {
      var ramp = BankRamp(
        slot: slot, start: time, length: length, from: present, to: target, phase: phase)
      ramp.isPaused = state.isStill
      beginRamp(ramp)
    } else {
      endRamp(of: slot)
      if state.isStill {
        hold(slot, phase: storedPhase(of: slot), rate: target)
      } else {
        run(slot, phase: phase, rate: target, at: time)
      }
    }
    comeToRest(slot)
    plan(slot, at: time)
  }

  /// Changes the rate at the end of the present cycle.
  private mutating func requestAtBoundary(_ rate: RepeatRate, of slot: Int, at time: Int128) {
    let (target, isTurned) = meaning(rate, of: slot)
    if rk_wait(rows.inC, Int64(slot), rk_rate(target), rk_time(time)) {
      return setTurned(isTurned, slot)
    }
    let state = rows.slots[slot]
    let phase = settledPhase(of: slot, at: time)
    let present = self.rate(ofSlot: slot, at: time)
    if state.isIdle || phase == 0 || (rampIndex(of: slot) == nil && present == 0) {
      return request(rate, of: slot, at: time, over: 0)
    }
    setTurned(isTurned, slot)
    rows.pending![slot].waits_for_rate = true
    rows.pending![slot].rate = target
    plan(slot, at: time)
  }

  /// Carries out a waiting stop if the rate is 0, because the motion then reaches no boundary.
  private mutating func comeToRest(_ slot: Int) {
    guard let pending = rows.pending, pending[slot].waits_for_stop, !rows.slots[slot].isStill,
      ramp(of: slot) == nil
    else { return }
    let rate = storedRate(of: slot)
    if rate == 0 { endRun(of: slot, phase: 0, rate: rate) }
  }

  /// The phase; 0 within 2^-56 cycle of a boundary, because rounding may separate two times that
  /// mean the same boundary.
  private func settledPhase(of slot: Int, at time: Int128) -> UInt64 {
    let phase = phase(ofSlot: slot, at: time)
    return phase &+ 1 << 8 <= 1 << 9 ? 0 : phase
  }

  private func storedPhase(of slot: Int) -> UInt64 { rk_stored_phase(rows.inC, Int64(slot)) }

  // MARK: Runs

  private mutating func start(_ slot: Int, at time: Int128) {
    guard rows.slots[slot].isIdle else {
      rows.pending?[slot].waits_for_stop = false
      return plan(slot, at: time)
    }
    let rate = storedRate(of: slot)
    let isTurned = rows.slots[slot].state & rk_slot.turned != 0
    // At rate 0, this direction is kept for a rate that is requested later as a duration.
    rk_put_direction(rows.slots + slot, isTurned)
    setFlags(0, clearing: rk_slot.still | rk_slot.idle, of: slot)
    run(slot, phase: 0, rate: rate, at: time)
  }

  private mutating func stop(_ slot: Int, _ mode: StopMode, at time: Int128) {
    let isStill = rows.slots[slot].isStill
    let present = ramp(of: slot)?.to ?? storedRate(of: slot)
    let change = pendingChange(of: slot)
    let requested = change.waits_for_rate ? change.rate : present
    switch mode {
    case .immediately: endRun(of: slot, phase: 0, rate: requested)
    case .freeze:
      let phase = settledPhase(of: slot, at: time)
      rememberDirection(of: slot, at: time)
      endRun(of: slot, phase: phase, rate: requested, keepsValue: true)
    case .atCycleEnd:
      let rests = !isStill && present == 0 && ramp(of: slot) == nil
      guard settledPhase(of: slot, at: time) != 0, !rests else {
        return endRun(of: slot, phase: 0, rate: requested)
      }
      rows.pending![slot].waits_for_stop = true
      plan(slot, at: time)
    }
  }

  private mutating func pause(_ slot: Int, at time: Int128) {
    let phase = settledPhase(of: slot, at: time)
    let rate = storedRate(of: slot)
    rememberDirection(of: slot, at: time)
    changeRamp(of: slot) { ramp in
      ramp = ramp.rest(from: time, phase: phase)
      ramp.isPaused = true
    }
    setFlags(rk_slot.still, of: slot)
    hold(slot, phase: phase, rate: rate)
    plan(slot, at: time)
  }

  private mutating func resume(_ slot: Int, at time: Int128) {
    let phase = phase(ofSlot: slot, at: time)
    let rate = storedRate(of: slot)
    setFlags(0, clearing: rk_slot.still, of: slot)
    run(slot, phase: phase, rate: rate, at: time)
    changeRamp(of: slot) { ramp in
      ramp.start = time
      ramp.isPaused = false
    }
    if let pending = rows.pending, pending[slot].waitsForBoundary, rate == 0, ramp(of: slot) == nil
    {
      // The rate was set to 0 during the pause, so the slot reaches no boundary. The pending change
      // takes effect now.
      if pending[slot].waits_for_rate {
        pending[slot].waits_for_rate = false
        run(slot, phase: phase, rate: pending[slot].rate, at: time)
      }
      comeToRest(slot)
    }
    plan(slot, at: time)
  }

  private mutating func reverse(_ slot: Int, at time: Int128) {
    let state = rows.slots[slot]
    let rate = -storedRate(of: slot)
    setFlags(~state.state & rk_slot.turned, clearing: rk_slot.turned, of: slot)
    rememberDirection(of: slot, at: time)
    // An idle slot keeps its value.
    if !state.isIdle { rows.slots[slot].state ^= UInt32(RK_BACKWARDS) }
    if state.isStill {
      hold(slot, phase: storedPhase(of: slot), rate: rate)
    } else {
      run(slot, phase: settledPhase(of: slot, at: time), rate: rate, at: time)
    }
    changeRamp(of: slot) { ramp in
      if !ramp.isPaused { ramp = ramp.rest(from: time, phase: ramp.phase(at: time)) }
      (ramp.from, ramp.to) = (-ramp.from, -ramp.to)
    }
    if let pending = rows.pending, pending[slot].waits_for_rate {
      pending[slot].rate = -pending[slot].rate
    }
    plan(slot, at: time)
  }

  private mutating func seek(_ slot: Int, to phase: UInt64, at time: Int128) {
    let rate = storedRate(of: slot)
    let isStill = rows.slots[slot].isStill
    changeRamp(of: slot) { ramp in
      if !ramp.isPaused { ramp = ramp.rest(from: time, phase: phase) }
      ramp.phase = phase
    }
    if isStill {
      hold(slot, phase: phase, rate: rate)
    } else {
      run(slot, phase: phase, rate: rate, at: time)
    }
    plan(slot, at: time)
  }
}
