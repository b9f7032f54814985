// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A command that waits.
struct ScheduledCommand: Hashable, Sendable {
  let id: ScheduledCommandID
  let moment: RepeatMoment
  /// `nil`: a goal, which is in ``RepeatSchedule/goals``.
  let command: RepeatCommand?
  /// When it falls due, if it waits for a time.
  var due: DoubleDouble?
}

/// The next position at which a command falls due.
struct PlannedTarget: Hashable, Sendable {
  let position: PrecisePosition
  let time: DoubleDouble
}

/// All that waits: commands for a time or a position, and a rate change for the next boundary.
struct RepeatSchedule: Hashable, Sendable {
  private var timed = TimedCommands()
  private var positioned = PositionedCommands()
  private var nextSequence: WideInt = 0
  private var nextTarget: PlannedTarget?

  /// The lock or arrival that is pursued, and those that wait.
  var goals = GoalTable()

  /// The rate in cycles per second from the next boundary on, if another is to hold there.
  ///
  /// A rate change under ``RatePolicy/restartPerCycle`` waits here; a later one replaces it.
  var boundaryRate: DoubleDouble?

  /// Whether no command waits.
  var isEmpty: Bool { timed.isEmpty && positioned.isEmpty }

  /// How many commands wait.
  var count: Int { timed.count + positioned.count }

  mutating func add(_ command: RepeatCommand, at moment: RepeatMoment) -> ScheduledCommandID {
    let id = nextID()
    insert(ScheduledCommand(id: id, moment: moment, command: command))
    return id
  }

  mutating func add(_ goal: RateGoal, at moment: RepeatMoment) -> ScheduledCommandID {
    let id = nextID()
    goals.append(ActiveGoal(goal: goal), sequence: id.sequence)
    insert(ScheduledCommand(id: id, moment: moment, command: nil))
    return id
  }

  /// Puts a command behind those that were scheduled before it.
  private mutating func insert(_ command: ScheduledCommand) {
    guard case .time(let time) = command.moment else { return positioned.insert(command) }
    var scheduled = command
    scheduled.due = DoubleDouble(time)
    timed.insert(scheduled, dueAt: DoubleDouble(time))
  }

  /// The earliest time for which a command waits.
  var firstTime: DoubleDouble? { timed.first?.due }

  /// The latest time for which a command waits.
  var lastTime: DoubleDouble? { timed.waiting.last?.due }

  /// Moves every time for which a command waits, rounded to a `Double`.
  mutating func shiftTimes(by shift: DoubleDouble) { timed.shift(by: shift) }

  /// An identifier of its own.
  mutating func nextID() -> ScheduledCommandID {
    defer { nextSequence += 1 }
    return ScheduledCommandID(sequence: nextSequence)
  }

  /// Removes the command, if it still waits.
  mutating func remove(_ id: ScheduledCommandID) -> Bool {
    if !goals.isEmpty { _ = goals.take(id) }
    if timed.remove(id) { return true }
    // What is planned stays where nothing is removed.
    guard positioned.remove(id) else { return false }
    nextTarget = nil
    return true
  }

  /// Removes all commands.
  mutating func removeAll() {
    timed.removeAll()
    positioned.removeAll()
    goals.removeScheduled()
    nextTarget = nil
  }

  /// Removes the first, in order of scheduling, of what falls due at exactly `time`.
  mutating func popFirst(dueAt time: DoubleDouble) -> ScheduledCommand? {
    let timedFirst = timed.first.flatMap { $0.due == time ? $0 : nil }
    if let readyFirst = positioned.firstReady,
      timedFirst.map({ readyFirst.id.sequence < $0.id.sequence }) ?? true
    {
      positioned.removeFirstReady()
      return readyFirst
    }
    guard let timedFirst else { return nil }
    timed.removeFirst()
    return timedFirst
  }

  /// The position at which something falls due at exactly `time`, or in a position reached then.
  ///
  /// The commands there are due from now on, wherever they lead.
  mutating func reachTarget(dueAt time: DoubleDouble, or position: PrecisePosition?)
    -> PrecisePosition?
  {
    guard let target = nextTarget, target.time == time || target.position == position else {
      return nil
    }
    nextTarget = nil
    positioned.makeReady(at: target.position)
    return target.position
  }

  /// Works out anew when commands with a position fall due, and returns when the first of all does.
  /// - Complexity: O(log n) for n commands.
  mutating func plan(at time: DoubleDouble, on motion: Motion, from position: PrecisePosition)
    -> DoubleDouble?
  {
    if positioned.hasReady { return time }
    nextTarget = nil
    if let target = positioned.next(from: position, direction: motion.direction),
      let time = motion.arrival(at: target)
    {
      nextTarget = PlannedTarget(position: target, time: time)
    }
    guard let due = timed.first?.due, let target = nextTarget?.time else {
      return timed.first?.due ?? nextTarget?.time
    }
    return min(due, target)
  }

  /// Delays commands that are due before `time` to `time`, in the same order.
  mutating func postpone(to time: DoubleDouble) { timed.postpone(to: time) }

  /// Moves what waits to new storage, with room for so many commands that wait for times and for
  /// positions, and so many goals.
  mutating func moveQueues(commands slots: Int, _ positions: Int, goals number: Int) {
    timed.moveStorage(slots: slots)
    positioned.moveStorage(capacity: positions)
    goals.moveStorage(capacity: number)
  }

  /// How many bytes that takes, where each array has a head.
  static func queueBytes(commands slots: Int, _ positions: Int, goals: Int, head: Int) -> Int {
    (slots == 0 ? 0 : head + slots * MemoryLayout<ScheduledCommand>.stride)
      + (positions == 0 ? 0 : head + PositionedCommands.bytes(for: positions))
      + (goals == 0 ? 0 : head + GoalTable.bytes(for: goals))
  }

  /// Becomes equal to `other` in storage of its own, which must be large enough.
  mutating func replaceContents(with other: borrowing RepeatSchedule) {
    timed.replaceContents(with: other.timed)
    positioned.replaceContents(with: other.positioned)
    nextSequence = other.nextSequence
    nextTarget = other.nextTarget
    boundaryRate = other.boundaryRate
    goals.replaceContents(with: other.goals)
  }
}

// MARK: - Bytes

extension RepeatSchedule {
  func write(to writer: inout ByteWriter) {
    writer.write(nextSequence)
    writer.write(WideInt(timed.count))
    writer.write(WideInt(positioned.count))
    for command in timed.waiting { writer.write(command) }
    positioned.visitAll { writer.write($0) }
    // Without goals, as ever: one flag for the rate that waits. Earlier versions read no other.
    writer.write((boundaryRate == nil ? 0 : 1) + (goals.isEmpty ? 0 : 2) as UInt8)
    if let boundaryRate { writer.write(boundaryRate) }
    if !goals.isEmpty { goals.write(to: &writer) }
  }

  /// Reads what was written, in place.
  /// - Returns: Whether it is no more than `limit` commands.
  mutating func read(from reader: inout ByteReader, limit: Int, goalLimit: Int, now: Double)
    -> Bool
  {
    removeAll()
    goals.removeAll()
    nextSequence = reader.integer(in: 0...1 << 62)
    let timedCount = Int(reader.integer(in: 0...mostSaved))
    let positionedCount = Int(reader.integer(in: 0...mostSaved))
    guard reader.isSound, timedCount + positionedCount <= limit else { return false }
    for _ in 0..<timedCount where reader.isSound {
      let command = reader.scheduledCommand(before: nextSequence)
      guard case .time(let time) = command.moment, time >= now else {
        reader.require(false)
        continue
      }
      insert(command)
    }
    for _ in 0..<positionedCount where reader.isSound {
      let command = reader.scheduledCommand(before: nextSequence)
      if case .time = command.moment { reader.require(false) } else { insert(command) }
    }
    let flags = reader.choice(below: 4)
    boundaryRate =
      flags & 1 == 0 ? nil : reader.precise(within: RepeatLimits.highestRate.nextUp)
    guard flags & 2 == 0 || goals.read(from: &reader, limit: goalLimit, before: nextSequence) else {
      return false
    }
    reader.require(goalsFitCommands)
    return true
  }

  /// Whether each goal that waits has its command, and the other way round.
  private var goalsFitCommands: Bool {
    var missing = goals.count - (goals.hasActive ? 1 : 0)
    for command in timed.waiting where command.command == nil {
      missing -= goals.contains(command.id.sequence) ? 1 : 2
    }
    positioned.visitAll {
      if $0.command == nil { missing -= goals.contains($0.id.sequence) ? 1 : 2 }
    }
    return missing == 0
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
      moment = try container.decode(.moment)
      command = container.contains(.command) ? try container.decode(.command) : nil
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(moment, forKey: .moment)
      try container.encodeIfPresent(command, forKey: .command)
    }
  }

  /// Coded as the commands that wait, in the order in which they were scheduled.
  extension RepeatSchedule: Codable {
    private enum CodingKeys: String, CodingKey {
      case waiting
      case nextSequence
      case boundaryRate
      case goals
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
      if try container.decodeIfPresent(DoubleDouble.self, forKey: .boundaryRate) != nil {
        boundaryRate = try container.decodePrecise(.boundaryRate, in: RepeatLimits.rates)
      }
      for saved in try container.decodeIfPresent([SavedGoal].self, forKey: .goals) ?? [] {
        goals.append(saved.goal, sequence: saved.sequence ?? -1)
      }
      guard goalsFitCommands else {
        throw container.wrong(.goals, "must be one for each command that waits without its own")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let waiting = (timed.waiting + positioned.waiting).sorted { $0.id.sequence < $1.id.sequence }
      try container.encode(waiting, forKey: .waiting)
      try container.encode(nextSequence, forKey: .nextSequence)
      try container.encodeIfPresent(boundaryRate, forKey: .boundaryRate)
      guard !goals.isEmpty else { return }
      var saved: [SavedGoal] = []
      goals.visitAll { saved.append(SavedGoal(sequence: $0 < 0 ? nil : $0, goal: $1)) }
      try container.encode(saved, forKey: .goals)
    }
  }
#endif
