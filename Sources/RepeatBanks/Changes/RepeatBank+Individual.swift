// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// The individually evaluated repeats. For each of them, its slot's exact state has its index among
// them in place of a rate, and the phase that it had in the last frame.

extension RepeatBank {
  /// Which of the individual repeats it is, if it is one.
  func individualIndex(of index: Int) -> Int? {
    let (block, slot) = locate(index)
    return block.state[slot].isIndividual ? block.exact[slot].controllerIndex : nil
  }

  mutating func evaluateIndividually(_ index: Int, at time: Double) {
    settle(index)
    let (block, slot) = locate(index)
    let individual = IndividualRepeat(
      index: index, exact: block.exactState(slot), state: block.state[slot], at: time)
    block.set(rk_slot_state.individual | rk_slot_state.still, true, slot)
    block.exact[slot].controllerIndex = individuals.count
    individuals.append(individual)
    show(individuals.count - 1, at: time)
  }

  /// Takes a repeat from among them; its slot has to be written anew.
  mutating func removeIndividual(of index: Int) {
    guard let position = individualIndex(of: index) else { return }
    let last = individuals.removeLast()
    guard position < individuals.count else { return }
    individuals[position] = last
    let (block, slot) = locate(last.index)
    block.exact[slot].controllerIndex = position
  }

  /// Back to its slot, if that can keep all of it again.
  mutating func takeBack(_ position: Int) {
    guard let plain = individuals[position].controller.plain else {
      return show(position, at: individuals[position].controller.now)
    }
    let index = individuals[position].index
    removeIndividual(of: index)
    let (block, slot) = locate(index)
    block.keep(plain, slot)
  }

  /// Moves all of them to a frame's time.
  mutating func moveIndividuals(to time: Double) {
    // Backwards, as taking one back puts the last one in its place.
    for position in stride(from: individuals.count - 1, through: 0, by: -1) {
      if time >= individuals[position].controller.now {
        individuals[position].controller.advanceSilently(to: time)
        takeBack(position)
      } else {
        show(position, at: time)
      }
    }
  }

  /// Its phase goes into the rows that the frame is evaluated from.
  private func show(_ position: Int, at time: Double) {
    let (block, slot) = locate(individuals[position].index)
    let phase = individuals[position].position(at: time).phase
    block.exact[slot].stillPhase = ExactPhase(requested: phase)
    block.refreshFrame(slot)
  }
}
