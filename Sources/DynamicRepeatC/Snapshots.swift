// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

/// The bytes of a snapshot: a head, the state, and the checksum of both.
///
/// Head: "DRsn" and the version in one word, the size of all, and what the definition is recognized
/// by: its fingerprint; from version 3 on before it that of the timing functions and the count, and
/// after it the present count, which is the definition's in version 2.
private enum Snapshot {
  static let version: UInt64 = 3
  static let oldestVersion: UInt64 = 2
  static let signature: UInt64 = 0x6e73_5244
  static let checksumSize = 8
}

@c @implementation
public func dr_repeat_snapshot_size(
  _ repeat: dr_repeat, _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  `repeat`.answerMasked(in: size) { $0.pointee.snapshotSize }
}

@c @implementation
public func dr_repeat_snapshot(
  _ repeat: dr_repeat, _ bytes: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    let bytes = try given(bytes)
    let needed = object.pointee.snapshotSize
    guard UInt(bitPattern: capacity) >= UInt(needed) else { throw StatusError(DR_ERROR_BUFFER) }
    var writer = ByteWriter(to: bytes)
    object.pointee.write(to: &writer, size: needed)
    size?.pointee = needed
  }
}

@c @implementation
public func dr_repeat_restore(
  _ repeat: dr_repeat, _ bytes: UnsafeRawPointer!, _ size: Int
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    let bytes = try given(bytes)
    try object.pointee.restore(from: bytes, size: size, at: nil)
  }
}

@c @implementation
public func dr_repeat_restore_at(
  _ repeat: dr_repeat, _ bytes: UnsafeRawPointer!, _ size: Int, _ now_s: Double
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    let bytes = try given(bytes)
    try object.pointee.restore(from: bytes, size: size, at: now_s)
  }
}

@c @implementation
public func dr_repeat_shift_time(_ repeat: dr_repeat, _ delta_s: Double) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    try object.pointee.shiftTime(by: delta_s)
  }
}

extension RepeatObject {
  fileprivate var snapshotSize: Int {
    var counter = ByteWriter()
    write(to: &counter, size: 0)
    return counter.count
  }

  @inline(never)
  fileprivate func write(to writer: inout ByteWriter, size: Int) {
    writer.write(Snapshot.signature | Snapshot.version << 32)
    writer.write(size)
    writer.write(identity.timings)
    writer.write(live.settings.repeatCount)
    writer.write(identity.all)
    writer.write(live.repeatCount)
    live.write(to: &writer)
    writer.write(writer.checksum)
  }

  /// Reads a snapshot into a controller of its own: the repeat itself changes only if all is well.
  /// - Parameter now: Seconds: the present time on another clock, if it is to go on there.
  @inline(never)
  fileprivate mutating func restore(
    from bytes: UnsafeRawPointer, size: Int, at now: Double?
  ) throws(StatusError) {
    let bytes = UnsafeRawBufferPointer(start: bytes, count: max(0, size))
    var reader = ByteReader(bytes)
    let signature = reader.word()
    let version = signature >> 32
    reader.require(
      signature & 0xffff_ffff == Snapshot.signature
        && (Snapshot.oldestVersion...Snapshot.version).contains(version))
    reader.require(reader.integer() == size)
    guard reader.isSound, Self.checksumFits(bytes) else { throw StatusError(DR_ERROR_SNAPSHOT) }
    let count = try readIdentity(from: &reader, version: version)
    // Each that is saved takes more bytes than that: a damaged number asks for no more.
    let most = reader.bytesLeft / 8
    let commands = min(Int(commandCapacity), most)
    let goals = min(Int(lockCapacity), most)
    let size =
      RepeatController.queueBytes(commands: commands, goals: goals, head: arrayHead)
      + RepeatController.arrayBytes(events: live.eventLimit, head: arrayHead) + 16
    let block = try given(repeat_memory_take(size), or: DR_ERROR_MEMORY)
    repeat_memory_begin(block, size)
    defer { repeat_memory_give(block, size) }
    try restore(from: &reader, count: count, at: now, commands: commands, goals: goals)
  }

  /// Apart, so that nothing of the other controller is left when its memory is given back.
  @inline(never)
  private mutating func restore(
    from reader: inout ByteReader, count: RepeatCount, at now: Double?, commands: Int, goals: Int
  ) throws(StatusError) {
    var other = live.withoutQueues()
    other.moveQueues(commands: commands, goals: goals)
    other.reserveCapacity(events: live.eventLimit)
    repeat_memory_end()
    let fits = other.read(
      from: &reader, commandLimit: Int(commandCapacity), eventLimit: live.eventLimit,
      goalLimit: Int(lockCapacity), mayDropEvents: true)
    guard fits || !reader.isSound else { throw StatusError(DR_ERROR_CAPACITY) }
    guard reader.isSound, reader.bytesLeft == Snapshot.checksumSize else {
      throw StatusError(DR_ERROR_SNAPSHOT)
    }
    other.repeatCount = count
    if let now { try checked { () throws(RepeatError) in try other.moveTimeline(to: now) } }
    try makeRoom(commands: other.waitingCommands, goals: other.goalCount)
    live.replaceState(with: other)
  }

  /// Compares what is saved of the definition with this one's; the count of the state that follows.
  private func readIdentity(from reader: inout ByteReader, version: UInt64) throws(StatusError)
    -> RepeatCount
  {
    if version > 2 {
      guard reader.word() == identity.timings else { throw StatusError(DR_ERROR_OTHER_TIMING) }
      guard reader.number() == live.settings.repeatCount.ofC else {
        throw StatusError(DR_ERROR_OTHER_COUNT)
      }
    }
    guard reader.word() == identity.all else { throw StatusError(DR_ERROR_SETTINGS) }
    return version > 2 ? reader.repeatCount() : live.settings.repeatCount
  }

  fileprivate mutating func shiftTime(by delta: Double) throws(StatusError) {
    try checked { () throws(RepeatError) in try live.shiftTimeline(by: delta) }
  }

  /// Whether the last word is the checksum of those before.
  private static func checksumFits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let content = bytes.count - Snapshot.checksumSize
    guard content >= 0 else { return false }
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[content...]))
    return reader.word() == Checksum.fnv1a64(UnsafeRawBufferPointer(rebasing: bytes[..<content]))
  }
}
