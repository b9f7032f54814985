// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The commands that wait for positions: for a cycle's start, or for a phase of any cycle.
///
/// One sorted array: first those whose position has been reached, in order of scheduling, then
/// those for a cycle, then those for a phase. The next position at which one falls due is found in
/// O(log n); adding a command or taking one moves the later ones in memory, as ``TimedCommands``
/// does, and allocates nothing where the room is reserved.
struct PositionedCommands: Sendable {
  private var entries: [Entry] = []

  /// How many commands wait.
  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether a position has been reached whose commands have not all been taken.
  var hasReady: Bool {
    guard let first = entries.first else { return false }
    return first.key.kind == .ready
  }

  /// The first, in order of scheduling, whose position has been reached.
  var firstReady: ScheduledCommand? {
    guard let first = entries.first, first.key.kind == .ready else { return nil }
    return first.command
  }

  mutating func insert(_ command: ScheduledCommand) {
    let sequence = command.id.sequence
    switch command.moment {
    case .cycle(let cycle): insert(command, Key(kind: .cycle, cycle: cycle, sequence: sequence))
    case .phase(let phase): insert(command, Key(kind: .phase, phase: phase, sequence: sequence))
    case .now, .nextCycle, .time: insert(command, Key(kind: .phase, sequence: sequence))
    }
  }

  private mutating func insert(_ command: ScheduledCommand, _ key: Key) {
    entries.insert(Entry(command: command, key: key), at: index(of: key))
  }

  mutating func removeFirstReady() { entries.removeFirst() }

  /// Removes a command, if it waits here.
  mutating func remove(_ id: ScheduledCommandID) -> Bool {
    guard let index = entries.firstIndex(where: { $0.command.id == id }) else { return false }
    entries.remove(at: index)
    return true
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Moves those that wait to new storage.
  mutating func moveStorage(capacity: Int) {
    var moved: [Entry] = []
    if capacity > 0 { moved.reserveCapacity(capacity) }
    for entry in entries { moved.append(entry) }
    entries = moved
  }

  /// How many bytes that takes.
  static func bytes(for capacity: Int) -> Int { capacity * MemoryLayout<Entry>.stride }

  /// Becomes equal to `other` in storage of its own, which must be large enough.
  mutating func replaceContents(with other: borrowing PositionedCommands) {
    entries.removeAll(keepingCapacity: true)
    for entry in other.entries { entries.append(entry) }
  }
}

// MARK: - Positions

extension PositionedCommands {
  /// The next position, strictly beyond `position` in this direction, at which a command falls due.
  func next(from position: PrecisePosition, direction: WideInt) -> PrecisePosition? {
    guard direction != 0, !entries.isEmpty else { return nil }
    let cycle = nextCycle(from: position, direction: direction)
    let phase = nextPhase(from: position, direction: direction)
    guard let cycle, let phase else { return cycle ?? phase }
    return direction > 0 ? min(cycle, phase) : max(cycle, phase)
  }

  private func nextCycle(from position: PrecisePosition, direction: WideInt) -> PrecisePosition? {
    let isBackwards = direction < 0
    // A cycle's start lies behind a position inside that cycle.
    let limit = position.cycle + (isBackwards && position.isAtBoundary ? 0 : 1)
    let index = index(of: Key(kind: .cycle, cycle: limit)) - (isBackwards ? 1 : 0)
    guard let entry = entry(at: index, .cycle) else { return nil }
    return PrecisePosition(cycle: entry.key.cycle, fraction: .zero)
  }

  private func nextPhase(from position: PrecisePosition, direction: WideInt) -> PrecisePosition? {
    let isBackwards = direction < 0
    let fraction = position.fraction
    // The first `Double` beyond the fraction, or the first that is not behind it.
    let isAbove = fraction.low > 0 || (!isBackwards && fraction.low == 0)
    let limit = isAbove ? fraction.high.nextUp : fraction.high
    let index = index(of: Key(kind: .phase, phase: limit)) - (isBackwards ? 1 : 0)
    if let entry = entry(at: index, .phase) {
      return PrecisePosition(cycle: position.cycle, fraction: DoubleDouble(entry.key.phase))
    }
    // None in this cycle: the outermost one of the next.
    let outermost = isBackwards ? entries.count - 1 : self.index(of: Key(kind: .phase))
    guard let entry = entry(at: outermost, .phase) else { return nil }
    return PrecisePosition(
      cycle: position.cycle + direction, fraction: DoubleDouble(entry.key.phase))
  }

  private func entry(at index: Int, _ kind: Key.Kind) -> Entry? {
    guard entries.indices.contains(index), entries[index].key.kind == kind else { return nil }
    return entries[index]
  }

  /// Makes ready all commands that fall due at `position`, which has been reached.
  mutating func makeReady(at position: PrecisePosition) {
    if position.isAtBoundary {
      makeReady(from: Key(kind: .cycle, cycle: position.cycle))
    }
    makeReady(from: Key(kind: .phase, phase: position.fraction.high))
  }

  private mutating func makeReady(from first: Key) {
    let start = index(of: first)
    // Each goes to the front, so that the next one is behind where it was.
    var index = start
    while index < entries.count, entries[index].key.isAtPosition(of: first) {
      let command = entries.remove(at: index).command
      insert(command, Key(kind: .ready, sequence: command.id.sequence))
      index += 1
    }
  }
}

// MARK: - Order

extension PositionedCommands {
  /// What the array is ordered by: only cycles differ among those for a cycle, only phases among
  /// those for a phase, then the order of scheduling.
  private struct Key {
    enum Kind: UInt8 {
      case ready, cycle, phase
    }

    let kind: Kind
    var cycle: WideInt = 0
    var phase = 0.0
    var sequence: WideInt = -1

    func isAtPosition(of other: Key) -> Bool {
      kind == other.kind && cycle == other.cycle && phase == other.phase
    }

    func isBefore(_ other: Key) -> Bool {
      if kind != other.kind { return kind.rawValue < other.kind.rawValue }
      if cycle != other.cycle { return cycle < other.cycle }
      if phase != other.phase { return phase < other.phase }
      return sequence < other.sequence
    }
  }

  private struct Entry {
    let command: ScheduledCommand
    let key: Key
  }

  /// The index of the first command that is not before `key`.
  @inline(never)
  private func index(of key: Key) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.isBefore(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - All of them

extension PositionedCommands: Hashable {
  /// Calls `body` with each command: in order of cycles, then in order of phases.
  func visitAll(_ body: (ScheduledCommand) -> Void) {
    for entry in entries { body(entry.command) }
  }

  /// All commands: in order of cycles, then in order of phases.
  var waiting: [ScheduledCommand] { entries.map { $0.command } }

  /// Whether the same commands wait.
  static func == (a: PositionedCommands, b: PositionedCommands) -> Bool {
    a.count == b.count && a.waiting == b.waiting
  }

  func hash(into hasher: inout Hasher) { visitAll { hasher.combine($0) } }
}
