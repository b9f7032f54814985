// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A command that waits.
struct ScheduledCommand: Hashable, Sendable {
  let id: ScheduledCommandID
  let moment: RepeatMoment
  let command: RepeatCommand
  /// Where it falls due, if at a position; worked out anew at every change of course.
  var target: PrecisePosition?
  /// When it falls due on the present course, if it does.
  var due: DoubleDouble?
}

/// The commands that wait.
struct RepeatSchedule: Hashable, Sendable {
  /// Those with a time, in order of time and then of scheduling.
  ///
  /// A slice: taking the first is O(1).
  private var timed: ArraySlice<ScheduledCommand> = []
  /// Those with a position.
  ///
  /// Few, and worked out anew together.
  private var placed: [ScheduledCommand] = []
  private var nextSequence = 0

  var isEmpty: Bool { timed.isEmpty && placed.isEmpty }

  mutating func add(_ command: RepeatCommand, at moment: RepeatMoment) -> ScheduledCommandID {
    let id = nextID()
    var scheduled = ScheduledCommand(id: id, moment: moment, command: command)
    guard case .time(let time) = moment else {
      placed.append(scheduled)
      return id
    }
    scheduled.due = DoubleDouble(time)
    timed.insert(scheduled, at: indexAfterAll(dueBy: DoubleDouble(time)))
    return id
  }

  /// An identifier of its own.
  mutating func nextID() -> ScheduledCommandID {
    defer { nextSequence += 1 }
    return ScheduledCommandID(sequence: nextSequence)
  }

  /// Removes the command, if it still waits.
  mutating func remove(_ id: ScheduledCommandID) -> Bool {
    let before = timed.count + placed.count
    timed.removeAll { $0.id == id }
    placed.removeAll { $0.id == id }
    return timed.count + placed.count < before
  }

  mutating func removeAll() {
    timed = []
    placed = []
  }

  /// Removes what falls due at exactly `time`, in order of scheduling.
  mutating func take(dueAt time: DoubleDouble) -> [ScheduledCommand] {
    var taken: [ScheduledCommand] = []
    while let first = timed.first, first.due == time { taken.append(timed.removeFirst()) }
    if placed.contains(where: { $0.due == time }) {
      taken += placed.filter { $0.due == time }
      placed.removeAll { $0.due == time }
      taken.sort { $0.id.sequence < $1.id.sequence }
    }
    return taken
  }

  /// A position at which something falls due at exactly `time`.
  func target(dueAt time: DoubleDouble) -> PrecisePosition? {
    placed.first { $0.due == time }?.target
  }

  /// Works out anew when commands with a position fall due, and tells the earliest of all.
  mutating func plan(on motion: Motion, from position: PrecisePosition) -> DoubleDouble? {
    var earliest = timed.first?.due
    for index in placed.indices {
      let target = placed[index].moment.target(from: position, direction: motion.direction)
      let due = target.flatMap { motion.arrival(at: $0) }
      placed[index].target = target
      placed[index].due = due
      if let due, earliest.map({ due < $0 }) ?? true { earliest = due }
    }
    return earliest
  }

  /// What would fall due before `time` falls due then, in the same order.
  mutating func postpone(to time: DoubleDouble) {
    for index in timed.indices {
      guard let due = timed[index].due, due < time else { return }
      timed[index].due = time
    }
  }

  /// For one that was saved: what was right when it was added.
  func validate() throws(RepeatError) {
    for scheduled in timed + placed {
      try scheduled.command.validate()
      try scheduled.moment.validate()
    }
  }

  private func indexAfterAll(dueBy time: DoubleDouble) -> Int {
    var low = timed.startIndex
    var high = timed.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if let due = timed[middle].due, due <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RepeatMoment {
  /// The next position that it names, strictly beyond `position` in the direction of travel.
  fileprivate func target(from position: PrecisePosition, direction: Int) -> PrecisePosition? {
    guard direction != 0 else { return nil }
    switch self {
    case .now, .time: return nil
    case .nextCycle: return RepeatMoment.phase(0).target(from: position, direction: direction)
    case .cycle(let cycle):
      let target = PrecisePosition(cycle: cycle, fraction: .zero)
      return (direction > 0 ? target > position : target < position) ? target : nil
    case .phase(let phase):
      let target = PrecisePosition(cycle: position.cycle, fraction: DoubleDouble(phase))
      let isAhead = direction > 0 ? target > position : target < position
      return isAhead
        ? target : PrecisePosition(cycle: position.cycle + direction, fraction: target.fraction)
    }
  }
}

#if !hasFeature(Embedded)
  extension ScheduledCommand: Codable {}
  extension RepeatSchedule: Codable {
    private enum CodingKeys: String, CodingKey {
      case timed
      case placed
      case nextSequence
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      timed = try container.decode([ScheduledCommand].self, forKey: .timed)[...]
      placed = try container.decode([ScheduledCommand].self, forKey: .placed)
      nextSequence = try container.decode(Int.self, forKey: .nextSequence)
      let last = (timed + placed).map(\.id.sequence).max() ?? -1
      guard nextSequence > last, nextSequence < 1 << 62 else {
        throw DecodingError.dataCorruptedError(
          forKey: .nextSequence, in: container,
          debugDescription: "command \(nextSequence) comes next, after command \(last)")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Array(timed), forKey: .timed)
      try container.encode(placed, forKey: .placed)
      try container.encode(nextSequence, forKey: .nextSequence)
    }
  }
#endif
