// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// The end of a lock: a rate for those of its slots that are still catching up then.
struct WaitingLock {
  var slots: Range<Int>
  /// Seconds; a `Double` unless the timeline was moved.
  var end: DoubleDouble
  /// The leader's times the ratio.
  let rate: StoredRate

  /// The end for exact states.
  @inline(never)
  var endTime: BankTime { BankTime(end) }
}

/// The locks that wait for their ends, in order of their slots, which no two share.
///
/// A slot says by itself whether its repeat is catching up, so that a command ends the lock of one
/// repeat without looking here, and a repeat that comes to a freed slot has none.
struct WaitingLocks {
  private(set) var entries: [WaitingLock] = []

  /// The first time at which one has ended; infinite where none waits.
  private(set) var firstEnd = Double.infinity

  /// The lock of a slot whose repeat is catching up.
  subscript(_ slot: Int) -> WaitingLock? {
    let index = firstIndex(endingAfter: slot)
    return index < entries.count && entries[index].slots.contains(slot) ? entries[index] : nil
  }

  /// The first one with slots above `slot`, or at it.
  private func firstIndex(endingAfter slot: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].slots.upperBound <= slot { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes slots from all locks that have any of them.
  mutating func remove(_ slots: Range<Int>) {
    var index = firstIndex(endingAfter: slots.lowerBound)
    while index < entries.count, entries[index].slots.lowerBound < slots.upperBound {
      let old = entries[index].slots
      let before = old.lowerBound..<max(old.lowerBound, slots.lowerBound)
      let after = min(old.upperBound, slots.upperBound)..<old.upperBound
      switch (before.isEmpty, after.isEmpty) {
      case (true, true): entries.remove(at: index)
      case (false, true):
        entries[index].slots = before
        index += 1
      case (true, false):
        entries[index].slots = after
        index += 1
      case (false, false):
        entries[index].slots = after
        var lock = entries[index]
        lock.slots = before
        entries.insert(lock, at: index)
        index += 2
      }
    }
    findFirstEnd()
  }

  /// - Precondition: no other lock has any of its slots.
  mutating func insert(_ lock: WaitingLock) {
    entries.insert(lock, at: firstIndex(endingAfter: lock.slots.lowerBound))
    findFirstEnd()
  }

  /// Takes one that has ended by `time`; `nil` where there is none.
  mutating func takeEnded(by time: Double) -> WaitingLock? {
    guard time >= firstEnd, let index = entries.firstIndex(where: { $0.end.roundedUp <= time })
    else { return nil }
    let lock = entries.remove(at: index)
    findFirstEnd()
    return lock
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    findFirstEnd()
  }

  /// Moves every end.
  mutating func shift(by seconds: DoubleDouble) {
    for index in entries.indices { entries[index].end = entries[index].end + seconds }
    findFirstEnd()
  }

  mutating func reserveCapacity(_ total: Int) { entries.reserveCapacity(total) }

  private mutating func findFirstEnd() {
    firstEnd = entries.reduce(.infinity) { min($0, $1.end.roundedUp) }
  }
}

// MARK: - Saving

extension WaitingLock {
  /// Bytes in a snapshot.
  static let size = 48
}

extension WaitingLocks {
  func write(to writer: inout ByteWriter) {
    Self.write(UInt64(entries.count), to: &writer)
    for lock in entries {
      Self.write(UInt64(lock.slots.lowerBound), to: &writer)
      Self.write(UInt64(lock.slots.upperBound), to: &writer)
      Self.write(lock.end.high.bitPattern, to: &writer)
      Self.write(lock.end.low.bitPattern, to: &writer)
      Self.write(UInt64(bitPattern: lock.rate.inC.high), to: &writer)
      Self.write(lock.rate.inC.low, to: &writer)
    }
  }

  // Calls, where the C library is to be small.
  @inline(never)
  private static func write(_ word: UInt64, to writer: inout ByteWriter) { writer.write(word) }

  @inline(never)
  private static func word(from reader: inout ByteReader) -> UInt64 { reader.word() }

  /// Reads what was written, but for the number of locks, which the bytes are enough for.
  mutating func read(
    _ count: Int, from reader: inout ByteReader, slots: Int, after now: Double
  ) throws(BankSnapshotError) {
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let first = Int(truncatingIfNeeded: Self.word(from: &reader))
      let last = Int(truncatingIfNeeded: Self.word(from: &reader))
      let (high, low) = (
        Double(bitPattern: Self.word(from: &reader)), Double(bitPattern: Self.word(from: &reader))
      )
      let rateHigh = Int64(bitPattern: Self.word(from: &reader))
      let rate = StoredRate(inC: rk_wide(low: Self.word(from: &reader), high: rateHigh))
      let end = DoubleDouble(high: high, low: low)
      guard first >= entries.last?.slots.upperBound ?? 0, first < last, last <= slots,
        high + low == high, end.roundedUp > now, end.roundedUp <= RepeatBank.latestTime,
        // 72 bits.
        rateHigh >= -128, rateHigh < 128
      else { throw .impossible(slot: first) }
      entries.append(WaitingLock(slots: first..<last, end: end, rate: rate))
    }
    findFirstEnd()
  }
}

// MARK: - Their ends

extension RepeatBank {
  /// Moves the present, and ends the locks that end by then.
  @inline(never)
  mutating func moveNow(to time: Double) {
    if time >= waitingLocks.firstEnd { endLocks(by: time) }
    now = time
  }

  @inline(never)
  private mutating func endLocks(by time: Double) {
    while let lock = waitingLocks.takeEnded(by: time) {
      let end = lock.endTime.inC
      forEachPart(of: lock.slots) { (block, first, count) in
        rk_end_lock(block, first, count, lock.rate.inC, end)
      }
    }
  }

  /// Lets every repeat that is catching up stay at the rate that it has.
  mutating func dropLocks() {
    for lock in waitingLocks.entries {
      for index in lock.slots.clamped(to: 0..<endIndex) {
        let (block, slot) = locate(index)
        if block.state[slot].isCatchingUp { block.set(rk_slot_state.catchingUp, false, slot) }
      }
    }
    if !waitingLocks.entries.isEmpty { waitingLocks.removeAll() }
  }

  /// Calls `body` with each block that has some of these slots, the first of them in it, and how many.
  func forEachPart(of slots: Range<Int>, _ body: (UnsafePointer<rk_block>, Int64, Int64) -> Void) {
    let slots = slots.clamped(to: 0..<endIndex)
    var index = slots.lowerBound
    while index < slots.upperBound {
      let block = index / rk_block.slots
      let count = min(slots.upperBound, (block + 1) * rk_block.slots) - index
      body(blocks + block, Int64(index - block * rk_block.slots), Int64(count))
      index += count
    }
  }

  /// The exact state by which a slot's running repeat moves at `time`.
  func motion(at index: Int, _ time: Double) -> rk_exact {
    let (block, slot) = locate(index)
    var exact = block.exactState(slot)
    if block.state[slot].isCatchingUp, let lock = waitingLocks[index], time >= lock.end.roundedUp {
      exact.setRate(lock.rate, at: lock.endTime)
    }
    return exact
  }
}
