// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The commands that wait for a time, in order of time and then of scheduling.
///
/// Taking the first is O(1) and changes no storage: a copy that looks ahead allocates nothing.
struct TimedCommands: Sendable {
  private var storage: [ScheduledCommand] = []
  /// The index of the first that still waits.
  private var head = 0

  var isEmpty: Bool { head == storage.count }

  var count: Int { storage.count - head }

  var first: ScheduledCommand? { isEmpty ? nil : storage[head] }

  /// Those that wait.
  var waiting: ArraySlice<ScheduledCommand> { storage[head...] }

  mutating func removeFirst() {
    head += 1
  }

  /// Inserts `command` after all that are due by `time`.
  mutating func insert(_ command: ScheduledCommand, dueAt time: DoubleDouble) {
    // Only when half the storage has been taken, so that n commands are moved n times at most.
    if storage.count == storage.capacity, head >= storage.count / 2 { compact() }
    storage.insert(command, at: indexAfterAll(dueBy: time))
  }

  /// Removes a command, if it waits here.
  mutating func remove(_ id: ScheduledCommandID) -> Bool {
    guard let index = (head..<storage.count).first(where: { storage[$0].id == id }) else {
      return false
    }
    storage.remove(at: index)
    return true
  }

  mutating func removeAll() {
    storage.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Delays commands that are due before `time` to `time`, in the same order.
  mutating func postpone(to time: DoubleDouble) {
    for index in head..<storage.count {
      guard let due = storage[index].due, due < time else { return }
      storage[index].due = time
    }
  }

  /// Moves every time, rounded to a `Double`: their order stays.
  mutating func shift(by shift: DoubleDouble) {
    for index in head..<storage.count {
      let command = storage[index]
      guard let due = command.due else { continue }
      let time = (due + shift).high
      storage[index] = ScheduledCommand(
        id: command.id, moment: .time(time), command: command.command, due: DoubleDouble(time))
    }
  }

  /// Moves those that wait to new storage.
  mutating func moveStorage(slots: Int) {
    var moved: [ScheduledCommand] = []
    if slots > 0 { moved.reserveCapacity(slots) }
    for index in head..<storage.count { moved.append(storage[index]) }
    storage = moved
    head = 0
  }

  /// How many slots `capacity` commands need: ``insert(_:dueAt:)`` compacts when half of them have
  /// been taken.
  static func slots(for capacity: Int) -> Int { 2 * capacity }

  /// Becomes equal to `other` in storage of its own, which must be large enough.
  mutating func replaceContents(with other: borrowing TimedCommands) {
    storage.removeAll(keepingCapacity: true)
    head = 0
    for index in other.head..<other.storage.count { storage.append(other.storage[index]) }
  }

  private mutating func compact() {
    guard head > 0 else { return }
    storage.removeSubrange(0..<head)
    head = 0
  }

  private func indexAfterAll(dueBy time: DoubleDouble) -> Int {
    var low = head
    var high = storage.count
    while low < high {
      let middle = low + (high - low) / 2
      if let due = storage[middle].due, due <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TimedCommands: Hashable {
  /// Whether the same commands wait.
  static func == (a: TimedCommands, b: TimedCommands) -> Bool { a.waiting == b.waiting }

  func hash(into hasher: inout Hasher) { hasher.combine(waiting) }
}
