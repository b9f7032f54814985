// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A goal that is pursued, and how far it has come.
struct ActiveGoal: Hashable, Sendable {
  enum Stage: UInt8, Sendable {
    /// For the run's start, or a pause's end.
    case waiting
    /// For the next boundary, to run whole cycles from there.
    case boundary
    /// In a piece of its plan.
    case rampIn, hold, rampOut
    /// Where the leader will be when its ramp ends.
    case onLine
    case locked
  }

  var goal: RateGoal
  var stage = Stage.waiting
  var plan = RatePlan(at: .zero)
  /// When the motion changes next on its account.
  var change: DoubleDouble?
  /// When it is reached, where that is known.
  var end: DoubleDouble?
}

extension ActiveGoal.Stage {
  init(_ piece: RatePlan.Piece) {
    self =
      switch piece {
      case .rampIn: .rampIn
      case .hold: .hold
      case .rampOut: .rampOut
      }
  }

  var piece: RatePlan.Piece? {
    switch self {
    case .rampIn: .rampIn
    case .hold: .hold
    case .rampOut: .rampOut
    default: nil
    }
  }
}

#if !hasFeature(Embedded)
  extension ActiveGoal.Stage: Codable {}
  extension ActiveGoal: Codable {}
#endif

/// The goals of a controller: the one that is pursued, and those that are scheduled.
///
/// Kept beside the schedule, so that commands stay small, and in one array: without a goal it takes
/// eight bytes, and where the room is reserved nothing is allocated.
struct GoalTable: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    /// That of the scheduled command; -1 for the goal that is pursued, which comes first.
    let sequence: WideInt
    var goal: ActiveGoal
    let handler: GoalHandler = GoalTable.handle

    static func == (a: Entry, b: Entry) -> Bool { a.sequence == b.sequence && a.goal == b.goal }

    func hash(into hasher: inout Hasher) {
      hasher.combine(sequence)
      hasher.combine(goal)
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  var count: Int { entries.count }

  var hasActive: Bool { !entries.isEmpty && entries[0].sequence < 0 }

  /// The goal that is pursued.
  var active: ActiveGoal? {
    get { hasActive ? entries[0].goal : nil }
    set {
      removeActive()
      if let newValue { entries.insert(Entry(sequence: -1, goal: newValue), at: 0) }
    }
  }

  /// That goal without how far it has come.
  var pursued: RateGoal? { hasActive ? entries[0].goal.goal : nil }

  /// The code of goals, where there is one.
  var handler: GoalHandler? { entries.isEmpty ? nil : entries[0].handler }

  mutating func removeActive() {
    if hasActive { entries.remove(at: 0) }
  }

  /// When the motion changes next on account of the goal that is pursued.
  var change: DoubleDouble? { hasActive ? entries[0].goal.change : nil }

  /// Whether the goal that is pursued waits for a boundary.
  var waitsForBoundary: Bool { hasActive && entries[0].goal.stage == .boundary }

  /// Lets the goal that is pursued wait.
  mutating func suspend() {
    guard hasActive else { return }
    entries[0].goal = ActiveGoal(goal: entries[0].goal.goal)
  }

  /// Removes a scheduled goal.
  mutating func take(_ id: ScheduledCommandID) -> RateGoal? {
    guard !isEmpty, let index = entries.firstIndex(where: { $0.sequence == id.sequence }) else {
      return nil
    }
    return entries.remove(at: index).goal.goal
  }

  /// Removes all scheduled goals.
  mutating func removeScheduled() { entries.removeAll { $0.sequence >= 0 } }

  /// Throws for a deadline or a time of an arrival that would leave the range.
  func validate(shiftedBy seconds: DoubleDouble) throws(RepeatError) {
    for entry in entries {
      guard let time = entry.goal.goal.time else { continue }
      try RepeatLimits.validate(time: (DoubleDouble(time) + seconds).high)
    }
  }

  /// Moves every time.
  mutating func shift(by seconds: DoubleDouble) {
    for index in entries.indices {
      entries[index].goal.goal.shift(by: seconds)
      entries[index].goal.change = entries[index].goal.change.map { $0 + seconds }
      entries[index].goal.end = entries[index].goal.end.map { $0 + seconds }
    }
  }

  /// Moves them to new storage.
  mutating func moveStorage(capacity: Int) {
    var moved: [Entry] = []
    if capacity > 0 { moved.reserveCapacity(capacity) }
    for entry in entries { moved.append(entry) }
    entries = moved
  }

  static func bytes(for capacity: Int) -> Int { capacity * MemoryLayout<Entry>.stride }

  /// Becomes equal to `other` in storage of its own, which must be large enough.
  mutating func replaceContents(with other: borrowing GoalTable) {
    entries.removeAll(keepingCapacity: true)
    for index in 0..<other.count { entries.append(other.entries[index]) }
  }

  // MARK: - Saving

  /// Calls `body` with each: its sequence, and how far it has come.
  func visitAll(_ body: (WideInt, ActiveGoal) -> Void) {
    for entry in entries { body(entry.sequence, entry.goal) }
  }

  mutating func append(_ goal: ActiveGoal, sequence: WideInt) {
    entries.append(Entry(sequence: sequence, goal: goal))
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Whether there is a goal for a scheduled command.
  func contains(_ sequence: WideInt) -> Bool { entries.contains { $0.sequence == sequence } }
}
