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
  private var timed = TimedCommands()
  /// Those with a position.
  ///
  /// Few, and worked out anew together.
  private var placed: [ScheduledCommand] = []
  private var nextSequence = 0

  var isEmpty: Bool { timed.isEmpty && placed.isEmpty }

  /// How many commands wait.
  var count: Int { timed.count + placed.count }

  mutating func add(_ command: RepeatCommand, at moment: RepeatMoment) -> ScheduledCommandID {
    let id = nextID()
    insert(ScheduledCommand(id: id, moment: moment, command: command))
    return id
  }

  /// Puts a command behind those that were scheduled before it.
  private mutating func insert(_ command: ScheduledCommand) {
    var scheduled = command
    guard case .time(let time) = command.moment else { return placed.append(scheduled) }
    scheduled.due = DoubleDouble(time)
    timed.insert(scheduled, dueAt: DoubleDouble(time))
  }

  /// The earliest time for which a command waits.
  var firstTime: DoubleDouble? { timed.first?.due }

  /// An identifier of its own.
  mutating func nextID() -> ScheduledCommandID {
    defer { nextSequence += 1 }
    return ScheduledCommandID(sequence: nextSequence)
  }

  /// Removes the command, if it still waits.
  mutating func remove(_ id: ScheduledCommandID) -> Bool {
    if timed.remove(id) { return true }
    guard let index = placed.firstIndex(where: { $0.id == id }) else { return false }
    placed.remove(at: index)
    return true
  }

  mutating func removeAll() {
    timed.removeAll()
    placed.removeAll(keepingCapacity: true)
  }

  /// Removes the first, in order of scheduling, of what falls due at exactly `time`.
  mutating func popFirst(dueAt time: DoubleDouble) -> ScheduledCommand? {
    let timedFirst = timed.first.flatMap { $0.due == time ? $0 : nil }
    // They stand in the order in which they were scheduled.
    if let index = placed.firstIndex(where: { $0.due == time }),
      timedFirst.map({ placed[index].id.sequence < $0.id.sequence }) ?? true
    {
      return placed.remove(at: index)
    }
    if timedFirst != nil { timed.removeFirst() }
    return timedFirst
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
  mutating func postpone(to time: DoubleDouble) { timed.postpone(to: time) }

  /// Makes room for `capacity` commands, however they wait.
  mutating func reserveCapacity(_ capacity: Int) {
    timed.reserveCapacity(capacity)
    placed.reserveCapacity(capacity)
  }

  /// How many bytes that takes, where each of the two arrays has a head.
  static func arrayBytes(commands: Int, head: Int) -> Int {
    guard commands > 0 else { return 0 }
    let places = TimedCommands.places(for: commands) + commands
    return 2 * head + places * MemoryLayout<ScheduledCommand>.stride
  }

  /// Becomes equal to `other` in storage of its own, which must be large enough.
  mutating func replaceContents(with other: borrowing RepeatSchedule) {
    timed.replaceContents(with: other.timed)
    placed.removeAll(keepingCapacity: true)
    for command in other.placed { placed.append(command) }
    nextSequence = other.nextSequence
  }
}

// MARK: - Bytes

extension RepeatSchedule {
  func write(to writer: inout ByteWriter) {
    writer.write(nextSequence)
    writer.write(timed.count)
    writer.write(placed.count)
    for command in timed.waiting { writer.write(command) }
    for command in placed { writer.write(command) }
  }

  /// Reads what was written, in place.
  /// - Returns: Whether it is no more than `limit` commands.
  mutating func read(from reader: inout ByteReader, limit: Int, now: Double) -> Bool {
    removeAll()
    nextSequence = reader.integer(in: 0...1 << 62)
    let timedCount = reader.integer(in: 0...mostSaved)
    let placedCount = reader.integer(in: 0...mostSaved)
    guard reader.isSound, timedCount + placedCount <= limit else { return false }
    for _ in 0..<timedCount where reader.isSound {
      let command = reader.scheduledCommand(before: nextSequence)
      guard case .time(let time) = command.moment, time >= now else {
        reader.require(false)
        continue
      }
      insert(command)
    }
    for _ in 0..<placedCount where reader.isSound {
      let command = reader.scheduledCommand(before: nextSequence)
      if case .time = command.moment { reader.require(false) }
      insert(command)
    }
    return true
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
  /// Coded without what follows from the motion: where and when it falls due.
  extension ScheduledCommand: Codable {
    private enum CodingKeys: String, CodingKey {
      case id
      case moment
      case command
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(ScheduledCommandID.self, forKey: .id)
      moment = try container.decode(.moment) { (moment: RepeatMoment) throws(RepeatError) in
        try moment.validate()
      }
      command = try container.decode(.command) { (command: RepeatCommand) throws(RepeatError) in
        try command.validate()
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(moment, forKey: .moment)
      try container.encode(command, forKey: .command)
    }
  }

  /// Coded as the commands that wait, in the order in which they were scheduled.
  extension RepeatSchedule: Codable {
    private enum CodingKeys: String, CodingKey {
      case waiting
      case nextSequence
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      nextSequence = try container.decode(.nextSequence, in: 0...1 << 62)
      var last = -1
      for command in try container.decode([ScheduledCommand].self, forKey: .waiting) {
        guard command.id.sequence > last, command.id.sequence < nextSequence else {
          throw container.wrong(
            .waiting,
            "has command \(command.id.sequence) after \(last) and before \(nextSequence)")
        }
        last = command.id.sequence
        insert(command)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let waiting = (timed.waiting + placed).sorted { $0.id.sequence < $1.id.sequence }
      try container.encode(waiting, forKey: .waiting)
      try container.encode(nextSequence, forKey: .nextSequence)
    }
  }
#endif
