// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

/// A repeat that a controller of its own evaluates, because a phase and a rate do not describe it.
///
/// It is under a ramp, or has a rate or a stop that waits for the end of the cycle. As soon as a phase
/// and a rate describe it again, its slot takes it back.
struct IndividualRepeat {
  let index: Int
  var controller: RepeatController

  /// The repeat of a slot at `time`.
  init(index: Int, exact: rk_exact, state: rk_slot_state, at time: Double) {
    self.index = index
    let phase =
      state.isStill ? exact.stillPhase.precise : exact.precisePhase(at: BankTime(time))
    let plain = PlainRepeat(
      time: DoubleDouble(time), fraction: phase, rate: exact.rate.hertz,
      direction: exact.direction(in: state), isTurned: state.isTurned,
      activity: state.isIdle ? .idle : state.isStill ? .paused : .running)
    controller = RepeatController(continuing: plain, now: time)
  }

  /// The position at a time at or after the last command or frame that it had.
  func position(at time: Double) -> CyclePosition { controller.sample(at: time).position }
}

extension rk_block {
  /// Keeps a repeat that a phase and a rate describe.
  func keep(_ plain: PlainRepeat, _ slot: Int) {
    set(rk_slot_state.individual, false, slot)
    set(rk_slot_state.still, plain.activity != .running, slot)
    set(rk_slot_state.idle, plain.activity == .idle, slot)
    set(rk_slot_state.backwards, plain.direction < 0, slot)
    set(rk_slot_state.turned, plain.isTurned, slot)
    exact[slot] = rk_exact(rate: StoredRate(plain.rate))
    if plain.activity == .running {
      exact[slot].setPhase(ExactPhase(plain.fraction), at: BankTime(plain.time))
    } else {
      exact[slot].stillPhase = ExactPhase(plain.fraction)
    }
    refreshFrame(slot)
  }
}
