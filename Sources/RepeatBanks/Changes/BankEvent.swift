// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat
import RepeatTiming

/// Something that happened to a repeat that is listened to, between two frames.
public struct BankEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// Boundaries between cycles were passed, ``BankEvent/count`` of them.
    case cycle
    /// The run ended.
    case stopped
  }

  /// The repeat that it happened to.
  public let id: RepeatID

  /// What happened.
  public let kind: Kind

  /// How many boundaries were passed: more than 1 where a frame came late.
  public let count: Int

  /// Whether it ran forwards.
  public let isForward: Bool

  /// When it happened, in seconds: the first `Double` at which it has; of several, the last one's.
  public let time: Double
}

extension RepeatBank {
  /// From now on, ``events`` has what happens to the repeat, after each frame.
  ///
  /// A repeat that is listened to is evaluated individually, which costs tens of nanoseconds a
  /// frame. Boundaries up to `time` count as reported.
  /// - Throws: ``BankError/staleID(_:)``, ``BankError/invalidTime(_:)``,
  ///   ``BankError/timeHasPassed(time:now:)``.
  public mutating func listen(to id: RepeatID, from time: Double) throws(BankError) {
    let index = try check(id)
    _ = try check(time)
    moveNow(to: time)
    if individualIndex(of: index) == nil { evaluateIndividually(index, at: time) }
    guard let position = individualIndex(of: index), !individuals[position].isListening else {
      return
    }
    individuals[position].controller.advanceSilently(to: time)
    limitEvents(position)
    individuals[position].controller.isReporting = true
    individuals[position].isListening = true
    individuals[position].cycle = individuals[position].position(at: time).cycle
    listenerCount += 1
  }

  /// Lets no more events wait than it has room for.
  mutating func limitEvents(_ position: Int) {
    guard eventsPerListener < .max else { return }
    individuals[position].controller.eventLimit = eventsPerListener
    individuals[position].controller.reserveCapacity(events: eventsPerListener)
  }

  /// Nothing more is reported of the repeat, also what it has not reported yet.
  /// - Throws: ``BankError/staleID(_:)``.
  public mutating func stopListening(to id: RepeatID) throws(BankError) {
    guard let position = individualIndex(of: try check(id)), individuals[position].isListening
    else { return }
    listenerCount -= 1
    individuals[position].isListening = false
    individuals[position].controller.isReporting = false
    individuals[position].controller.removeEvents()
    takeBack(position)
  }

  /// Whether a repeat is listened to; `false` for stale names.
  public func isListening(to id: RepeatID) -> Bool {
    guard contains(id), let position = individualIndex(of: id.index) else { return false }
    return individuals[position].isListening
  }

  /// Takes over what a controller has reported, without a new array each time.
  mutating func takeEvents(_ position: Int) {
    guard !individuals[position].controller.events.isEmpty,
      let id = id(at: individuals[position].index)
    else { return }
    var isForward = directionAtFirst(position)
    var cycle = individuals[position].cycle
    for event in individuals[position].controller.events {
      let kind: BankEvent.Kind
      switch event.kind {
      case .cycle:
        kind = .cycle
        // A start may have turned it.
        if let before = cycle, event.cycle != before { isForward = event.cycle > before }
        cycle = event.cycle
      case .stopped: kind = .stopped
      case .started:
        cycle = event.cycle
        continue
      case .direction(let way):
        isForward = way == .towardAlternate
        continue
      case .locked, .unlocked, .invalidInput: continue
      }
      events.append(
        BankEvent(
          id: id, kind: kind, count: event.count, isForward: isForward, time: event.time))
    }
    individuals[position].controller.removeEvents(keepingCapacity: true)
    let dropped = individuals[position].controller.droppedEvents
    individuals[position].cycle = dropped == 0 ? cycle : nil
    droppedEvents += dropped
    individuals[position].controller.droppedEvents = 0
  }

  /// Whether a repeat ran forwards before its first turn among the events that wait.
  private func directionAtFirst(_ position: Int) -> Bool {
    for event in individuals[position].controller.events {
      if case .direction(let way) = event.kind { return way != .towardAlternate }
    }
    return individuals[position].controller.isForward
  }
}

// MARK: - Sorting

extension BankEvent {
  /// By slots, then times; an end comes after the boundary that it is at.
  fileprivate static func precedes(_ a: BankEvent, _ b: BankEvent) -> Bool {
    if a.id.index != b.id.index { return a.id.index < b.id.index }
    if a.time != b.time { return a.time < b.time }
    return a.kind == .cycle && b.kind == .stopped
  }
}

extension [BankEvent] {
  /// Sorts in place: a heap, the last on top.
  ///
  /// A frame may allocate nothing, and the standard library's sort allocates room for half of the
  /// elements from 64 on.
  mutating func sortInPlace() {
    // The individual repeats are gone through from the last one, so mostly this is all.
    reverse()
    guard !isSorted else { return }
    for top in stride(from: count / 2 - 1, through: 0, by: -1) { sink(top, among: count) }
    for end in stride(from: count - 1, to: 0, by: -1) {
      swapAt(0, end)
      sink(0, among: end)
    }
  }

  private var isSorted: Bool {
    for index in indices.dropFirst() where BankEvent.precedes(self[index], self[index - 1]) {
      return false
    }
    return true
  }

  private mutating func sink(_ start: Int, among end: Int) {
    var parent = start
    while 2 * parent + 1 < end {
      var child = 2 * parent + 1
      if child + 1 < end, BankEvent.precedes(self[child], self[child + 1]) { child += 1 }
      guard BankEvent.precedes(self[parent], self[child]) else { return }
      swapAt(parent, child)
      parent = child
    }
  }
}

#if !hasFeature(Embedded)
  extension BankEvent.Kind: Codable {}
  extension BankEvent: Codable {}
#endif
