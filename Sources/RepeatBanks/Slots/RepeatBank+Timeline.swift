// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// The timeline moves if the clock was set or has wrapped, or if a saved state continues under
// another clock.

extension RepeatBank {
  /// Moves the whole timeline so that ``now`` becomes `newNow`; every repeat continues without a
  /// jump.
  ///
  /// The exact values at the old and the new ``now`` are equal, bit for bit. Pending changes and
  /// ramps move along. In a new bank the call sets ``now``.
  /// - Parameter newNow: Seconds; within ±``latestTime``.
  /// - Throws: ``BankError/invalidTime(_:)``. An error changes nothing.
  /// - Complexity: O(``endIndex``), about 10 ns per slot.
  public mutating func moveTimeline(to newNow: Double) throws(BankError) {
    guard newNow.magnitude <= Self.latestTime else { throw .invalidTime(newNow) }
    let (old, new) = (Int128(rk_time_of(now)), Int128(rk_time_of(newNow)))
    for chunk in 0..<chunkCount {
      settle(chunk: chunk)
      let first = chunk * BankRows.chunk
      let phases = (first..<first + usedSlots(ofChunk: chunk)).map { slot in
        rk_phase_at(rows.inC, Int64(slot), rk_time(old))
      }
      rows.chunks[chunk].epoch = rk_epoch(Int64(chunk), rk_time(new))
      for (slot, phase) in zip(first..., phases)
      where rows.slots[slot].isLive && !rows.slots[slot].isStill {
        run(slot, phase: phase, rate: storedRate(of: slot), at: new)
      }
    }
    for index in ramps.indices { ramps[index].motion.shift(by: Ticks(units: new - old)) }
    now = newNow
    shaderRowsEnd = -.infinity
    enterAll(movedBy: new - old, at: new)
  }
}
