// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels

/// The memory of a bank: one array for each kind of number, indexed by slot.
///
/// A slot takes 28 bytes: 16 for the rate, the state and the phase's lower half, and 4 each for the
/// phase's upper half, the rate as a `Float` and the value. A slot takes 8 more bytes if the bank
/// follows fields, and 36 more if rates, stops or ramps are pending. The system provides this
/// memory when it is first used.
struct BankRows {
  let inC: UnsafeMutablePointer<rk_rows>
  private(set) var values: UnsafeMutablePointer<Float>
  /// The number of slots with memory, a multiple of the chunk size.
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
    inC = .allocate(capacity: 1)
    inC.initialize(
      to: rk_rows(
        slot: slot, phase: phase, rate: rate, field_phase: nil, change: nil, due: nil,
        chunk: chunk, next: .max))
    self.values = values
  }

  /// Grows the memory to at least `slots`, and keeps the contents.
  /// - Returns: Whether there is enough memory; if not, nothing is changed.
  mutating func grow(to slots: Int) -> Bool {
    guard slots > room else { return true }
    guard let larger = BankRows(slots: slots) else { return false }
    guard inC.pointee.field_phase == nil || larger.makeFieldRow(),
      pending == nil || larger.makePendingRow()
    else {
      larger.free()
      return false
    }
    for (old, new) in zip(all, larger.all) {
      if let memory = old.memory { new.memory?.copyMemory(from: memory, byteCount: old.size) }
    }
    larger.inC.pointee.next = inC.pointee.next
    free()
    self = larger
    return true
  }

  @inline(__always)
  var slots: UnsafeMutablePointer<rk_slot> { inC.pointee.slot }

  @inline(__always)
  var chunks: UnsafeMutablePointer<rk_chunk> { inC.pointee.chunk }

  /// The row of pending changes; `nil` until a slot has its first one.
  @inline(__always)
  var pending: UnsafeMutablePointer<rk_change>? { inC.pointee.change }

  /// Allocates the row for fields.
  func makeFieldRow() -> Bool {
    if inC.pointee.field_phase == nil { inC.pointee.field_phase = Self.allocate(UInt64.self, room) }
    return inC.pointee.field_phase != nil
  }

  /// Allocates the rows for pending changes; zeros mean that no change is pending.
  func makePendingRow() -> Bool {
    if inC.pointee.due == nil { inC.pointee.due = Self.allocate(UInt32.self, room) }
    if pending == nil { inC.pointee.change = Self.allocate(rk_change.self, room) }
    return inC.pointee.due != nil && pending != nil
  }

  /// A row's memory, `nil` if it is not allocated, and its size in bytes.
  private typealias Row = (memory: UnsafeMutableRawPointer?, size: Int)

  private var all: [Row] {
    func row<Element>(_ memory: UnsafeMutablePointer<Element>?, _ count: Int) -> Row {
      (UnsafeMutableRawPointer(memory), count * MemoryLayout<Element>.stride)
    }
    let rows = inC.pointee
    return [
      row(rows.slot, room), row(rows.phase, room), row(rows.rate, room), row(values, room),
      row(rows.chunk, room / Self.chunk), row(rows.field_phase, room), row(rows.change, room),
      row(rows.due, room),
    ]
  }

  /// The total size of all rows in bytes.
  var size: Int { all.reduce(0) { $0 + ($1.memory == nil ? 0 : $1.size) } }

  func free() {
    for (memory, size) in all { memory.map { rk_free($0, Int64(size)) } }
    inC.deallocate()
  }

  private static func allocate<Element>(_ type: Element.Type, _ count: Int)
    -> UnsafeMutablePointer<Element>?
  {
    rk_allocate(Int64(count * MemoryLayout<Element>.stride))?.assumingMemoryBound(to: type)
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
