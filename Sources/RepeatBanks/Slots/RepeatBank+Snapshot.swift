// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat02
import RepeatTiming

// "DRBK", version, mode and ends, the base of names, the present, slots, individual repeats, the
// curve's fingerprint; each slot; each individual repeat; the check. Numbers are little-endian. The
// slots are all that have ever been used, as names of the past must stay stale.

extension RepeatBank {
  /// The version of the format, 4; others throw ``BankSnapshotError/unknownVersion(_:)``.
  public static let snapshotVersion: UInt32 = 4

  /// All of the bank's state as bytes: 20 a slot that has ever been used, 28 with ends, and about
  /// 300 for each individually evaluated repeat.
  ///
  /// Restored, it goes on with the same names and bit for bit the same exact values; frames stay
  /// within their bounds. The curve is not in it, but its fingerprint.
  public func snapshot() -> [UInt8] {
    let size = snapshotSize
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let memory = buffer.baseAddress else { return }
      writeSnapshot(to: memory)
      count = size
    }
  }

  /// Bytes of a snapshot.
  package var snapshotSize: Int {
    var counter = ByteWriter()
    for individual in individuals { individual.write(to: &counter) }
    return SnapshotHead.size + usedEnd * (hasEnds ? 28 : 20) + counter.count
      + SnapshotHead.checkSize
  }

  /// Writes a snapshot to memory of ``snapshotSize`` bytes, at any address.
  package func writeSnapshot(to memory: UnsafeMutableRawPointer) {
    var writer = ByteWriter(to: memory)
    writer.write(SnapshotHead.signature)
    writer.write(Self.snapshotVersion)
    writer.write(UInt32((mode == .sawtooth ? 1 : 0) | (hasEnds ? 2 : 0)))
    writer.write(nameBase)
    writer.write(now)
    writer.write(UInt64(usedEnd))
    writer.write(UInt64(individuals.count))
    writer.write(SnapshotHead.fingerprint(of: curve))
    for index in 0..<usedEnd {
      let (block, slot) = locate(index)
      writer.write(block.state[slot].bits)
      let exact = block.exactState(slot)
      writer.write(exact.rate_high)
      writer.write(exact.phase_and_rate_low)
      if let start = block.start, let change = block.change {
        writer.write(start[slot])
        writer.write(change[slot])
      }
    }
    for individual in individuals { individual.write(to: &writer) }
    writer.write(Checksum.fnv1a64ByWords(writer.written))
  }

  /// The bank that a snapshot was taken of.
  /// - Parameters:
  ///   - bytes: What ``snapshot()`` gave.
  ///   - curve: The curve of that bank.
  ///   - capacity: As for ``init(curve:mode:hasEnds:capacity:)``.
  /// - Throws: ``BankSnapshotError``; for damaged, truncated and foreign bytes alike.
  /// - Precondition: `capacity` is 1 to 2^31.
  public static func restored(
    from bytes: [UInt8], curve: BankCurve, capacity: Int = 1 << 28
  ) throws(BankSnapshotError) -> RepeatBank {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(BankSnapshotError) -> RepeatBank in
      try restored(from: bytes, curve: curve, capacity: capacity)
    }
  }

  /// The same from any memory.
  package static func restored(
    from bytes: UnsafeRawBufferPointer, curve: BankCurve, capacity: Int
  ) throws(BankSnapshotError) -> RepeatBank {
    let content = max(0, bytes.count - SnapshotHead.checkSize)
    var reader = ByteReader(bytes)
    let head = try SnapshotHead(from: &reader, content: content)
    try head.check(bytes, curve, capacity: capacity)
    var bank = RepeatBank(
      curve: curve, mode: head.mode, hasEnds: head.hasEnds, capacity: capacity)
    bank.nameBase = head.nameBase
    bank.now = head.now
    guard bank.makeRoom(for: head.slots) else { throw .noMemory }
    bank.individuals.reserveCapacity(head.individualCount)
    bank.endIndex = head.slots
    bank.usedEnd = head.slots
    for index in 0..<head.slots { try bank.readSlot(index, from: &reader) }
    for _ in 0..<head.individualCount { try bank.readIndividual(from: &reader) }
    guard reader.count == content else {
      throw .wrongLength(given: bytes.count, needed: reader.count + SnapshotHead.checkSize)
    }
    try bank.checkIndividuals()
    bank.dropEmptyEnd()
    return bank
  }
}

/// The bytes before the slots.
struct SnapshotHead {
  static let signature: UInt32 = 0x4B42_5244
  static let size = 48
  /// Bytes of the checksum at the end.
  static let checkSize = 8

  let mode: BankMode
  let hasEnds: Bool
  let nameBase: UInt32
  let now: Double
  let slots: Int
  let individualCount: Int
  let curveFingerprint: UInt64

  /// - Parameter content: The bytes before the check.
  init(from reader: inout ByteReader, content: Int) throws(BankSnapshotError) {
    guard reader.bytesLeft >= 4, try reader.whole(UInt32.self) == Self.signature else {
      throw .notASnapshot
    }
    let version = try reader.whole(UInt32.self)
    guard version == RepeatBank.snapshotVersion else { throw .unknownVersion(version) }
    let flags = try reader.whole(UInt32.self)
    mode = flags & 1 == 0 ? .autoreverse : .sawtooth
    hasEnds = flags & 2 != 0
    nameBase = try reader.whole(UInt32.self)
    now = Double(bitPattern: try reader.whole(UInt64.self))
    let slots = try reader.whole(UInt64.self)
    let individualCount = try reader.whole(UInt64.self)
    // All are bounded by the bytes that there are, before anything is allocated for them.
    self.slots = Int(min(slots, 1 << 40))
    self.individualCount = Int(min(individualCount, 1 << 40))
    curveFingerprint = try reader.whole(UInt64.self)
    let needed =
      reader.count + self.slots * (hasEnds ? 28 : 20) + self.individualCount
      * IndividualRepeat.leastBytes
    guard content >= needed else {
      throw .wrongLength(
        given: content + SnapshotHead.checkSize, needed: needed + SnapshotHead.checkSize)
    }
  }

  func check(_ bytes: UnsafeRawBufferPointer, _ curve: BankCurve, capacity: Int)
    throws(BankSnapshotError)
  {
    let content = bytes.count - SnapshotHead.checkSize
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[content...]))
    let sum = Checksum.fnv1a64ByWords(UnsafeRawBufferPointer(rebasing: bytes[..<content]))
    guard try reader.whole(UInt64.self) == sum else {
      throw .damaged
    }
    guard now.magnitude <= RepeatBank.latestTime else { throw .impossibleTime(now) }
    guard curveFingerprint == Self.fingerprint(of: curve) else { throw .otherCurve }
    guard slots <= capacity else { throw .tooMany(slots: slots, capacity: capacity) }
  }

  /// Equal for curves that look alike, on every machine: coarser than its mathematics' last bits.
  static func fingerprint(of curve: BankCurve) -> UInt64 {
    withUnsafeTemporaryAllocation(byteCount: 17 * 8, alignment: 8) { memory in
      var writer = ByteWriter(to: memory.baseAddress)
      for step in 0...16 {
        let value = (curve.timing(Double(step) / 16 * 0.97 + 0.01) * 1e6).rounded()
        writer.write(Int64(exactly: value) ?? Int64(bitPattern: value.bitPattern))
      }
      return Checksum.fnv1a64ByWords(UnsafeRawBufferPointer(memory))
    }
  }
}

extension RepeatBank {
  fileprivate mutating func readSlot(_ index: Int, from reader: inout ByteReader)
    throws(BankSnapshotError)
  {
    let (block, slot) = locate(index)
    let state = rk_slot_state(bits: try reader.whole(UInt32.self))
    let exact = rk_exact(
      rate_high: try reader.whole(Int64.self), phase_and_rate_low: try reader.whole(UInt64.self))
    var ends: (start: Float, change: Float)?
    if hasEnds { ends = (try reader.wholeFloat(), try reader.wholeFloat()) }
    guard state.isConsistent, ends.map({ $0.start.isFinite && $0.change.isFinite }) ?? true,
      state.isIndividual || exact.hertz.magnitude <= Float(Self.highestRate.nextUp)
    else { throw .impossible(slot: index) }
    block.put(state, slot)
    block.exact[slot] = exact
    if let ends, let start = block.start, let change = block.change {
      start[slot] = ends.start
      change[slot] = ends.change
    }
    guard state.isLive else { return }
    count += 1
    block.header.pointee.live_count += 1
    if !state.isIndividual { block.refreshFrame(slot) }
  }

  fileprivate mutating func readIndividual(from reader: inout ByteReader) throws(BankSnapshotError)
  {
    let individual = try IndividualRepeat(from: &reader)
    let index = individual.index
    let position = individuals.count
    guard index >= 0, index < endIndex, individualIndex(of: index) == position,
      individual.controller.now <= now
    else {
      throw .impossible(slot: index)
    }
    individuals.append(individual)
    let (block, slot) = locate(index)
    block.refreshFrame(slot)
  }

  /// Every slot that is said to be an individual repeat's has to be one's.
  fileprivate func checkIndividuals() throws(BankSnapshotError) {
    for index in 0..<endIndex {
      guard let position = individualIndex(of: index) else { continue }
      guard position >= 0, position < individuals.count, individuals[position].index == index else {
        throw .impossible(slot: index)
      }
    }
  }
}

extension ByteReader {
  /// A number that is there as a whole.
  mutating func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws(BankSnapshotError)
    -> Number
  {
    let value = read(type)
    guard isSound else {
      throw .wrongLength(given: size, needed: count + MemoryLayout<Number>.size)
    }
    return value
  }

  fileprivate mutating func wholeFloat() throws(BankSnapshotError) -> Float {
    Float(bitPattern: try whole(UInt32.self))
  }
}
