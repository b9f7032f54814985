// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

// Pending changes: a rate or a stop that waits for the end of the cycle, and the end of a ramp.

extension RepeatBank {
  /// The pending change of a slot; all zeros if there is none.
  func pendingChange(of slot: Int) -> PendingChange {
    rows.pending.map { $0[slot] } ?? PendingChange()
  }

  /// The index of a slot's ramp, if it ramps.
  @inline(__always)
  func rampIndex(of slot: Int) -> Int? {
    guard rows.inC.slot[slot].state & (rk_slot.pending | rk_slot.still) != 0 else { return nil }
    return rows.pending?[slot].ramp
  }

  /// The ramp of a slot.
  @inline(__always)
  func ramp(of slot: Int) -> BankRamp? { rampIndex(of: slot).map { ramps[$0] } }

  /// Withdraws the pending change and the ramp.
  mutating func forgetChanges(of slot: Int) {
    endRamp(of: slot)
    if let pending = rows.pending { pending[slot] = PendingChange() }
    setFlags(0, clearing: rk_slot.pending, of: slot)
  }

  /// Schedules the next change of a slot after its motion or its pending change was replaced.
  ///
  /// - Parameter time: The bank's present.
  mutating func plan(_ slot: Int, at time: Int128) {
    guard let pending = rows.pending else { return }
    let isPaused = rows.inC.slot[slot].isStill
    let ramp = ramp(of: slot)
    guard ramp != nil || pending[slot].waitsForBoundary else {
      pending[slot].due = 0
      return setFlags(0, clearing: rk_slot.pending, of: slot)
    }
    setFlags(rk_slot.pending, of: slot)
    guard !isPaused else {
      pending[slot].due = 0
      return
    }
    var due = ramp?.end ?? .max
    if pending[slot].waitsForBoundary {
      let phase = self.phase(ofSlot: slot, at: time)
      if let ramp {
        due = min(due, ramp.rest(from: time, phase: phase).boundary() ?? .max)
      } else {
        let rate = Int128(rk_rate_of_slot(rows.inC.slot + slot))
        due = time + Self.ticksToBoundary(from: phase, at: rate)
      }
    }
    enqueue(slot, due: due, at: time)
  }

  /// Records the due time of a slot's next change.
  @inline(__always)
  mutating func enqueue(_ slot: Int, due: Int128, at time: Int128) {
    guard let pending = rows.pending else { return }
    // An entry in the same unit is used again.
    let wasQueued = pending[slot].due != 0
    let isSame = wasQueued && DueQueue.unit(of: pending[slot].due) == DueQueue.unit(of: due)
    pending[slot].due = due
    if isSame { return }
    if queue.count > 4 * count + 4096 { return fillQueue(at: time) }
    queue.add(slot, in: DueQueue.unit(of: due), present: DueQueue.unit(of: time))
  }

  /// Rebuilds the queue without stale entries.
  mutating func fillQueue(at time: Int128) {
    queue.removeAll()
    guard let pending = rows.pending else { return }
    for slot in 0..<endIndex
    where rows.inC.slot[slot].state & (rk_slot.pending | rk_slot.still) == rk_slot.pending {
      let unit = DueQueue.unit(of: pending[slot].due)
      queue.add(slot, in: unit, present: DueQueue.unit(of: time))
    }
  }

  /// Carries out all changes due up to a time.
  mutating func passChanges(through time: Double) {
    guard queue.count > 0 else { return }
    let tick = Int128(rk_time_of(time))
    let last = DueQueue.unit(of: tick)
    var notDue: [UInt32] = []
    while let (unit, slots) = queue.takeUnit(upTo: last) {
      carryOut(slots, in: unit, upTo: tick, &notDue)
      queue.recycle(slots, of: unit)
      guard unit < last else { break }
    }
    for slot in notDue { queue.add(Int(slot), in: last, present: last) }
  }

  private mutating func carryOut(
    _ slots: [UInt32], in unit: Int64, upTo time: Int128, _ notDue: inout [UInt32]
  ) {
    guard let pending = rows.pending else { return }
    let ahead = 16
    for index in slots.indices {
      if index + ahead < slots.count {
        let next = Int(slots[index + ahead])
        withUnsafePointer(to: rows.inC) { rk_expect($0, Int64(next)) }
        rk_expect_memory(pending + next)
      }
      let slot = Int(slots[index])
      guard rows.inC.slot[slot].state & (rk_slot.pending | rk_slot.still) == rk_slot.pending,
        DueQueue.unit(of: pending[slot].due) <= unit
      else { continue }
      // The slot's next change may also be due by then, even in the same unit.
      while rows.inC.slot[slot].state & (rk_slot.pending | rk_slot.still) == rk_slot.pending,
        pending[slot].due <= time, DueQueue.unit(of: pending[slot].due) <= unit
      {
        carryOutChange(of: slot)
      }
      let isLeft =
        rows.inC.slot[slot].state & (rk_slot.pending | rk_slot.still) == rk_slot.pending
        && DueQueue.unit(of: pending[slot].due) <= unit
      if isLeft { notDue.append(UInt32(slot)) }
    }
  }

  /// Carries out a slot's due change: the end of a ramp, or the change at a boundary.
  private mutating func carryOutChange(of slot: Int) {
    guard let pending = rows.pending else { return }
    let due = pending[slot].due
    if pending[slot].waitsForRate, !pending[slot].waitsForStop, pending[slot].ramp == nil {
      // By far the most frequent case.
      run(slot, phase: 0, rate: pending[slot].rate, at: due)
      pending[slot].waitsForRate = false
      pending[slot].due = 0
      return setFlags(0, clearing: rk_slot.pending, of: slot)
    }
    var phase: UInt64 = 0
    var isBoundary = true
    let ramp = ramp(of: slot)
    var rate = ramp?.to ?? Int128(rk_rate_of_slot(rows.inC.slot + slot))
    if let ramp, ramp.end <= due {
      phase = ramp.phase(at: due)
      // A ramp may end exactly at the awaited boundary; the tolerance keeps rounding from
      // separating them.
      isBoundary = pending[slot].waitsForBoundary && phase &+ 1 << 8 <= 1 << 9
      if isBoundary { phase = 0 }
      endRamp(of: slot)
    }
    let comesToRest = rate == 0 && rampIndex(of: slot) == nil
    if pending[slot].waitsForRate, isBoundary || comesToRest {
      pending[slot].waitsForRate = false
      rate = pending[slot].rate
      endRamp(of: slot)
    }
    let rests = rate == 0 && rampIndex(of: slot) == nil
    if pending[slot].waitsForStop, isBoundary || rests {
      return endRun(of: slot, phase: 0, rate: rate)
    }
    if rampIndex(of: slot) == nil { run(slot, phase: phase, rate: rate, at: due) }
    plan(slot, at: due)
  }

  // MARK: Motions

  /// Starts a steady motion of a slot.
  @inline(__always)
  func run(_ slot: Int, phase: UInt64, rate: Int128, at time: Int128) {
    withUnsafePointer(to: rows.inC) {
      rk_run($0, Int64(slot), phase, rk_rate(rate), rk_time(time))
    }
  }

  /// Starts a ramp: the slot stays in the rows at rate 0, and each frame writes its phase there.
  mutating func beginRamp(_ ramp: BankRamp) {
    endRamp(of: ramp.slot)
    ramps.append(ramp)
    rows.pending![ramp.slot].ramp = ramps.count - 1
    run(ramp.slot, phase: ramp.phase, rate: 0, at: ramp.start)
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

  /// Ends a run: idle at a phase, with the rate of the next run.
  mutating func endRun(of slot: Int, phase: UInt64, rate: Int128) {
    forgetChanges(of: slot)
    let isTurned = rows.inC.slot[slot].state & rk_slot.turned != 0
    withUnsafePointer(to: rows.inC) {
      rk_hold($0, Int64(slot), phase, rk_rate(isTurned ? -rate : rate))
    }
    setFlags(rk_slot.still | rk_slot.idle, clearing: rk_slot.turned, of: slot)
  }
}

extension RepeatBank {
  /// The queue's entries, including stale ones; for tests.
  package var waitingEntries: Int { queue.count }
}
