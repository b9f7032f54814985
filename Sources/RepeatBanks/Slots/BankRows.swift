// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The memory of a bank: one array for each kind of number, indexed by slot.
///
/// A slot takes 28 bytes: 16 for the rate, the state and the phase's lower half, and 4 each for the
/// phase's upper half, the rate as a `Float` and the value. A slot takes 8 more bytes if the bank
/// follows fields, and 36 more if rates, stops or ramps are pending. The system provides this
/// memory when it is first used.
struct BankRows {
  private(set) var inC: rk_rows
  private(set) var values: UnsafeMutablePointer<Float>
  /// The number of slots with memory, a multiple of a chunk.
  private(set) var room: Int

  static let chunk = Int(RK_CHUNK_SLOTS)

  /// Zeroed memory for at least `slots`; `nil` if there is not enough memory.
  init?(slots: Int) {
    room = max(1, (slots + Self.chunk - 1) / Self.chunk) * Self.chunk
    guard
      let slot = Self.allocate(rk_slot.self, room), let phase = Self.allocate(UInt32.self, room),
      let rate = Self.allocate(Float.self, room), let values = Self.allocate(Float.self, room),
      let chunk = Self.allocate(rk_chunk.self, room / Self.chunk)
    else { return nil }
    inC = rk_rows(
      slot: slot, phase: phase, rate: rate, field_phase: nil, change: nil, due: nil, chunk: chunk)
    self.values = values
  }

  /// Grows the memory to at least `slots`, and keeps the contents.
  /// - Returns: Whether there is enough memory; if not, nothing is changed.
  mutating func grow(to slots: Int) -> Bool {
    guard slots > room else { return true }
    guard var larger = BankRows(slots: slots) else { return false }
    if inC.field_phase != nil, !larger.makeFieldRow() { return false }
    if pending != nil, !larger.makePendingRow() { return false }
    larger.copy(from: self)
    free()
    self = larger
    return true
  }

  private mutating func copy(from other: BankRows) {
    inC.slot.update(from: other.inC.slot, count: other.room)
    inC.phase.update(from: other.inC.phase, count: other.room)
    inC.rate.update(from: other.inC.rate, count: other.room)
    inC.chunk.update(from: other.inC.chunk, count: other.room / Self.chunk)
    values.update(from: other.values, count: other.room)
    if let phase = inC.field_phase, let old = other.inC.field_phase {
      phase.update(from: old, count: other.room)
    }
    if let pending, let old = other.pending { pending.update(from: old, count: other.room) }
    if let due = inC.due, let old = other.inC.due { due.update(from: old, count: other.room) }
  }

  /// The pending changes, if there have been any.
  var pending: UnsafeMutablePointer<rk_change>? { inC.change }

  /// Allocates the row for fields.
  mutating func makeFieldRow() -> Bool {
    if inC.field_phase == nil { inC.field_phase = Self.allocate(UInt64.self, room) }
    return inC.field_phase != nil
  }

  /// Allocates the rows for pending changes; zeros mean that no change is pending.
  mutating func makePendingRow() -> Bool {
    if inC.due == nil { inC.due = Self.allocate(UInt32.self, room) }
    if inC.change == nil { inC.change = Self.allocate(rk_change.self, room) }
    return inC.due != nil && inC.change != nil
  }

  /// The total size of all rows in bytes.
  var size: Int {
    room * (28 + (inC.field_phase == nil ? 0 : 8) + (pending == nil ? 0 : 36))
      + room / Self.chunk * MemoryLayout<rk_chunk>.stride
  }

  func free() {
    Self.free(inC.slot, room)
    Self.free(inC.phase, room)
    Self.free(inC.rate, room)
    Self.free(inC.chunk, room / Self.chunk)
    Self.free(values, room)
    if let phase = inC.field_phase { Self.free(phase, room) }
    if let pending { Self.free(pending, room) }
    if let due = inC.due { Self.free(due, room) }
  }

  private static func allocate<Element>(_ type: Element.Type, _ count: Int)
    -> UnsafeMutablePointer<Element>?
  {
    rk_allocate(Int64(count * MemoryLayout<Element>.stride))?.assumingMemoryBound(to: type)
  }

  private static func free<Element>(_ row: UnsafeMutablePointer<Element>, _ count: Int) {
    rk_free(row, Int64(count * MemoryLayout<Element>.stride))
  }
}

extension rk_change {
  var rate: Int128 {
    get { Int128(rk_wide(low: rate_low, high: Int64(rate_high))) }
    set {
      (rate_low, rate_high) = (rk_wide(newValue).low, Int16(truncatingIfNeeded: newValue >> 64))
    }
  }

  /// The index of the slot's ramp, if it ramps.
  var ramp: Int? {
    get { ramp_number == 0 ? nil : Int(ramp_number) - 1 }
    set { ramp_number = Int32(newValue.map { $0 + 1 } ?? 0) }
  }

  var waitsForBoundary: Bool { waits_for_rate || waits_for_stop }
}

extension Int128 {
  @inline(__always)
  init(_ wide: rk_wide) { self = Int128(wide.high) << 64 | Int128(wide.low) }
}

extension rk_wide {
  @inline(__always)
  init(_ value: Int128) {
    self.init(low: UInt64(truncatingIfNeeded: value), high: Int64(truncatingIfNeeded: value >> 64))
  }
}

extension rk_slot {
  static let still = UInt32(RK_STILL)
  static let idle = UInt32(RK_IDLE)
  static let live = UInt32(RK_LIVE)
  static let pending = UInt32(RK_PENDING)
  static let turned = UInt32(RK_TURNED)

  var isLive: Bool { state & Self.live != 0 }
  var isStill: Bool { state & Self.still != 0 }
  var isIdle: Bool { state & Self.idle != 0 }
  var isPaused: Bool { isStill && !isIdle }
  var isPending: Bool { state & Self.pending != 0 }
  /// Whether the slot runs and has no pending change.
  var isPlain: Bool { state & (Self.live | Self.still | Self.pending) == Self.live }
  /// The number of times the slot has been used.
  var generation: UInt32 { state & (1 << UInt32(RK_GENERATION_BITS) - 1) }
  /// The generation after which a slot is not used again.
  static let lastGeneration = UInt32(1) << UInt32(RK_GENERATION_BITS) - 1
}
