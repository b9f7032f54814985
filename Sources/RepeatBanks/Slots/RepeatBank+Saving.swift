// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat

// A saved state begins with a header: "DRBK", the version, the mode, the curve's checksum, the
// bank's time `now`, the base of the IDs, the number of slots, the first free slot, and the numbers
// of ramps and of pending changes. Then follow the state, the rate and the phase at `now` of each
// slot, each pending change, each ramp, and a checksum.

extension RepeatBank {
  /// The version of ``savedState``'s format.
  package static let savedStateVersion: UInt32 = 6

  private static let magic: UInt32 = 0x4B42_5244
  private static let headerSize = 64
  private static let slotSize = 20
  private static let changeSize = 24
  private static let rampSize = 216

  /// All repeats as bytes, the same on every machine: 20 for each slot, 24 for each pending
  /// change or ramp, and 216 more for each ramp.
  public var savedState: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: savedSize) { buffer, count in
      if let base = buffer.baseAddress { save(to: UnsafeMutableRawPointer(base)) }
      count = savedSize
    }
  }

  /// The size of ``savedState`` in bytes.
  package var savedSize: Int {
    Self.headerSize + endIndex * Self.slotSize + changedSlots * Self.changeSize
      + ramps.count * Self.rampSize + 8
  }

  private var changedSlots: Int {
    rows.pending == nil ? 0 : (0..<endIndex).count { rows.slots[$0].isPending }
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
    writer.write(UInt32(ramps.count))
    writer.write(UInt32(changedSlots))
    let time = rk_time_of(now)
    for slot in 0..<endIndex {
      let rate = rk_rate_at(rows.inC, Int64(slot))
      var state = rows.slots[slot].state & (1 << UInt32(RK_RATE_SHIFT) - 1)
      let isFree = state & rk_slot.live == 0
      let isBackwards = isBackwards(ofSlot: slot, at: Int128(time))
      state = state & ~UInt32(RK_BACKWARDS) | (isBackwards ? UInt32(RK_BACKWARDS) : 0)
      writer.write(state | UInt32(truncatingIfNeeded: rate.high) << UInt32(RK_RATE_SHIFT))
      writer.write(isFree ? rows.slots[slot].rate_low : rate.low)
      writer.write(isFree ? 0 : phase(ofSlot: slot, at: Int128(time)))
    }
    for slot in 0..<endIndex where rows.slots[slot].isPending {
      let change = pendingChange(of: slot)
      writer.write(UInt32(slot))
      writer.write(change.waits_for_rate)
      writer.write(change.waits_for_stop)
      writer.write(UInt16(0))
      writer.write(change.rate)
    }
    for ramp in ramps {
      writer.write(UInt64(ramp.slot))
      var motion = ramp.motion
      writer.write(size: Self.rampSize - 8) { memory in
        var fields = SavedFields(writingTo: memory)
        trapping { () throws(RepeatError) in try motion.visitFields(&fields) }
      }
    }
    writer.write(savedStateChecksum(writer.written))
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
    let (slots, free) = (reader.word(), reader.read(Int64.self))
    let (ramps, changes) = (reader.read(UInt32.self), reader.read(UInt32.self))
    guard slots <= UInt64(capacity) else {
      throw .tooMany(slots: Int(clamping: slots), capacity: capacity)
    }
    let rest = UInt64(bytes.count - headerSize - 8)
    guard isOneWay <= 1, reader.isSound, slots <= rest / UInt64(slotSize), changes <= slots,
      rest
        == slots * UInt64(slotSize) + UInt64(changes) * UInt64(changeSize)
        + UInt64(ramps) * UInt64(rampSize)
    else { throw .damaged }
    try bank.readSlots(Int(slots), firstFree: Int(free), &reader)
    try bank.readChanges(Int(changes), ramps: Int(ramps), &reader)
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

  private mutating func readSlots(
    _ slots: Int, firstFree: Int, _ reader: inout ByteReader
  ) throws(BankStateError) {
    guard rows.grow(to: slots) else { throw .noMemory }
    (self.firstFree, endIndex) = (firstFree, slots)
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
    try checkFreeSlots()
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

  private mutating func readChanges(
    _ changes: Int, ramps: Int, _ reader: inout ByteReader
  ) throws(BankStateError) {
    let marked = (0..<endIndex).count { rows.slots[$0].isPending }
    guard marked == changes, ramps <= changes else { throw .impossible }
    guard changes > 0 else { return }
    guard rows.makePendingRow() else { throw .noMemory }
    for slot in 0..<endIndex where rows.slots[slot].isPending {
      guard reader.read(UInt32.self) == slot, !rows.slots[slot].isIdle else { throw .impossible }
      rows.pending![slot].waits_for_rate = reader.flag()
      rows.pending![slot].waits_for_stop = reader.flag()
      _ = reader.read(UInt16.self)
      rows.pending![slot].rate = reader.read(Int128.self)
      guard reader.isSound, Self.isValid(rows.pending![slot].rate) else { throw .impossible }
    }
    for _ in 0..<ramps { try readRamp(&reader) }
    let time = Int128(rk_time_of(now))
    for slot in 0..<endIndex where rows.slots[slot].isPending {
      let ramps = rampIndex(of: slot) != nil
      guard ramps || rows.pending![slot].waitsForBoundary else { throw .impossible }
      guard !rows.slots[slot].isStill else { continue }
      guard !ramps else {
        enter(slot, due: controller(ofSlot: slot).nextMotionChange.units, at: time)
        continue
      }
      guard storedRate(of: slot) != 0 else { throw .impossible }
      rk_enter_boundary(rows.inC, Int64(slot), rk_time(time))
    }
  }

  private mutating func readRamp(_ reader: inout ByteReader) throws(BankStateError) {
    let (slot, now) = (reader.word(), Ticks(seconds: now))
    var motion = Motion(anchor: Anchor(time: 0, position: 0), rate: 0, rest: 0)
    guard let bytes = reader.bytes(Self.rampSize - 8), slot < UInt64(endIndex) else {
      throw .impossible
    }
    var fields = SavedFields(reading: bytes)
    do { try motion.visitFields(&fields) } catch { throw .impossible }
    let state = rows.slots[Int(slot)]
    guard motion.isValid(at: now), !motion.hasFinalRate, motion.wait == 0, motion.rest == 0,
      motion.isPaused == state.isStill, state.isPending, rampIndex(of: Int(slot)) == nil,
      Self.isValid(ExactMotion.coarse(motion.finalRate)), storedRate(of: Int(slot)) == 0
    else { throw .impossible }
    add(BankRamp(slot: Int(slot), motion: motion))
  }
}
