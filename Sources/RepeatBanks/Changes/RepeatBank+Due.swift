// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

// A pending change is a rate or a stop that waits for the end of the cycle, or the end of a ramp.

extension RepeatBank {
  /// The pending change of a slot; all zeros if there is none.
  func pendingChange(of slot: Int) -> rk_change {
    rows.pending.map { $0[slot] } ?? rk_change()
  }

  /// The index of a slot's ramp, if it ramps.
  @inline(__always)
  func rampIndex(of slot: Int) -> Int? {
    guard rows.slots[slot].state & (rk_slot.pending | rk_slot.still) != 0 else { return nil }
    return rows.pending?[slot].ramp
  }

  /// The ramp of a slot.
  @inline(__always)
  func ramp(of slot: Int) -> BankRamp? { rampIndex(of: slot).map { ramps[$0] } }

  mutating func changeRamp(of slot: Int, _ change: (inout BankRamp) -> Void) {
    if let index = rampIndex(of: slot) { change(&ramps[index]) }
  }

  /// Withdraws the pending change and the ramp.
  mutating func forgetChanges(of slot: Int) {
    endRamp(of: slot)
    if let pending = rows.pending { pending[slot] = rk_change() }
    setFlags(0, clearing: rk_slot.pending, of: slot)
  }

  /// Schedules the next change of a slot after its motion or its pending change was replaced.
  ///
  /// - Parameter time: The bank's present time.
  func plan(_ slot: Int, at time: Int128) {
    guard let pending = rows.pending else { return }
    let isPaused = rows.slots[slot].isStill
    let ramp = ramp(of: slot)
    guard ramp != nil || pending[slot].waitsForBoundary else {
      pending[slot].due = rk_time()
      return setFlags(0, clearing: rk_slot.pending, of: slot)
    }
    setFlags(rk_slot.pending, of: slot)
    guard !isPaused else {
      pending[slot].due = rk_time()
      return
    }
    var due = ramp?.end ?? .max
    if pending[slot].waitsForBoundary {
      let phase = self.phase(ofSlot: slot, at: time)
      if let ramp {
        due = min(due, ramp.rest(from: time, phase: phase).boundary() ?? .max)
      } else {
        let rate = storedRate(of: slot)
        due = time + Self.ticksToBoundary(from: phase, at: rate)
      }
    }
    enter(slot, due: due, at: time)
  }

  /// Records the due time of a slot's next change.
  private func enter(_ slot: Int, due: Int128, at time: Int128) {
    rows.pending?[slot].due = rk_time(due)
    rk_enter(rows.inC, Int64(slot), rk_time(due), rk_time(time))
  }

  /// Recomputes all due times after the timeline was moved by `ticks`.
  func enterAll(movedBy ticks: Int128, at time: Int128) {
    rows.inC.pointee.next = .max
    for chunk in 0..<chunkCount { rows.chunks[chunk].next = .max }
    guard let pending = rows.pending else { return }
    for slot in 0..<endIndex where waits(slot) {
      enter(slot, due: Int128(pending[slot].due) + ticks, at: time)
    }
  }

  func waits(_ slot: Int) -> Bool {
    rows.slots[slot].state & (rk_slot.pending | rk_slot.still) == rk_slot.pending
  }

  /// Carries out all changes due up to a time.
  mutating func passChanges(through time: Double) {
    let tick = rk_time_of(time)
    let last = Int64(truncatingIfNeeded: Int128(tick) >> 54)
    guard rows.inC.pointee.next <= last, let pending = rows.pending else { return }
    rows.inC.pointee.next = .max
    let room = BankRows.chunk + Int(RK_SPARE_SLOTS)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * room) { lists in
      var (slots, others) = (lists.baseAddress!, lists.baseAddress! + room)
      var count = findDue(inChunk: 0, at: tick, slots)
      for chunk in 0..<chunkCount {
        // While the changes of one chunk are carried out, the slots of the next chunk are
        // prefetched.
        let next = chunk + 1 < chunkCount ? findDue(inChunk: chunk + 1, at: tick, others) : 0
        let left = rk_restart(rows.inC, tick, slots, count)
        for slot in UnsafeBufferPointer(start: slots, count: Int(left)).lazy.map(Int.init) {
          while waits(slot), Int128(pending[slot].due) <= Int128(tick) {
            carryOutChange(of: slot)
          }
          // The entry of the slot's next change was limited to `RK_DUE_REACH` after the change that
          // was due. `tick` is later, so the entry is stored again with a limit counted from
          // `tick`.
          if waits(slot) { enter(slot, due: Int128(pending[slot].due), at: Int128(tick)) }
        }
        rows.inC.pointee.next = min(rows.inC.pointee.next, rows.chunks[chunk].next)
        (slots, others, count) = (others, slots, next)
      }
    }
  }

  private func findDue(inChunk chunk: Int, at time: rk_time, _ slots: UnsafeMutablePointer<UInt32>)
    -> Int64
  {
    rk_find_due(kernels.inC, rows.inC, Int64(chunk), time, slots)
  }

  /// Carries out a slot's due change: the end of a ramp, or the change at a boundary.
  mutating func carryOutChange(of slot: Int) {
    guard let pending = rows.pending else { return }
    let due = Int128(pending[slot].due)
    var phase: UInt64 = 0
    var isBoundary = true
    let ramp = ramp(of: slot)
    rememberDirection(of: slot, at: due)
    var rate = ramp?.to ?? storedRate(of: slot)
    if let ramp, ramp.end <= due {
      phase = ramp.phase(at: due)
      // A ramp may end exactly at the awaited boundary; the tolerance of 2^-56 cycle allows for
      // rounding.
      isBoundary = pending[slot].waitsForBoundary && phase &+ 1 << 8 <= 1 << 9
      if isBoundary { phase = 0 }
      endRamp(of: slot)
    }
    let comesToRest = rate == 0 && rampIndex(of: slot) == nil
    if pending[slot].waits_for_rate, isBoundary || comesToRest {
      pending[slot].waits_for_rate = false
      rate = pending[slot].rate
      endRamp(of: slot)
    }
    let rests = rate == 0 && rampIndex(of: slot) == nil
    if pending[slot].waits_for_stop, isBoundary || rests {
      return endRun(of: slot, phase: 0, rate: rate)
    }
    if rampIndex(of: slot) == nil { run(slot, phase: phase, rate: rate, at: due) }
    plan(slot, at: due)
  }

  // MARK: Motions

  /// Starts a steady motion of a slot.
  @inline(__always)
  func run(_ slot: Int, phase: UInt64, rate: Int128, at time: Int128) {
    rk_run(rows.inC, Int64(slot), phase, rk_rate(rate), rk_time(time))
  }

  /// Holds a slot at a phase, with the rate at which the slot will run again.
  func hold(_ slot: Int, phase: UInt64, rate: Int128) {
    rk_hold(rows.inC, Int64(slot), phase, rk_rate(rate))
  }

  /// Starts a ramp: the slot stays in the rows at rate 0, and each frame writes the slot's phase
  /// into the rows.
  mutating func beginRamp(_ ramp: BankRamp) {
    endRamp(of: ramp.slot)
    ramps.append(ramp)
    rows.pending![ramp.slot].ramp = ramps.count - 1
    if ramp.isPaused {
      hold(ramp.slot, phase: ramp.phase, rate: 0)
    } else {
      run(ramp.slot, phase: ramp.phase, rate: 0, at: ramp.start)
    }
    setFlags(rk_slot.pending, of: ramp.slot)
  }

  /// Removes the slot's ramp from the list; the caller starts another motion.
  mutating func endRamp(of slot: Int) {
    guard let index = rampIndex(of: slot) else { return }
    rows.pending![slot].ramp = nil
    let last = ramps.removeLast()
    guard index < ramps.count else { return }
    ramps[index] = last
    rows.pending![last.slot].ramp = index
  }

  /// Ends a run: the slot is then idle at `phase`, stores the rate of the next run, and at phase 0
  /// shows the default state, unless it keeps its value.
  mutating func endRun(of slot: Int, phase: UInt64, rate: Int128, keepsValue: Bool = false) {
    forgetChanges(of: slot)
    if !keepsValue { rk_put_direction(rows.slots + slot, false) }
    let isTurned = rows.slots[slot].state & rk_slot.turned != 0
    hold(slot, phase: phase, rate: isTurned ? -rate : rate)
    setFlags(rk_slot.still | rk_slot.idle, clearing: rk_slot.turned, of: slot)
  }
}
