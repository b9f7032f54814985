// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// A pending change is a rate or a stop that waits for the end of the cycle, or the end of a ramp.

extension RepeatBank {
  /// The pending change of a slot; all zeros if there is none.
  func pendingChange(of slot: Int) -> rk_change {
    rows.pending.map { $0[slot] } ?? rk_change()
  }

  /// The index of a slot's ramp, if it ramps.
  @inline(__always)
  func rampIndex(of slot: Int) -> Int? {
    guard rows.slots[slot].isPending else { return nil }
    return rows.pending?[slot].ramp
  }

  /// The ramp of a slot.
  @inline(__always)
  func ramp(of slot: Int) -> BankRamp? { rampIndex(of: slot).map { ramps[$0] } }

  /// Withdraws the pending change and the ramp.
  mutating func forgetChanges(of slot: Int) {
    guard let pending = rows.pending, rows.slots[slot].isPending else { return }
    if let index = pending[slot].ramp {
      let last = ramps.removeLast()
      if index < ramps.count {
        ramps[index] = last
        pending[last.slot].ramp = index
      }
    }
    pending[slot] = rk_change()
    setFlags(0, clearing: rk_slot.pending, of: slot)
  }

  /// Adds a ramp: its slot stays in the rows at rate 0, and each frame writes the slot's phase into
  /// the rows.
  mutating func add(_ ramp: BankRamp) {
    ramps.append(ramp)
    rows.pending?[ramp.slot].ramp = ramps.count - 1
  }

  /// Records the due time of a slot's next change.
  func enter(_ slot: Int, due: Int128, at time: Int128) {
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
    guard rows.inC.pointee.next <= Int64(truncatingIfNeeded: Int128(tick) >> 54) else { return }
    rows.inC.pointee.next = .max
    let room = BankRows.chunk + Int(RK_SPARE_SLOTS)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * room) { lists in
      var (slots, others) = (lists.baseAddress!, lists.baseAddress! + room)
      var count = findDue(inChunk: 0, at: tick, slots)
      for chunk in 0..<chunkCount {
        // While the changes of one chunk are carried out, the slots of the next chunk are
        // prefetched.
        let next = chunk + 1 < chunkCount ? findDue(inChunk: chunk + 1, at: tick, others) : 0
        let left = rk_pass_boundaries(rows.inC, tick, slots, count)
        for slot in UnsafeBufferPointer(start: slots, count: Int(left)) {
          passRamp(of: Int(slot), through: time)
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

  /// A rate in 2^-62 Hz; the rate of a requested duration is rounded up, so that a cycle never
  /// takes longer than requested.
  static func inEffect(_ rate: RepeatRate) -> Int128 {
    switch rate {
    case .hertz(let hertz): Int128(rk_rate_of(hertz))
    case .cycleDuration(let seconds): (1 << 126 - 1) / Int128(rk_time_of(seconds)) + 1
    }
  }
}

/// A slot whose rate changes linearly.
struct BankRamp {
  let slot: Int
  var motion: Motion

  func phase(at time: Int128) -> UInt64 {
    UInt64(truncatingIfNeeded: motion.position(at: Ticks(units: time)).units)
  }

  func rate(at time: Int128) -> Int128 {
    ExactMotion.coarse(motion.rate(at: Ticks(units: time)))
  }

  func isBackwards(at time: Int128) -> Bool {
    let rate = motion.rate(at: Ticks(units: time))
    return rate == 0 ? motion.pieceDirection < 0 : rate < 0
  }
}
