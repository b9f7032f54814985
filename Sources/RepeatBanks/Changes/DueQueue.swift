// SPDX-License-Identifier: Apache-2.0

/// The slots to which something happens later, in order of time: a wheel of buckets.
///
/// A bucket holds the slots of 2^-6 s, in any order, as slots do not depend on each other; 1024 buckets
/// are 16 s. Later ones wait in a list, which is looked through every 8 s. Adding one and taking one
/// costs the same whatever their number. An entry may be stale: its slot says when it is due.
struct DueQueue {
  private static let bucketCount: Int64 = 1024

  private var buckets: [[UInt32]] = []
  private var later: [(unit: Int64, slot: UInt32)] = []
  /// The first unit of 2^-6 s that may have entries.
  private(set) var first: Int64 = 0
  /// Entries, stale ones included.
  private(set) var count = 0

  /// The unit of a time in 2^-64 s; at most 2^62, so that any two have a difference.
  static func unit(of time: Int128) -> Int64 { Int64(min(time >> 58, 1 << 62)) }

  /// Adds a slot that is due in a unit, not before `present`, the unit of the bank's present.
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

  /// Takes the entries of the next unit up to `last`; nothing if there is none.
  ///
  /// The caller adds those of `last` that are not due yet again.
  mutating func takeUnit(upTo last: Int64) -> (unit: Int64, slots: [UInt32])? {
    while first <= last, count > 0 {
      let unit = first
      let index = Int(unit & (Self.bucketCount - 1))
      if buckets[index].isEmpty {
        guard unit < last else { return nil }
        // Nothing but later entries: no need to turn the wheel.
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

  /// Gives the memory of taken entries back for others.
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
