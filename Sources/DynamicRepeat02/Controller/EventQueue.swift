// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// The events that wait to be taken, the oldest first, in 32 bytes each.
///
/// How late an event is depends on when it is taken, and is not kept.
package struct EventQueue: Hashable, Sendable {
  /// An event without its lateness, its kind as the number that saved bytes have for it.
  private struct Kept: Hashable, Sendable {
    var time: Double
    let cycle: WideInt
    let count: WideInt
    let code: UInt8
  }

  private var kept: [Kept] = []

  #if !hasFeature(Embedded)
    /// Those of the events of invalid input, in their order: only the class face has such events.
    private var errors: [RepeatError] = []
  #endif

  /// Makes room for so many events.
  mutating func reserveCapacity(_ capacity: Int) { kept.reserveCapacity(capacity) }

  /// How many bytes that takes.
  static func bytes(for capacity: Int) -> Int { capacity * MemoryLayout<Kept>.stride }

  mutating func append(_ event: RepeatEvent) {
    #if !hasFeature(Embedded)
      if case .invalidInput(let error) = event.kind { errors.append(error) }
    #endif
    kept.append(
      Kept(time: event.time, cycle: event.cycle, count: event.count, code: event.kind.code))
  }

  /// Appends all events of another queue, which keeps its storage.
  mutating func takeAll(of other: inout EventQueue) {
    for index in other.indices { append(other[index]) }
    other.removeAll(keepingCapacity: true)
  }

  /// Removes the oldest `number` events.
  mutating func removeFirst(_ number: Int) {
    guard number > 0 else { return }
    #if !hasFeature(Embedded)
      if !errors.isEmpty { errors.removeFirst(errorCount(before: number)) }
    #endif
    kept.removeSubrange(0..<number)
  }

  mutating func removeAll(keepingCapacity: Bool = false) {
    #if !hasFeature(Embedded)
      errors = []
    #endif
    kept.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Gives every event another time.
  mutating func changeTimes(_ time: (Double) -> Double) {
    for index in kept.indices { kept[index].time = time(kept[index].time) }
  }

  #if !hasFeature(Embedded)
    private func errorCount(before index: Int) -> Int {
      kept[..<index].count { $0.code == RepeatEvent.Kind.invalidInputCode }
    }
  #endif
}

extension EventQueue: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { kept.count }

  // Other modules would call both through the protocol, twice each.

  package var count: Int { kept.count }

  package var isEmpty: Bool { kept.isEmpty }

  package subscript(index: Int) -> RepeatEvent {
    let event = kept[index]
    #if !hasFeature(Embedded)
      if event.code == RepeatEvent.Kind.invalidInputCode {
        let error = errors[errorCount(before: index)]
        return RepeatEvent(
          kind: .invalidInput(error), cycle: event.cycle, count: event.count, time: event.time)
      }
    #endif
    return RepeatEvent(
      kind: RepeatEvent.Kind(code: event.code), cycle: event.cycle, count: event.count,
      time: event.time)
  }
}
