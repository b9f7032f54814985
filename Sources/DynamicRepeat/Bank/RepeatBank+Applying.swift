// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A command with all that it takes to carry it out; its numbers have been checked.
struct BankOrder {
  let command: RepeatCommand
  let policy: RatePolicy
  let time: Double
  let bankTime: BankTime
}

extension RepeatBank {
  /// Carries out an order at a place that holds a repeat.
  mutating func apply(_ order: BankOrder, to index: Int) {
    let (block, place) = locate(index)
    if !block.state[place].isAside {
      if block.applyPlainly(order, place) { return block.refreshHot(place) }
      setAside(index, at: order.time)
    }
    guard let position = asideIndex(of: index) else { return }
    aside[position].controller.carryOut(order)
    foldIfPlain(position)
  }
}

extension BankBlock {
  /// Carries out what the master word can tell.
  /// - Returns: Whether it can.
  func applyPlainly(_ order: BankOrder, _ place: Int) -> Bool {
    let flags = state[place]
    let isPaused = flags.isStill && !flags.isIdle
    switch order.command {
    case .rate(let rate):
      let target = units(of: rate, at: place)
      if master[place].rate == target { return true }
      switch order.policy {
      case .phaseMatched(let ramp, _):
        guard ramp == 0 || flags.isIdle else { return false }
      default:
        guard flags.isIdle || hasNoCycleToEnd(order.bankTime, place) else { return false }
      }
      setRate(target, at: order.bankTime, place)
    case .ramp(let rate, let seconds, _):
      guard seconds == 0 || flags.isIdle else { return false }
      setRate(units(of: rate, at: place), at: order.bankTime, place)
    case .hold: setRate(.zero, at: order.bankTime, place)
    case .reverse:
      setRate(master[place].rate.negated, at: order.bankTime, place)
      state[place].set(PlaceState.backwards, state[place].lastDirection > 0)
    case .pause:
      if !flags.isStill {
        stand(at: ExactPhase(master[place].precisePhase(at: order.bankTime)), place)
      }
    case .resume:
      if isPaused { run(from: master[place].stillPhase, at: order.bankTime, place) }
    case .start:
      if flags.isIdle { startRun(at: order.bankTime, place) }
    case .stop(let mode): return flags.isIdle || stop(mode, at: order.bankTime, place)
    case .seek(let position, _):
      if flags.isIdle { return true }
      if isPaused {
        master[place].stillPhase = ExactPhase(asked: position.phase)
      } else {
        master[place].setPhase(ExactPhase(asked: position.phase), at: order.bankTime)
      }
    case .policy: break
    }
    return true
  }

  /// What a requested rate is in units; one in hertz cancels reversals of the next run.
  @inline(__always)
  func units(of rate: RepeatRate, at place: Int) -> MasterRate {
    if state[place].isIdle, case .hertz(let hertz) = rate, hertz != 0 {
      state[place].set(PlaceState.backwards, false)
    }
    return MasterRate(rate.precise(direction: master[place].directionOfDuration(in: state[place])))
  }

  /// An order that waits for the end of the cycle holds at once here, as on a controller.
  private func hasNoCycleToEnd(_ time: BankTime, _ place: Int) -> Bool {
    let word = master[place]
    let phase = state[place].isStill ? word.stillPhase.precise : word.precisePhase(at: time)
    return word.rate == .zero || phase == .zero
  }

  @inline(__always)
  func setRate(_ rate: MasterRate, at time: BankTime, _ place: Int) {
    keepDirection(place)
    if state[place].isStill {
      master[place].setStillRate(rate)
    } else {
      master[place].setRate(rate, at: time)
    }
  }

  /// A rate at once, for one that its master word alone tells.
  @inline(__always)
  func setPlainRate(hertz: Double, at time: rk_change_time, _ place: Int) {
    if hertz == 0 { keepDirection(place) }
    phase[place] = master[place].setRate(
      hertz: hertz, at: time, in: &header.pointee.inC, hotPhase: phase[place])
    show(rate: Float(hertz), place)
  }

  /// Puts a rate into the hot arrays.
  @inline(__always)
  func show(rate newRate: Float, _ place: Int) {
    rate[place] = newRate
    if newRate.magnitude > header.pointee.inC.highest_rate {
      header.pointee.inC.highest_rate = newRate.magnitude
    }
    if newRate < 0 { header.pointee.inC.may_run_back = true }
  }

  /// Remembers the direction of its rate, which a rate of 0 does not have.
  @inline(never)
  private func keepDirection(_ place: Int) {
    let rate = master[place].rate
    if rate != .zero, !state[place].isIdle {
      state[place].set(PlaceState.backwards, rate.isNegative)
    }
  }

  private func stand(at phase: ExactPhase, _ place: Int) {
    state[place].set(PlaceState.still, true)
    master[place].stillPhase = phase
  }

  private func run(from phase: ExactPhase, at time: BankTime, _ place: Int) {
    state[place].set(PlaceState.still | PlaceState.idle, false)
    master[place].setPhase(phase, at: time)
  }

  private func startRun(at time: BankTime, _ place: Int) {
    run(from: ExactPhase(bits: 0), at: time, place)
  }

  /// - Returns: Whether it has ended: a stop that waits takes more than the word.
  private func stop(_ mode: StopMode, at time: BankTime, _ place: Int) -> Bool {
    let word = master[place]
    let phase =
      state[place].isStill ? word.stillPhase : ExactPhase(word.precisePhase(at: time))
    switch mode {
    case .atCycleEnd:
      guard phase.bits == 0 else { return false }
      stand(at: phase, place)
    case .immediately: stand(at: ExactPhase(bits: 0), place)
    case .freeze: stand(at: phase, place)
    }
    state[place].set(PlaceState.idle, true)
    state[place].set(PlaceState.backwards, false)
    return true
  }
}

extension RepeatController {
  fileprivate mutating func carryOut(_ order: BankOrder) {
    // What it reports is kept for the frame, not taken here.
    moveOn(to: order.time)
    var command = order.command
    if case .rate = command { performValid(.policy(order.policy)) }
    if case .seek(let target, let isSilent) = command {
      // A bank's repeats are told by phase: the cycle stays.
      let cycle = motion.state(at: DoubleDouble(now)).position.cycle
      command = .seek(
        to: CyclePosition(cycle: cycle, phase: target.phase), isSilent: isSilent)
    }
    performValid(command)
    // A bank keeps one rate for each repeat: a reversal stays until the next rate, through new runs.
    requestedRate = .hertz((schedule.boundaryRate ?? motion.curve.endRate).high)
  }

  /// Advances without handing out what happened.
  mutating func moveOn(to time: Double) {
    let frame = DoubleDouble(time)
    pass(through: frame)
    report(upTo: motion.state(at: frame), at: frame)
    now = time
  }
}
