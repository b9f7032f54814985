// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// Another clock: one that was set, has wrapped, or starts anew with a saved state.

extension RepeatBank {
  /// Moves the whole timeline so that the present time is `newNow`: every repeat continues from there
  /// as it would have from ``now``.
  ///
  /// Exact values at the present time stay, bit for bit. At other times the phase of a repeat that
  /// its slot keeps is within 2^-56 cycle of what it was at the time that has moved there, for each
  /// move; one that is evaluated individually is exact. Ramps, and rates and stops that wait, move
  /// along. Frames keep their bounds. In a new bank it sets the present.
  /// - Parameter newNow: Seconds; within ±``latestTime``.
  /// - Throws: ``BankError/invalidTime(_:)``; nothing is changed then.
  /// - Complexity: O(``endIndex``), some 20 ns a slot: about a hundred frames.
  public mutating func moveTimeline(to newNow: Double) throws(BankError) {
    guard newNow.magnitude <= Self.latestTime else { throw .invalidTime(newNow) }
    let shift = DoubleDouble(newNow) - DoubleDouble(now)
    for individual in individuals {
      guard (try? individual.controller.validateMove(by: shift)) != nil else {
        throw .invalidTime(newNow)
      }
    }
    settleAll()
    let nanoseconds = BankTime(newNow).nanoseconds
    for index in 0..<usedBlocks {
      let count = min(rk_block.slots, endIndex - index * rk_block.slots)
      blocks[index].movePhases(from: now, to: newNow, count: count)
      let epoch = BankFrame.firstEpoch(ofBlock: index, at: nanoseconds, mode)
      blocks[index].rebase(count: count, to: epoch)
    }
    for position in individuals.indices {
      individuals[position].move(from: now, to: newNow)
    }
    now = newNow
  }

  /// Moves the whole timeline by `seconds`, as ``moveTimeline(to:)`` does: for a clock that wraps.
  ///
  /// In a new bank, which has no present yet, it changes nothing.
  /// - Throws: ``BankError/invalidTime(_:)``; nothing is changed then.
  public mutating func shiftTimeline(by seconds: Double) throws(BankError) {
    guard seconds.isFinite else { throw .invalidTime(seconds) }
    if now > -Self.latestTime || count > 0 { try moveTimeline(to: now + seconds) }
  }
}

extension rk_block {
  /// Puts the phases that its slots have at one time to another.
  fileprivate func movePhases(from now: Double, to newNow: Double, count: Int) {
    let newTime = BankTime(newNow)
    for slot in 0..<count where state[slot].isLive && !state[slot].isStill {
      let phase = ExactPhase(bits: exact[slot].phaseBits(at: now) >> 8)
      exact[slot].setPhase(phase, at: newTime)
    }
  }
}

extension IndividualRepeat {
  /// Brings it to the bank's present first: all of them then move by the same.
  fileprivate mutating func move(from now: Double, to newNow: Double) {
    controller.advanceSilently(to: now)
    do {
      try controller.moveTimeline(to: newNow)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
