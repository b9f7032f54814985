// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

/// A command with all that it takes to apply it; its numbers have been checked.
struct BankCommand {
  let command: RepeatCommand
  let policy: RatePolicy
  let time: Double
  let bankTime: BankTime
}

extension RepeatBank {
  /// Applies a command to a slot that holds a repeat.
  mutating func apply(_ command: BankCommand, to index: Int) {
    // A member's run has no end.
    if case .repeatCount = command.command { return }
    settle(index)
    let (block, slot) = locate(index)
    if !block.state[slot].isIndividual {
      if block.apply(command, slot) { return block.refreshFrame(slot) }
      evaluateIndividually(index, at: command.time)
    }
    guard let position = individualIndex(of: index) else { return }
    individuals[position].controller.apply(command.command, command.policy, at: command.time)
    takeBack(position)
  }
}

extension rk_block {
  /// Applies a command to a repeat that its slot keeps.
  /// - Returns: Whether the slot can keep what comes of it; if not, nothing is changed.
  fileprivate func apply(_ command: BankCommand, _ slot: Int) -> Bool {
    let flags = state[slot]
    let time = command.bankTime
    switch command.command {
    case .rate(let rate):
      if !flags.isIdle, exact[slot].rate != units(of: rate, at: slot) {
        switch command.policy {
        case .phaseMatched(let ramp, _): guard ramp == 0 else { return false }
        case .restartPerCycle: guard hasNoCycleToEnd(time, slot) else { return false }
        }
      }
      request(rate, at: time, slot)
    case .ramp(let rate, let seconds, _):
      guard seconds == 0 || flags.isIdle else { return false }
      request(rate, at: time, slot)
    case .hold: setRate(.zero, at: time, slot)
    case .reverse:
      setRate(exact[slot].rate.negated, at: time, slot)
      turnRound(slot)
    case .pause: if !flags.isStill { keepStill(at: phase(at: time, slot), slot) }
    case .resume: if flags.isPaused { run(from: exact[slot].stillPhase, at: time, slot) }
    case .start: if flags.isIdle { run(from: ExactPhase(bits: 0), at: time, slot) }
    case .stop(let mode): return flags.isIdle || stop(mode, at: time, slot)
    case .seek(let position, _):
      if flags.isIdle { return true }
      let phase = ExactPhase(requested: position.phase)
      if flags.isPaused {
        exact[slot].stillPhase = phase
      } else {
        exact[slot].setPhase(phase, at: time)
      }
    case .policy, .repeatCount: break
    }
    return true
  }

  // MARK: - Rates

  /// Takes a requested rate at once, and notes whether its direction is the requested one.
  func request(_ rate: RepeatRate, at time: BankTime, _ slot: Int) {
    let target = units(of: rate, at: slot)
    if exact[slot].rate != target { setRate(target, at: time, slot) }
    if state[slot].isIdle, target == .zero {
      // The next run is turned still, from what is requested now.
      set(rk_slot_state.backwards, (rate.direction < 0) != state[slot].isTurned, slot)
    } else {
      let isTurned = exact[slot].direction(in: state[slot]) != rate.direction
      set(rk_slot_state.turned, isTurned, slot)
    }
  }

  /// The same for a repeat that runs as requested, and that its exact state alone describes.
  @inline(__always)
  func requestPlainly(hertz: Double, at time: rk_change_time, _ slot: Int) {
    if hertz == 0 { noteStandstill(slot) }
    phase[slot] = rk_change_rate(exact + slot, hertz, time, header, phase[slot])
    show(rate: Float(hertz), slot)
  }

  /// What a requested rate is in units.
  @inline(__always)
  private func units(of rate: RepeatRate, at slot: Int) -> StoredRate {
    StoredRate(rate.precise(direction: exact[slot].directionOfDuration(in: state[slot])))
  }

  /// A rate that waits for the end of the cycle takes effect at once here, as on a controller.
  private func hasNoCycleToEnd(_ time: BankTime, _ slot: Int) -> Bool {
    let present =
      state[slot].isStill ? exact[slot].stillPhase.precise : exact[slot].precisePhase(at: time)
    return exact[slot].rate == .zero || present == .zero
  }

  private func setRate(_ rate: StoredRate, at time: BankTime, _ slot: Int) {
    keepDirection(slot)
    if state[slot].isStill {
      exact[slot].setStillRate(rate)
    } else {
      exact[slot].setRate(rate, at: time)
    }
  }

  // MARK: - Direction

  /// Flips the direction at rate 0, and the mark that it differs from the requested one.
  private func turnRound(_ slot: Int) {
    let backwards = state[slot].directionAtZero < 0
    set(rk_slot_state.backwards, !backwards, slot)
    set(rk_slot_state.turned, !state[slot].isTurned, slot)
  }

  /// Remembers the direction of its rate, which a rate of 0 does not have.
  private func keepDirection(_ slot: Int) {
    let rate = exact[slot].rate
    if rate != .zero { set(rk_slot_state.backwards, rate.isNegative, slot) }
  }

  /// A rate of 0 Hz, which requests to run forwards, takes the place of its rate.
  @inline(never)
  private func noteStandstill(_ slot: Int) {
    keepDirection(slot)
    set(rk_slot_state.turned, state[slot].directionAtZero < 0, slot)
  }

  // MARK: - Running

  private func phase(at time: BankTime, _ slot: Int) -> ExactPhase {
    state[slot].isStill
      ? exact[slot].stillPhase : ExactPhase(exact[slot].precisePhase(at: time))
  }

  private func keepStill(at phase: ExactPhase, _ slot: Int) {
    set(rk_slot_state.still, true, slot)
    exact[slot].stillPhase = phase
  }

  private func run(from phase: ExactPhase, at time: BankTime, _ slot: Int) {
    set(rk_slot_state.still | rk_slot_state.idle, false, slot)
    exact[slot].setPhase(phase, at: time)
  }

  /// - Returns: Whether it has ended: a slot cannot keep a stop that waits.
  private func stop(_ mode: StopMode, at time: BankTime, _ slot: Int) -> Bool {
    let present = phase(at: time, slot)
    switch mode {
    case .atCycleEnd:
      guard present.bits == 0 else { return false }
      keepStill(at: present, slot)
    case .immediately: keepStill(at: ExactPhase(bits: 0), slot)
    case .freeze: keepStill(at: present, slot)
    }
    set(rk_slot_state.idle, true, slot)
    if state[slot].isTurned {
      // A reversal belongs to its run: the next one goes in the direction of the requested rate.
      exact[slot].setStillRate(exact[slot].rate.negated)
      turnRound(slot)
    }
    return true
  }
}
