// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatBanks
import RepeatTiming

@c @implementation
public func dr_bank_snapshot_size(
  _ bank: dr_bank, _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try given(size).pointee = object.pointee.bank.snapshotSize
  }
}

@c @implementation
public func dr_bank_snapshot(
  _ bank: dr_bank, _ bytes: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    let bytes = try given(bytes)
    let needed = object.pointee.bank.snapshotSize
    guard UInt(bitPattern: capacity) >= UInt(needed) else { throw StatusError(DR_ERROR_BUFFER) }
    object.pointee.bank.writeSnapshot(to: bytes)
    size?.pointee = needed
  }
}

@c @implementation
public func dr_bank_restore(
  _ bank: dr_bank, _ bytes: UnsafeRawPointer!, _ size: Int
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    let bytes = UnsafeRawBufferPointer(start: try given(bytes), count: max(0, size))
    try object.pointee.restore(from: bytes, at: nil)
  }
}

@c @implementation
public func dr_bank_restore_at(
  _ bank: dr_bank, _ bytes: UnsafeRawPointer!, _ size: Int, _ now_s: Double
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    let bytes = UnsafeRawBufferPointer(start: try given(bytes), count: max(0, size))
    try checkBankTime(now_s)
    try object.pointee.restore(from: bytes, at: now_s)
  }
}

@c @implementation
public func dr_bank_shift_time(_ bank: dr_bank, _ delta_s: Double) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try object.pointee.withBank { bank throws(BankError) in
      try bank.shiftTimeline(by: delta_s)
    }
    object.pointee.frameTime = nil
  }
}

extension BankObject {
  /// Makes another bank in a heap of its own, and takes its place if all is well.
  /// - Parameter now: The present of another clock, checked; `nil`: the one that was saved.
  fileprivate mutating func restore(from bytes: UnsafeRawBufferPointer, at now: Double?)
    throws(StatusError)
  {
    let other = try given(repeat_heap_make(try heapNeeded(for: bytes)), or: DR_ERROR_MEMORY)
    let old = heap
    do throws(StatusError) {
      try replaceBank(from: bytes, at: now, in: other)
    } catch {
      repeat_heap_end(other)
      throw error
    }
    heap = other
    repeat_heap_end(old)
    frameTime = nil
    shownBlocks = 0
  }

  /// Apart, so that nothing of the old bank is left when its heap ends.
  @inline(never)
  private mutating func replaceBank(
    from bytes: UnsafeRawBufferPointer, at now: Double?, in other: OpaquePointer
  ) throws(StatusError) {
    repeat_heap_enter(other)
    defer { repeat_heap_leave() }
    var (hasOtherSettings, hasMoved) = (false, true)
    do throws(BankSnapshotError) {
      var restored = try RepeatBank.restored(
        from: bytes, curve: bank.curve, capacity: bank.capacity)
      hasOtherSettings = restored.mode != bank.mode || restored.hasEnds != bank.hasEnds
      guard !hasOtherSettings else { throw BankSnapshotError.notASnapshot }
      guard repeat_name_base_is_sound(restored.nameBase) else {
        throw BankSnapshotError.notASnapshot
      }
      if let now { hasMoved = (try? restored.moveTimeline(to: now)) != nil }
      guard hasMoved else { throw BankSnapshotError.impossibleTime(now ?? 0) }
      bank = restored
    } catch {
      // A time in the saved state lay beyond all times.
      guard hasMoved else { throw StatusError(DR_ERROR_TIME) }
      throw hasOtherSettings ? StatusError(DR_ERROR_SETTINGS) : StatusError(error.status)
    }
  }

  /// All that restoring may allocate: lists and individual members.
  private func heapNeeded(for bytes: UnsafeRawBufferPointer) throws(StatusError) -> Int {
    try checked { () throws(BankSnapshotError) in
      let (slots, individuals) = try RepeatBank.contents(of: bytes)
      guard slots <= bank.capacity else {
        throw BankSnapshotError.tooMany(slots: slots, capacity: bank.capacity)
      }
      let lists = bank.listSize(for: slots)
      return Self.leastHeap + heapSize(lists.blocks) + heapSize(lists.slabs)
        + heapSize(individuals * RepeatBank.individualSize)
    }
  }
}

extension BankSnapshotError: ErrorWithStatus {
  var status: dr_status {
    switch self {
    case .otherCurve: DR_ERROR_OTHER_TIMING
    case .tooMany: DR_ERROR_CAPACITY
    case .noMemory: DR_ERROR_MEMORY
    case .notASnapshot, .unknownVersion, .wrongLength, .damaged, .impossible, .impossibleTime:
      DR_ERROR_SNAPSHOT
    }
  }
}
