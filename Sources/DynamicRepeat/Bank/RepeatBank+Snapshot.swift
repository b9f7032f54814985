// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

// "DRBK", version, mode, ends, places, repeats aside, the curve's mark; each place; each repeat aside;
// the check. Numbers are little-endian.

extension RepeatBank {
  /// The version of the format that is written and read.
  public static let snapshotVersion: UInt32 = 1

  /// All of the bank's state as bytes: 20 a place, 28 with ends, and about 300 for each in the side table.
  ///
  /// Restored, it goes on with the same names and bit for bit the same exact values; frames stay within
  /// their bounds. The curve is not in it, but its mark.
  public func snapshot() -> [UInt8] {
    let perPlace = hasEnds ? 28 : 20
    var writer = SnapshotWriter(
      capacity: SnapshotHead.size + endIndex * perPlace + aside.count * 400 + SnapshotCheck.size)
    writer.write(SnapshotHead.signature)
    writer.write(Self.snapshotVersion)
    writer.write(UInt32(mode == .sawtooth ? 1 : 0))
    writer.write(UInt32(hasEnds ? 1 : 0))
    writer.write(UInt64(endIndex))
    writer.write(UInt64(aside.count))
    writer.write(SnapshotHead.mark(of: curve))
    for index in 0..<endIndex {
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
    writer.seal()
    return writer.bytes
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
    let content = max(0, bytes.count - SnapshotCheck.size)
    var reader = SnapshotReader(bytes[...])
    let head = try SnapshotHead(from: &reader, content: content)
    try head.check(bytes, curve, capacity: capacity)
    var bank = RepeatBank(
      curve: curve, mode: head.mode, hasEnds: head.hasEnds, capacity: capacity)
    bank.reserveCapacity(head.places)
    bank.endIndex = head.places
    for index in 0..<head.places { try bank.readPlace(index, from: &reader) }
    for _ in 0..<head.asideCount { try bank.readAside(from: &reader) }
    guard reader.offset == content else {
      throw .wrongLength(given: bytes.count, needed: reader.offset + SnapshotCheck.size)
    }
    try bank.checkAside()
    return bank
  }
}

/// What stands before the places.
struct SnapshotHead {
  static let signature: UInt32 = 0x4B42_5244
  static let size = 40

  let mode: BankMode
  let hasEnds: Bool
  let places: Int
  let asideCount: Int
  let curveMark: UInt64

  /// - Parameter content: The bytes before the check.
  init(from reader: inout SnapshotReader, content: Int) throws(BankSnapshotError) {
    guard reader.bytesLeft >= 4, try reader.read(UInt32.self) == Self.signature else {
      throw .notASnapshot
    }
    let version = try reader.read(UInt32.self)
    guard version == RepeatBank.snapshotVersion else { throw .unknownVersion(version) }
    mode = try reader.read(UInt32.self) == 0 ? .autoreverse : .sawtooth
    hasEnds = try reader.read(UInt32.self) != 0
    let places = try reader.read(UInt64.self)
    let asideCount = try reader.read(UInt64.self)
    // Both are bounded by the bytes that there are, before anything is allocated for them.
    self.places = Int(min(places, 1 << 40))
    self.asideCount = Int(min(asideCount, 1 << 40))
    let needed = Self.size + self.places * (hasEnds ? 28 : 20) + self.asideCount
    guard content >= needed else {
      throw .wrongLength(
        given: content + SnapshotCheck.size, needed: needed + SnapshotCheck.size)
    }
    curveMark = try reader.read(UInt64.self)
  }

  func check(_ bytes: [UInt8], _ curve: BankCurve, capacity: Int) throws(BankSnapshotError) {
    let content = bytes.count - SnapshotCheck.size
    var reader = SnapshotReader(bytes[content...])
    guard try reader.read(UInt64.self) == SnapshotCheck.sum(bytes[..<content]) else {
      throw .damaged
    }
    guard curveMark == Self.mark(of: curve) else { throw .otherCurve }
    guard places <= capacity else { throw .tooMany(places: places, capacity: capacity) }
  }

  /// Equal for curves that look alike, on every machine: coarser than its mathematics' last bits.
  static func mark(of curve: BankCurve) -> UInt64 {
    var writer = SnapshotWriter(capacity: 128)
    for step in 0...16 {
      writer.write(Int64((curve.timing(Double(step) / 16 * 0.97 + 0.01) * 1e6).rounded()))
    }
    return SnapshotCheck.sum(writer.bytes[...])
  }
}

extension RepeatBank {
  fileprivate mutating func readPlace(_ index: Int, from reader: inout SnapshotReader)
    throws(BankSnapshotError)
  {
    let (block, place) = locate(index)
    let state = PlaceState(bits: try reader.read(UInt32.self))
    let word = MasterWord(
      rateHigh: try reader.read(Int64.self), phaseAndRateLow: try reader.read(UInt64.self))
    var ends: (start: Float, change: Float)?
    if hasEnds { ends = (try reader.readFloat(), try reader.readFloat()) }
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

  fileprivate mutating func readAside(from reader: inout SnapshotReader) throws(BankSnapshotError) {
    let repeating = try AsideRepeat(from: &reader)
    let index = repeating.index
    guard index >= 0, index < endIndex, asideIndex(of: index) == aside.count else {
      throw .impossible(place: index)
    }
    aside.append(repeating)
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

extension PlaceState {
  /// Whether the flags can stand together.
  fileprivate var isConsistent: Bool {
    if !isLive { return bits & (1 << Self.generationShift - 1) == 0 }
    if isAside { return isStill }
    return isStill || !isIdle
  }
}
