// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// Storage that grows only when told.

extension RepeatController {
  /// Makes room for so many events that are kept.
  package mutating func reserveCapacity(events number: Int) { events.reserveCapacity(number) }

  /// Whether up to `time` more events may come than there is room for.
  ///
  /// Where no change of motion is planned and not all crossings are reported, it is a boundary and a
  /// turn at most. Mutating, though it changes nothing: only so does the compiler leave the controller
  /// where it is.
  @inline(never)
  package mutating func mayLackRoom(upTo time: Double) -> Bool {
    guard settings.flood != .all, isOnTimeline, events.count + 2 <= eventLimit else { return true }
    return horizon.map { $0.high <= time } ?? false
  }

  /// Lets `capacity` events wait from now on, in new storage.
  /// - Returns: The storage that they had, empty.
  @inline(never)
  package mutating func widenEvents(to capacity: Int) -> EventQueue {
    var storage = EventQueue()
    storage.reserveCapacity(capacity)
    swap(&events, &storage)
    events.takeAll(of: &storage)
    eventLimit = capacity
    return storage
  }

  /// Lets `limit` events wait again, in the storage that they had.
  package mutating func narrowEvents(to limit: Int, in storage: inout EventQueue) {
    storage.takeAll(of: &events)
    swap(&events, &storage)
    eventLimit = limit
  }

  /// Moves what waits to new storage, with room for so many commands and goals.
  ///
  /// With no more than that, nothing but a look ahead allocates; see ``copyForLookAhead()``.
  /// - Parameter goals: Locks and arrivals: the one that is pursued, and those that wait.
  @inline(never)
  package mutating func moveQueues(commands: Int, goals: Int) {
    schedule.moveQueues(commands: TimedCommands.slots(for: commands), commands, goals: goals)
  }

  /// A copy that reports nothing, to look ahead in.
  ///
  /// What waits is copied at once: the look ahead itself allocates nothing.
  package func copyForLookAhead() -> RepeatController {
    var copy = self
    copy.isReporting = false
    copy.events = EventQueue()
    let commands = schedule.count
    copy.schedule.moveQueues(commands: commands, commands, goals: schedule.goals.count)
    return copy
  }

  /// A copy with nothing that waits, and no storage, to read a state into.
  package func withoutQueues() -> RepeatController {
    var copy = self
    copy.events = EventQueue()
    copy.schedule = RepeatSchedule()
    return copy
  }

  /// How many bytes so many events take, where each array has a head.
  package static func arrayBytes(events: Int, head: Int) -> Int {
    events == 0 ? 0 : head + EventQueue.bytes(for: events)
  }

  /// How many bytes ``moveQueues(commands:goals:)`` takes.
  package static func queueBytes(commands: Int, goals: Int, head: Int) -> Int {
    RepeatSchedule.queueBytes(
      commands: TimedCommands.slots(for: commands), commands, goals: goals, head: head)
  }

  /// How many bytes ``copyForLookAhead()`` takes, where so many wait.
  package static func lookAheadBytes(commands: Int, goals: Int, head: Int) -> Int {
    RepeatSchedule.queueBytes(commands: commands, commands, goals: goals, head: head)
  }

  /// How many commands wait.
  package var waitingCommands: Int { schedule.count }

  /// How many locks and arrivals there are: the one that is pursued, and those that wait.
  package var goalCount: Int { schedule.goals.count }

  /// Becomes equal to `other`, which has the same settings, in storage of its own, which must be
  /// large enough.
  package mutating func replaceState(with other: borrowing RepeatController) {
    // Field by field: to copy all at once would take hold of the other's arrays, and needs 2 KB of
    // code in the C library.
    policy = other.policy
    requestedRate = other.requestedRate
    cycleCount = other.cycleCount
    state = other.state
    now = other.now
    isOnTimeline = other.isOnTimeline
    motion = other.motion
    run = other.run
    idleState = other.idleState
    schedule.replaceContents(with: other.schedule)
    nextStop = other.nextStop
    horizon = other.horizon
    crossings = other.crossings
    quietSpan = other.quietSpan
    steadyEnd = other.steadyEnd
    events.removeAll(keepingCapacity: true)
    for index in other.events.indices { events.append(other.events[index]) }
    eventLimit = other.eventLimit
    droppedEvents = other.droppedEvents
    isReporting = other.isReporting
  }
}
