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
      if !flags.isIdle, master[place].rate != units(of: rate, at: place) {
        switch order.policy {
        case .phaseMatched(let ramp, _): guard ramp == 0 else { return false }
        case .restartPerCycle:
          guard hasNoCycleToEnd(order.bankTime, place) else { return false }
        }
      }
      request(rate, at: order.bankTime, place)
    case .ramp(let rate, let seconds, _):
      guard seconds == 0 || flags.isIdle else { return false }
      request(rate, at: order.bankTime, place)
    case .hold: setRate(.zero, at: order.bankTime, place)
    case .reverse:
      setRate(master[place].rate.negated, at: order.bankTime, place)
      turnRound(place)
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

  /// Takes a requested rate at once, and notes whether its direction is the requested one.
  func request(_ rate: RepeatRate, at time: BankTime, _ place: Int) {
    let target = units(of: rate, at: place)
    if master[place].rate != target { setRate(target, at: time, place) }
    if state[place].isIdle, target == .zero {
      // The next run is turned still, from what is requested now.
      state[place].set(PlaceState.backwards, (rate.direction < 0) != state[place].isTurned)
    } else {
      noteTurn(from: rate.direction, place)
    }
  }

  /// What a requested rate is in units.
  @inline(__always)
  private func units(of rate: RepeatRate, at place: Int) -> MasterRate {
    MasterRate(rate.precise(direction: master[place].directionOfDuration(in: state[place])))
  }

  private func noteTurn(from requested: Int, _ place: Int) {
    state[place].set(
      PlaceState.turned, master[place].direction(in: state[place]) != requested)
  }

  /// The direction at rate 0 is the other one, and another one than was requested, or that again.
  private func turnRound(_ place: Int) {
    state[place].bits ^= PlaceState.backwards | PlaceState.turned
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
    if hertz == 0 { noteStandstill(place) }
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
    if rate != .zero { state[place].set(PlaceState.backwards, rate.isNegative) }
  }

  /// A rate of 0 Hz, which counts as a request to run forwards, takes the place of its rate.
  @inline(never)
  private func noteStandstill(_ place: Int) {
    keepDirection(place)
    state[place].set(PlaceState.turned, state[place].directionAtZero < 0)
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
    if state[place].isTurned {
      // A reversal belongs to its run: the next one goes in the direction of the requested rate.
      master[place].setStillRate(master[place].rate.negated)
      turnRound(place)
    }
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
  }

  /// Advances without handing out what happened.
  mutating func moveOn(to time: Double) {
    let frame = DoubleDouble(time)
    pass(through: frame)
    report(upTo: motion.state(at: frame), at: frame)
    now = time
  }
}
