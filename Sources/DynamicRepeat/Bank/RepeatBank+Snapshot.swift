// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

// "DRBK", version, mode and ends, the base of names, the present, places, repeats aside, the curve's mark; each
// place; each repeat aside; the check. Numbers are little-endian. The places are all that have ever been
// used, as names of the past must stay stale.

extension RepeatBank {
  /// The version of the format that is written and read: 2, as 1 had no present.
  public static let snapshotVersion: UInt32 = 2

  /// All of the bank's state as bytes: 20 a place that has ever been used, 28 with ends, and about 300
  /// for each in the side table.
  ///
  /// Restored, it goes on with the same names and bit for bit the same exact values; frames stay within
  /// their bounds. The curve is not in it, but its mark.
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
    for repeating in aside { repeating.write(to: &counter) }
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
    writer.write(UInt64(aside.count))
    writer.write(SnapshotHead.mark(of: curve))
    for index in 0..<usedEnd {
      let (block, place) = locate(index)
      writer.write(block.state[place].bits)
      let word = block.master[place].inC
      writer.write(word.rate_high)
      writer.write(word.phase_and_rate_low)
      if let start = block.start, let change = block.change {
        writer.write(start[place])
        writer.write(change[place])
      }
    }
    for repeating in aside { repeating.write(to: &writer) }
    writer.write(Checksum.fnv1a64ByWords(writer.written))
  }

  /// The bank that a snapshot was taken of.
  /// - Parameters:
  ///   - bytes: What ``snapshot()`` gave.
  ///   - curve: The curve of that bank.
  ///   - capacity: As for ``init(curve:mode:hasEnds:capacity:)``.
  /// - Throws: ``BankSnapshotError``; damaged, truncated and foreign bytes are refused whole.
  /// - Precondition: `capacity` is 1 to 2^31.
  public static func restored(
    from bytes: [UInt8], curve: BankCurve, capacity: Int = 1 << 28
  ) throws(BankSnapshotError) -> RepeatBank {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(BankSnapshotError) -> RepeatBank in
      try restored(from: bytes, curve: curve, capacity: capacity)
    }
  }

  /// The same from any memory.
  /// - Parameter eventsPerListener: See ``RepeatBank/eventsPerListener``.
  package static func restored(
    from bytes: UnsafeRawBufferPointer, curve: BankCurve, capacity: Int,
    eventsPerListener: Int = .max
  ) throws(BankSnapshotError) -> RepeatBank {
    let content = max(0, bytes.count - SnapshotHead.checkSize)
    var reader = ByteReader(bytes)
    let head = try SnapshotHead(from: &reader, content: content)
    try head.check(bytes, curve, capacity: capacity)
    var bank = RepeatBank(
      curve: curve, mode: head.mode, hasEnds: head.hasEnds, capacity: capacity)
    bank.nameBase = head.nameBase
    bank.now = head.now
    bank.eventsPerListener = eventsPerListener
    guard bank.makeRoom(for: head.places) else { throw .noMemory }
    bank.aside.reserveCapacity(head.asideCount)
    bank.endIndex = head.places
    bank.usedEnd = head.places
    for index in 0..<head.places { try bank.readPlace(index, from: &reader) }
    for _ in 0..<head.asideCount { try bank.readAside(from: &reader) }
    guard reader.count == content else {
      throw .wrongLength(given: bytes.count, needed: reader.count + SnapshotHead.checkSize)
    }
    try bank.checkAside()
    bank.dropEmptyEnd()
    return bank
  }
}

/// What stands before the places.
struct SnapshotHead {
  static let signature: UInt32 = 0x4B42_5244
  static let size = 48
  /// Bytes of the checksum at the end.
  static let checkSize = 8

  let mode: BankMode
  let hasEnds: Bool
  let nameBase: UInt32
  let now: Double
  let places: Int
  let asideCount: Int
  let curveMark: UInt64

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
    let places = try reader.whole(UInt64.self)
    let asideCount = try reader.whole(UInt64.self)
    // Both are bounded by the bytes that there are, before anything is allocated for them.
    self.places = Int(min(places, 1 << 40))
    self.asideCount = Int(min(asideCount, 1 << 40))
    let needed =
      Self.size + self.places * (hasEnds ? 28 : 20) + self.asideCount * AsideRepeat.leastBytes
    guard content >= needed else {
      throw .wrongLength(
        given: content + SnapshotHead.checkSize, needed: needed + SnapshotHead.checkSize)
    }
    curveMark = try reader.whole(UInt64.self)
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
    guard curveMark == Self.mark(of: curve) else { throw .otherCurve }
    guard places <= capacity else { throw .tooMany(places: places, capacity: capacity) }
  }

  /// Equal for curves that look alike, on every machine: coarser than its mathematics' last bits.
  static func mark(of curve: BankCurve) -> UInt64 {
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
  fileprivate mutating func readPlace(_ index: Int, from reader: inout ByteReader)
    throws(BankSnapshotError)
  {
    let (block, place) = locate(index)
    let state = PlaceState(bits: try reader.whole(UInt32.self))
    let word = MasterWord(
      rateHigh: try reader.whole(Int64.self), phaseAndRateLow: try reader.whole(UInt64.self))
    var ends: (start: Float, change: Float)?
    if hasEnds { ends = (try reader.wholeFloat(), try reader.wholeFloat()) }
    guard state.isConsistent, ends.map({ $0.start.isFinite && $0.change.isFinite }) ?? true,
      state.isAside || word.hertz.magnitude <= Float(Self.highestRate.nextUp)
    else { throw .impossible(place: index) }
    block.state[place] = state
    block.master[place] = word
    if let ends, let start = block.start, let change = block.change {
      start[place] = ends.start
      change[place] = ends.change
    }
    guard state.isLive else { return }
    count += 1
    block.header.pointee.liveCount += 1
    if !state.isAside { block.refreshHot(place) }
  }

  fileprivate mutating func readAside(from reader: inout ByteReader) throws(BankSnapshotError) {
    let repeating = try AsideRepeat(from: &reader, mostEvents: eventsPerListener)
    let index = repeating.index
    let position = aside.count
    guard index >= 0, index < endIndex, asideIndex(of: index) == position,
      repeating.controller.now <= now
    else {
      throw .impossible(place: index)
    }
    aside.append(repeating)
    if repeating.isListening {
      listenerCount += 1
      limitEvents(position)
    }
    let (block, place) = locate(index)
    block.refreshHot(place)
  }

  /// Every place that is said to be in the side table has to be there.
  fileprivate func checkAside() throws(BankSnapshotError) {
    for index in 0..<endIndex {
      guard let position = asideIndex(of: index) else { continue }
      guard position >= 0, position < aside.count, aside[position].index == index else {
        throw .impossible(place: index)
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

extension PlaceState {
  /// Whether the flags can stand together.
  fileprivate var isConsistent: Bool {
    if !isLive { return bits & (1 << Self.generationShift - 1) == 0 }
    if isAside { return isStill }
    return isStill || !isIdle
  }
}
