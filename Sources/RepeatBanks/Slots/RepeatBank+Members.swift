// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

extension RepeatBank {
  /// Adds a repeat that runs from `time` on.
  /// - Parameters:
  ///   - rate: The rate; negative rates run backwards, 0 holds.
  ///   - phase: The phase at `time`, in [0, 1); 0 is the start of the cycle.
  ///   - time: Seconds, not before ``now``.
  /// - Returns: The ID of the repeat.
  /// - Throws: The ``BankError`` that names the invalid number, ``BankError/full(capacity:)``,
  ///   ``BankError/noMemory``.
  /// - Complexity: O(1) amortized; the memory doubles if it is full, unless it was reserved.
  @discardableResult
  public mutating func add(_ rate: RepeatRate, phase: Double = 0, at time: Double)
    throws(BankError) -> RepeatID
  {
    try Self.check(rate)
    let phase = try Self.check(phase: phase)
    let tick = try check(time)
    let slot = try takeSlot(at: tick)
    advance(to: time)
    occupy(slot)
    rk_run(rows.inC, Int64(slot), phase, rk_rate(Self.inEffect(rate)), tick)
    return RepeatID(index: slot, generation: rows.slots[slot].generation &+ nameBase)
  }

  /// Removes a repeat; its slot is free until another repeat is added.
  /// - Throws: ``BankError/staleID(_:)``.
  public mutating func remove(_ id: RepeatID) throws(BankError) {
    removeLive(at: try check(id))
  }

  /// Removes all repeats in a range of slots.
  /// - Throws: ``BankError/rangeOutside(_:count:)``.
  public mutating func remove(in range: Range<Int>) throws(BankError) {
    try check(range)
    for slot in range.reversed() where rows.slots[slot].isLive { removeLive(at: slot) }
  }

  /// Reserves memory, so that adding up to `total` repeats allocates nothing.
  /// - Precondition: `total` is within ``capacity``, and the system has the memory.
  public mutating func reserveCapacity(_ total: Int) {
    precondition(
      total >= 0 && total <= capacity,
      "the reserved capacity must be 0 to \(capacity) repeats, but is \(total)")
    precondition(makeRoom(for: total), "there is no memory for \(total) repeats")
  }

  /// Reserves memory, and reports a failure to the caller.
  /// - Returns: Whether there is enough memory.
  package mutating func makeRoom(for total: Int) -> Bool { rows.grow(to: total) }

  /// The size of the bank's rows in bytes.
  package var size: Int { rows.size }

  // MARK: - Slots

  private mutating func takeSlot(at time: rk_time) throws(BankError) -> Int {
    guard count < capacity else { throw .full(capacity: capacity) }
    if firstFree >= 0 {
      let slot = firstFree
      firstFree = Int(Int64(bitPattern: rows.slots[slot].rate_low))
      settle(slot)
      return slot
    }
    guard endIndex < 1 << 31 else { throw .full(capacity: capacity) }
    if endIndex == rows.room {
      guard rows.grow(to: 2 * rows.room) else { throw .noMemory }
    }
    let chunk = endIndex / BankRows.chunk
    if endIndex % BankRows.chunk == 0 { rows.chunks[chunk].epoch = rk_epoch(Int64(chunk), time) }
    settle(endIndex)
    endIndex += 1
    return endIndex - 1
  }

  /// Marks a free slot as used by a repeat.
  mutating func occupy(_ slot: Int) {
    rows.slots[slot] = rk_slot(
      rate_low: 0, state: rows.slots[slot].generation + 1, phase_low: 0)
    setFlags(rk_slot.live, of: slot)
    count += 1
  }

  private mutating func removeLive(at slot: Int) {
    settle(slot)
    forgetChanges(of: slot)
    let generation = rows.slots[slot].generation
    setFlags(0, clearing: rk_slot.live, of: slot)
    rows.slots[slot] = rk_slot(rate_low: 0, state: generation, phase_low: 0)
    rows.inC.pointee.phase[slot] = 0
    rows.inC.pointee.rate[slot] = 0
    mark(slot)
    count -= 1
    guard generation < rk_slot.lastGeneration else { return }
    rows.slots[slot].rate_low = UInt64(bitPattern: Int64(firstFree))
    firstFree = slot
  }
}
