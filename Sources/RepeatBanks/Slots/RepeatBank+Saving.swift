// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// A saved state begins with a header: "DRBK", the version, the mode, the curve's checksum, the
// bank's time `now`, the base of the IDs, the number of slots, the first free slot, and the number
// of slots with a pending change or a ramp. Then follow the state, the rate and the phase at `now`
// of each slot, each pending change with its ramp, and a checksum.

extension RepeatBank {
  /// The version of ``savedState``'s format.
  package static let savedStateVersion: UInt32 = 5

  private static let magic: UInt32 = 0x4B42_5244
  private static let headerSize = 64
  private static let slotSize = 20
  private static let changeSize = 96

  /// All repeats as bytes, the same on every machine: 20 for each slot and about 100 for each
  /// pending change or ramp.
  public var savedState: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: savedSize) { buffer, count in
      if let base = buffer.baseAddress { save(to: UnsafeMutableRawPointer(base)) }
      count = savedSize
    }
  }

  /// The size of ``savedState`` in bytes.
  package var savedSize: Int {
    Self.headerSize + endIndex * Self.slotSize + changedSlots * Self.changeSize + 8
  }

  private var changedSlots: Int {
    guard rows.pending != nil else { return 0 }
    return (0..<endIndex).count { hasChange($0) }
  }

  private func hasChange(_ slot: Int) -> Bool {
    guard let pending = rows.pending, rows.slots[slot].isLive else { return false }
    return pending[slot].waitsForBoundary || pending[slot].ramp != nil
  }

  /// Writes ``savedState`` to memory of ``savedSize`` bytes.
  package func save(to memory: UnsafeMutableRawPointer) {
    var writer = ByteWriter(to: memory)
    writer.write(Self.magic)
    writer.write(Self.savedStateVersion)
    writer.write(UInt64(mode == .sawtooth ? 1 : 0))
    writer.write(curve.checksum)
    writer.write(now)
    writer.write(UInt64(nameBase))
    writer.write(UInt64(endIndex))
    writer.write(Int64(firstFree))
    writer.write(UInt64(changedSlots))
    let time = rk_time_of(now)
    for slot in 0..<endIndex {
      let rate = rk_rate_at(rows.inC, Int64(slot))
      var state = rows.slots[slot].state & (1 << UInt32(RK_RATE_SHIFT) - 1)
      let isFree = state & rk_slot.live == 0
      let isBackwards = isBackwards(ofSlot: slot, at: Int128(time))
      state = state & ~UInt32(RK_BACKWARDS) | (isBackwards ? UInt32(RK_BACKWARDS) : 0)
      writer.write(state | UInt32(truncatingIfNeeded: rate.high) << UInt32(RK_RATE_SHIFT))
      writer.write(isFree ? rows.slots[slot].rate_low : rate.low)
      writer.write(isFree ? 0 : rk_phase_at(rows.inC, Int64(slot), time))
    }
    for slot in 0..<endIndex where hasChange(slot) { save(change: slot, to: &writer) }
    writer.write(savedStateChecksum(writer.written))
  }

  private func save(change slot: Int, to writer: inout ByteWriter) {
    let change = pendingChange(of: slot)
    writer.write(UInt32(slot))
    writer.write(change.waits_for_rate)
    writer.write(change.waits_for_stop)
    writer.write(change.ramp != nil)
    let ramp = change.ramp.map { ramps[$0] }
    writer.write(ramp?.isPaused ?? false)
    for number in [
      change.rate, ramp?.start ?? 0, ramp?.length ?? 0, ramp?.from ?? 0, ramp?.to ?? 0,
    ] { writer.write(number) }
    writer.write(ramp?.phase ?? 0)
  }

  /// Restores a saved bank: the same IDs, and bit for bit the same exact values.
  ///
  /// Later calls of `evaluate(at:following:)` may round phases differently, within their bound.
  /// - Parameters:
  ///   - bytes: A ``savedState``.
  ///   - curve: The saved bank's curve.
  ///   - capacity: As in ``init(curve:mode:capacity:)``.
  /// - Throws: ``BankStateError`` for damaged or foreign bytes, for another curve, or for too many
  ///   slots.
  public static func restored(
    from bytes: UnsafeRawBufferPointer, curve: BankCurve, capacity: Int = 1 << 28
  ) throws(BankStateError) -> RepeatBank {
    var reader = try checkedReader(of: bytes)
    let isOneWay = reader.word()
    guard reader.word() == curve.checksum else { throw .otherCurve }
    var bank = RepeatBank(
      curve: curve, mode: isOneWay == 1 ? .sawtooth : .autoreverse, capacity: capacity)
    bank.now = reader.number(in: -latestTime...latestTime)
    bank.nameBase = UInt32(truncatingIfNeeded: reader.word())
    let (slots, free, changes) = (reader.word(), reader.read(Int64.self), reader.word())
    guard slots <= UInt64(capacity) else {
      throw .tooMany(slots: Int(clamping: slots), capacity: capacity)
    }
    let rest = UInt64(bytes.count - headerSize - 8)
    guard isOneWay <= 1, reader.isSound, slots <= rest / UInt64(slotSize), changes <= slots,
      rest == slots * UInt64(slotSize) + changes * UInt64(changeSize)
    else { throw .damaged }
    try bank.read(Int(slots), firstFree: Int(free), changes: Int(changes), &reader)
    return bank
  }

  /// Restores a saved bank from an array.
  public static func restored(
    from bytes: [UInt8], curve: BankCurve, capacity: Int = 1 << 28
  ) throws(BankStateError) -> RepeatBank {
    // The bytes are copied, because a noncopyable value cannot leave a closure with a typed error.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try restored(from: UnsafeRawBufferPointer(copy), curve: curve, capacity: capacity)
  }

  /// Verifies the checksum; returns a reader that is positioned after the version.
  private static func checkedReader(of bytes: UnsafeRawBufferPointer) throws(BankStateError)
    -> ByteReader
  {
    var reader = ByteReader(bytes)
    guard reader.read(UInt32.self) == magic, reader.isSound else { throw .notASavedState }
    let version = reader.read(UInt32.self)
    guard version == savedStateVersion else { throw .unknownVersion(version) }
    guard bytes.count >= headerSize + 8,
      savedStateChecksum(UnsafeRawBufferPointer(rebasing: bytes.dropLast(8)))
        == UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    else { throw .damaged }
    return reader
  }

  private mutating func read(
    _ slots: Int, firstFree: Int, changes: Int, _ reader: inout ByteReader
  ) throws(BankStateError) {
    guard rows.grow(to: slots) else { throw .noMemory }
    (self.firstFree, endIndex) = (firstFree, slots)
    try readSlots(&reader)
    try checkFreeSlots()
    if changes > 0 {
      guard rows.makePendingRow() else { throw .noMemory }
      for _ in 0..<changes { try readChange(&reader) }
    }
    let marked = (0..<slots).count { rows.slots[$0].isPending }
    guard marked == changes else { throw .impossible }
  }

  private mutating func readSlots(_ reader: inout ByteReader) throws(BankStateError) {
    let time = rk_time_of(now)
    for chunk in 0..<chunkCount { rows.chunks[chunk].epoch = rk_epoch(Int64(chunk), time) }
    for slot in 0..<endIndex {
      let state = reader.read(UInt32.self)
      let (low, phase) = (reader.word(), reader.word())
      let saved = rk_slot(rate_low: low, state: state, phase_low: 0)
      guard saved.isLive else {
        // In a free slot the rate's bits hold the next free slot.
        guard state <= rk_slot.lastGeneration else { throw .impossible }
        rows.slots[slot] = saved
        continue
      }
      let rate = rk_rate(low: low, high: Int64(Int32(bitPattern: state) >> Int32(RK_RATE_SHIFT)))
      guard Self.isValid(Int128(rate)), saved.isStill || !saved.isIdle else {
        throw .impossible
      }
      count += 1
      rows.slots[slot].state = saved.generation
      setFlags(state & UInt32(RK_FLAGS), of: slot)
      if saved.isStill {
        hold(slot, phase: phase, rate: Int128(rate))
      } else {
        run(slot, phase: phase, rate: Int128(rate), at: Int128(time))
      }
    }
  }

  /// Whether a rate is at most the highest rate, plus the rounding of a requested duration.
  private static func isValid(_ rate: Int128) -> Bool {
    rate.magnitude <= (Int128(rk_rate_of(highestRate)) + (1 << 40)).magnitude
  }

  /// Checks that the list of free slots is valid and has no loop.
  private func checkFreeSlots() throws(BankStateError) {
    var (slot, steps) = (firstFree, 0)
    while slot != -1 {
      guard slot >= 0, slot < endIndex, !rows.slots[slot].isLive, steps < endIndex else {
        throw .impossible
      }
      slot = Int(Int64(bitPattern: rows.slots[slot].rate_low))
      steps += 1
    }
  }

  private mutating func readChange(_ reader: inout ByteReader) throws(BankStateError) {
    let slot = Int(reader.read(UInt32.self))
    let (waitsForRate, waitsForStop) = (reader.flag(), reader.flag())
    let (ramps, isPaused) = (reader.flag(), reader.flag())
    let rate = reader.read(Int128.self)
    let (start, length) = (reader.read(Int128.self), reader.read(Int128.self))
    let (from, to) = (reader.read(Int128.self), reader.read(Int128.self))
    let phase = reader.word()
    let time = Int128(rk_time_of(now))
    let longest = Int128(rk_time_of(1e9))
    guard reader.isSound, slot < endIndex, rows.slots[slot].isLive,
      rows.slots[slot].isPending, !rows.slots[slot].isIdle,
      waitsForRate || waitsForStop || ramps, rows.pending.map({ Int128($0[slot].due) }) == 0,
      [rate, from, to].allSatisfy(Self.isValid),
      ramps == (length > 0), length <= longest,
      !ramps || isPaused || (start <= time && start > time - length)
    else { throw .impossible }
    rows.pending![slot].rate = rate
    rows.pending![slot].waits_for_rate = waitsForRate
    rows.pending![slot].waits_for_stop = waitsForStop
    if ramps {
      self.ramps.append(
        BankRamp(
          slot: slot, start: start, length: length, from: from, to: to, phase: phase,
          isPaused: isPaused))
      rows.pending![slot].ramp = self.ramps.count - 1
    }
    let rate0 = storedRate(of: slot)
    guard ramps || rate0 != 0 || rows.slots[slot].isStill,
      !ramps || isPaused == rows.slots[slot].isStill
    else { throw .impossible }
    plan(slot, at: time)
  }
}
