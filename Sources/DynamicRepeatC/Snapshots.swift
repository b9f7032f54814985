// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat
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
  answerMasked { () throws(StatusError) in
    let object = try `repeat`.object()
    let output = try given(size)
    output.pointee = object.pointee.value.snapshotSize
  }
}

@c @implementation
public func dr_repeat_snapshot(
  _ repeat: dr_repeat, _ bytes: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try `repeat`.object()
    let bytes = try given(bytes)
    let needed = object.pointee.value.snapshotSize
    guard UInt(bitPattern: capacity) >= UInt(needed) else { throw StatusError(DR_ERROR_BUFFER) }
    var writer = ByteWriter(to: bytes)
    object.pointee.value.write(to: &writer, size: needed)
    size?.pointee = needed
  }
}

@c @implementation
public func dr_repeat_restore(
  _ repeat: dr_repeat, _ bytes: UnsafeRawPointer!, _ size: Int
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try `repeat`.object()
    let bytes = try given(bytes)
    try object.pointee.value.read(from: bytes, size: size)
    object.pointee.value.takeReadState()
  }
}

@c @implementation
public func dr_repeat_restore_at(
  _ repeat: dr_repeat, _ bytes: UnsafeRawPointer!, _ size: Int, _ now_s: Double
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try `repeat`.object()
    let bytes = try given(bytes)
    try object.pointee.value.read(from: bytes, size: size)
    try object.pointee.value.moveReadState(to: now_s)
    object.pointee.value.takeReadState()
  }
}

@c @implementation
public func dr_repeat_shift_time(_ repeat: dr_repeat, _ delta_s: Double) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try `repeat`.object()
    try object.pointee.value.shiftTime(by: delta_s)
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
    writer.write(identity.count)
    writer.write(identity.all)
    writer.write(live.repeatCount)
    live.write(to: &writer)
    writer.write(writer.checksum)
  }

  /// Reads a snapshot into the second controller: the repeat itself changes only if all is well.
  fileprivate mutating func read(from bytes: UnsafeRawPointer, size: Int) throws(StatusError) {
    let bytes = UnsafeRawBufferPointer(start: bytes, count: max(0, size))
    var reader = ByteReader(bytes)
    let signature = reader.word()
    let version = signature >> 32
    reader.require(
      signature & 0xffff_ffff == Snapshot.signature
        && (Snapshot.oldestVersion...Snapshot.version).contains(version))
    reader.require(reader.integer() == size)
    guard reader.isSound, Self.checksumFits(bytes) else {
      throw StatusError(DR_ERROR_SNAPSHOT)
    }
    let count = try readIdentity(from: &reader, version: version)
    ahead.isReporting = true
    ahead.eventLimit = live.eventLimit
    let fits = ahead.read(
      from: &reader, commandLimit: commandCapacity, eventLimit: live.eventLimit,
      goalLimit: lockCapacity)
    guard fits || !reader.isSound else { throw StatusError(DR_ERROR_CAPACITY) }
    guard reader.isSound, reader.bytesLeft == Snapshot.checksumSize else {
      throw StatusError(DR_ERROR_SNAPSHOT)
    }
    ahead.repeatCount = count
  }

  /// Compares what is saved of the definition with this one's; the count of the state that follows.
  private func readIdentity(from reader: inout ByteReader, version: UInt64) throws(StatusError)
    -> RepeatCount
  {
    if version > 2 {
      guard reader.word() == identity.timings else { throw StatusError(DR_ERROR_OTHER_TIMING) }
      guard reader.number() == identity.count else { throw StatusError(DR_ERROR_OTHER_COUNT) }
    }
    guard reader.word() == identity.all else { throw StatusError(DR_ERROR_SETTINGS) }
    return version > 2 ? reader.repeatCount() : live.settings.repeatCount
  }

  /// Moves what was read to the time of another clock.
  fileprivate mutating func moveReadState(to now: Double) throws(StatusError) {
    try checked { () throws(RepeatError) in try ahead.moveTimeline(to: now) }
  }

  /// Makes what was read the present state.
  fileprivate mutating func takeReadState() {
    live.replaceState(with: ahead)
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
