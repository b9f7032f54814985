// SPDX-License-Identifier: Apache-2.0

/// The slots with pending changes, in order of their due times: a bucket wheel.
///
/// A bucket holds the slots of 2^-6 s in any order, because slots do not depend on each other; 1024
/// buckets cover 16 s. Later slots wait in a list, which is searched every 8 s. Adding and taking a
/// slot cost the same for any number of slots. An entry may be stale: the slot itself has its due
/// time.
struct DueQueue {
  private static let bucketCount: Int64 = 1024

  private var buckets: [[UInt32]] = []
  private var later: [(unit: Int64, slot: UInt32)] = []
  /// The first unit of 2^-6 s that may have entries.
  private(set) var first: Int64 = 0
  /// The number of entries, including stale ones.
  private(set) var count = 0

  /// The unit of a time in 2^-64 s; limited to 2^62, so that the difference of two units fits.
  static func unit(of time: Int128) -> Int64 { Int64(min(time >> 58, 1 << 62)) }

  /// Adds a slot that is due in a unit; `present` is the unit of the bank's present, the earliest
  /// allowed.
  mutating func add(_ slot: Int, in unit: Int64, present: Int64) {
    if count == 0 {
      first = present
      if buckets.isEmpty { buckets = Array(repeating: [], count: Int(Self.bucketCount)) }
    }
    count += 1
    put(UInt32(slot), in: max(unit, first))
  }

  private mutating func put(_ slot: UInt32, in unit: Int64) {
    if unit - first < Self.bucketCount {
      buckets[Int(unit & (Self.bucketCount - 1))].append(slot)
    } else {
      later.append((unit, slot))
    }
  }

  /// Takes the entries of the next unit up to `last`; returns `nil` if there are none.
  ///
  /// The caller adds the entries of `last` that are not due yet again.
  mutating func takeUnit(upTo last: Int64) -> (unit: Int64, slots: [UInt32])? {
    while first <= last, count > 0 {
      let unit = first
      let index = Int(unit & (Self.bucketCount - 1))
      if buckets[index].isEmpty {
        guard unit < last else { return nil }
        // If all entries are in the list of later slots, skip the wheel.
        if later.count == count { skipToLater(upTo: last) } else { turn() }
        continue
      }
      var slots: [UInt32] = []
      swap(&slots, &buckets[index])
      count -= slots.count
      if unit < last { turn() }
      return (unit, slots)
    }
    return nil
  }

  /// Returns the memory of taken entries for reuse.
  mutating func recycle(_ slots: consuming [UInt32], of unit: Int64) {
    let index = Int(unit & (Self.bucketCount - 1))
    guard buckets[index].isEmpty else { return }
    slots.removeAll(keepingCapacity: true)
    buckets[index] = slots
  }

  private mutating func turn() {
    first += 1
    if first & (Self.bucketCount / 2 - 1) == 0 { distributeLater() }
  }

  private mutating func skipToLater(upTo last: Int64) {
    first = min(last, later.map { $0.unit }.min() ?? last)
    distributeLater()
  }

  private mutating func distributeLater() {
    guard !later.isEmpty else { return }
    let waiting = later
    later.removeAll(keepingCapacity: true)
    for entry in waiting { put(entry.slot, in: entry.unit) }
  }

  mutating func removeAll() { self = DueQueue() }
}
