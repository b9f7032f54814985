// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

// What a slot of a bank holds, in 32 bits: flags, and how often it has been used.

extension rk_slot_state {
  static let live = UInt32(RK_LIVE)
  static let still = UInt32(RK_STILL)
  static let individual = UInt32(RK_INDIVIDUAL)
  static let idle = UInt32(RK_IDLE)
  static let backwards = UInt32(RK_BACKWARDS)
  static let turned = UInt32(RK_TURNED)

  fileprivate static let generationShift = UInt32(RK_GENERATION_SHIFT)
  /// The last generation; a slot that has reached it is not given away again.
  private static let lastGeneration: UInt32 = UInt32.max >> generationShift

  var generation: UInt32 { bits >> Self.generationShift }
  var isLive: Bool { bits & Self.live != 0 }
  var isStill: Bool { bits & Self.still != 0 }
  var isIndividual: Bool { bits & Self.individual != 0 }
  var isIdle: Bool { bits & (Self.still | Self.idle) == Self.still | Self.idle }
  var isPaused: Bool { bits & (Self.still | Self.individual | Self.idle) == Self.still }
  var isTurned: Bool { bits & Self.turned != 0 }
  /// -1 or 1, where its rate is 0.
  var directionAtZero: Int { bits & Self.backwards != 0 ? -1 : 1 }
  /// Whether a new rate is a matter of the exact state alone.
  var isPlain: Bool { bits & (Self.live | Self.still | Self.turned) == Self.live }
  var isUsedUp: Bool { generation == Self.lastGeneration }

  /// Whether the flags can be together.
  var isConsistent: Bool {
    if !isLive { return bits & UInt32(RK_STATE_FLAGS) == 0 }
    return isStill || bits & (Self.individual | Self.idle) == 0
  }
}

// Nothing else changes a state, but for the C loops: so a block's header knows of other states.

extension rk_block {
  /// Sets or clears flags of a slot.
  func set(_ flags: UInt32, _ isSet: Bool, _ slot: Int) {
    guard isSet else {
      state[slot].bits &= ~flags
      return
    }
    state[slot].bits |= flags
    header.pointee.may_be_marked = true
  }

  /// A repeat moves in.
  func occupy(_ slot: Int) {
    let generation = (state[slot].generation + 1) << rk_slot_state.generationShift
    put(rk_slot_state(bits: generation | rk_slot_state.live), slot)
  }

  /// Nothing is left here but the count of uses.
  func vacate(_ slot: Int) {
    put(rk_slot_state(bits: state[slot].generation << rk_slot_state.generationShift), slot)
  }

  /// A state as it was saved.
  func put(_ newState: rk_slot_state, _ slot: Int) {
    state[slot] = newState
    if newState.bits != UInt32(RK_FIRST_STATE) { header.pointee.may_be_marked = true }
  }
}
