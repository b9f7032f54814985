// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

// Up to 4096 repeats, and when they were last brought up to date: pointers into a ``BankSlab``.

extension rk_block {
  /// Of every block but a bank's first one, which grows up to it.
  static var slots: Int { Int(RK_BLOCK_SLOTS) }

  /// A part in 0..<1 for each block, evenly spread for any number of them: multiples of the golden
  /// ratio.
  static func share(_ index: Int) -> Double {
    Double(UInt32(truncatingIfNeeded: index) &* 0x9E37_79B9) * 0x1p-32
  }

  /// Takes over what is in a smaller block.
  func copy(from other: rk_block, slots: Int) {
    header.pointee = other.header.pointee
    exact.update(from: other.exact, count: slots)
    state.update(from: other.state, count: slots)
    phase.update(from: other.phase, count: slots)
    rate.update(from: other.rate, count: slots)
    if let start, let change, let otherStart = other.start, let otherChange = other.change {
      start.update(from: otherStart, count: slots)
      change.update(from: otherChange, count: slots)
    }
    if let value, let otherValue = other.value { value.update(from: otherValue, count: slots) }
  }

  /// Puts the exact state's motion into the rows that frames are evaluated from.
  @inline(__always)
  func refreshFrame(_ slot: Int) {
    if state[slot].isStill {
      header.pointee.may_be_still = true
      phase[slot] = exact[slot].stillFramePhase
      rate[slot] = 0
      return
    }
    phase[slot] = exact[slot].framePhase(atNanosecond: header.pointee.epoch) &+ rk_lead(header)
    show(rate: exact[slot].hertz, slot)
  }

  /// Puts a rate into the rows that frames are evaluated from.
  @inline(__always)
  func show(rate newRate: Float, _ slot: Int) {
    rate[slot] = newRate
    rk_note_rate(header, newRate)
  }
}
