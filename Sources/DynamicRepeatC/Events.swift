// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

@_optimize(speed)
@c @implementation
public func dr_repeat_advance(
  _ repeat: dr_repeat, _ time_s: Double, _ events: UnsafeMutablePointer<dr_event>!,
  _ capacity: UInt32, _ count: UnsafeMutablePointer<dr_event_count>!
) -> dr_status {
  // In most frames nothing happens, and nothing waits: see handOut.
  guard events != nil || capacity == 0, let object = `repeat`.found else {
    return advanceInFull(`repeat`, time_s, events, capacity, count)
  }
  guard object.pointee.live.advanceQuietly(to: time_s) else {
    // Of its lines, frames in which nothing happens need few.
    repeat_object_expect(object, MemoryLayout<RepeatObject>.size)
    return advanceInFull(`repeat`, time_s, events, capacity, count)
  }
  count?.pointee = dr_event_count(written: 0, waiting: 0, dropped: 0)
  return DR_OK
}

@inline(never)
private func advanceInFull(
  _ repeat: dr_repeat, _ time_s: Double, _ events: UnsafeMutablePointer<dr_event>?,
  _ capacity: UInt32, _ count: UnsafeMutablePointer<dr_event_count>?
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    guard events != nil || capacity == 0 else { throw StatusError(DR_ERROR_NULL) }
    let limit = object.pointee.live.eventLimit
    let mostInACall = RepeatObject.mostEventsInACall
    let most = min(mostInACall, limit + Int(min(capacity, UInt32(mostInACall))))
    guard most > limit, object.pointee.live.mayLackRoom(upTo: time_s) else {
      try object.pointee.advance(to: time_s)
      return object.pointee.handOut(to: events, capacity: capacity, count: count)
    }
    // What fits into the caller's array need not fit into the repeat as well.
    let status = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { room in
      repeat_memory_begin(room.baseAddress, room.count)
      var storage = object.pointee.live.widenEvents(to: most)
      repeat_memory_end()
      let status = answer { () throws(StatusError) in
        try object.pointee.advance(to: time_s)
        object.pointee.handOut(to: events, capacity: capacity, count: count)
      }
      object.pointee.live.narrowEvents(to: limit, in: &storage)
      return status
    }
    if status != DR_OK { throw StatusError(status) }
  }
}

@c @implementation
public func dr_repeat_take_events(
  _ repeat: dr_repeat, _ events: UnsafeMutablePointer<dr_event>!, _ capacity: UInt32,
  _ count: UnsafeMutablePointer<dr_event_count>!
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    guard events != nil || capacity == 0 else { throw StatusError(DR_ERROR_NULL) }
    object.pointee.handOut(to: events, capacity: capacity, count: count)
  }
}

extension RepeatObject {
  /// How many events wait in the course of one call, where the caller's array takes them: as many as
  /// fit into a kilobyte.
  fileprivate static var mostEventsInACall: Int { 28 }

  /// Writes the oldest events; those that do not fit wait, those that were lost are counted once.
  fileprivate mutating func handOut(
    to events: UnsafeMutablePointer<dr_event>?, capacity: UInt32,
    count: UnsafeMutablePointer<dr_event_count>?
  ) {
    let written = live.takeEvents(limit: Int(capacity)) { index, event in
      events?[index] = dr_event(event)
    }
    if let count {
      count.pointee = dr_event_count(
        written: UInt32(written), waiting: UInt32(live.events.count),
        dropped: UInt64(live.droppedEvents))
      live.droppedEvents = 0
    }
    live.endQuietWithEvents()
  }
}

extension dr_event {
  fileprivate init(_ event: RepeatEvent) {
    self.init()
    switch event.kind {
    case .started: kind = DR_EVENT_STARTED
    case .cycle: kind = DR_EVENT_CYCLE
    case .direction(let direction):
      kind = DR_EVENT_DIRECTION
      let value = direction == .towardAlternate ? DR_TOWARD_ALTERNATE : DR_TOWARD_DEFAULT
      detail = Int32(bitPattern: value.rawValue)
    // Only the class face loses a delegate, or reports invalid input in an event.
    case .stopped(let reason):
      kind = DR_EVENT_STOPPED
      detail = Int32(bitPattern: dr_stop_reason(reason).rawValue)
    case .locked: kind = DR_EVENT_LOCKED
    case .unlocked(let reason):
      kind = DR_EVENT_UNLOCKED
      detail = Int32(bitPattern: dr_unlock_reason(reason).rawValue)
    case .invalidInput: kind = DR_EVENT_STOPPED
    }
    cycle = Int64(event.cycle)
    count = Int64(event.count)
    time_s = event.time
    lateness_s = event.lateness
  }
}

extension dr_stop_reason {
  fileprivate init(_ reason: StopReason) {
    self =
      switch reason {
      case .cycleEnd: DR_STOPPED_AT_CYCLE_END
      case .immediately, .delegateGone: DR_STOPPED_IMMEDIATELY
      case .frozen: DR_STOPPED_FROZEN
      case .finished: DR_STOPPED_FINISHED
      }
  }
}

extension dr_unlock_reason {
  fileprivate init(_ reason: UnlockReason) {
    self =
      switch reason {
      case .replaced: DR_UNLOCKED_REPLACED
      case .released: DR_UNLOCKED_RELEASED
      case .runEnded: DR_UNLOCKED_RUN_ENDED
      case .impossible: DR_UNLOCKED_IMPOSSIBLE
      }
  }
}
