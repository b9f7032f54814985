// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat
@_spi(CLibrary) import RepeatBanks
import RepeatTiming

@_optimize(speed)
@c @implementation
public func dr_bank_next_change(
  _ bank: dr_bank, _ time_s: Double, _ quantum: Double, _ change_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  bank.answerMasked(in: change_s) { object throws(StatusError) in
    try object.pointee.makeGoalRoom()
    return try object.pointee.withBank { bank throws(BankError) in
      try bank.nextChange(after: time_s, by: quantum)
    }
  }
}

// These two are asked for many members in a frame: they are for speed, and allocate nothing. Nothing in
// the quick ways divides or overflows: no exception need be masked.

@_optimize(speed)
@c @implementation
public func dr_bank_value(
  _ bank: dr_bank, _ member: dr_member, _ time_s: Double, _ value: UnsafeMutablePointer<Double>!
) -> dr_status {
  guard let object = try? bank.object(), let value,
    let quick = object.pointee.bank.quickValue(of: member.swiftID, at: time_s)
  else {
    return atAnyTime(bank, member, time_s, value) { bank, id, time throws(BankError) in
      try bank.value(of: id, at: time)
    }
  }
  value.pointee = quick
  return DR_OK
}

@_optimize(speed)
@c @implementation
public func dr_bank_phase(
  _ bank: dr_bank, _ member: dr_member, _ time_s: Double, _ phase: UnsafeMutablePointer<Double>!
) -> dr_status {
  guard let object = try? bank.object(), let phase,
    let quick = object.pointee.bank.quickPosition(of: member.swiftID, at: time_s)
  else {
    return atAnyTime(bank, member, time_s, phase) { bank, id, time throws(BankError) in
      try bank.position(of: id, at: time)
    }
  }
  phase.pointee = quick
  return DR_OK
}

/// What any member has at any time.
@inline(never)
private func atAnyTime(
  _ bank: dr_bank, _ member: dr_member, _ time: Double, _ output: UnsafeMutablePointer<Double>?,
  _ read: (inout RepeatBank, RepeatID, Double) throws(BankError) -> Double
) -> dr_status {
  bank.answerMasked(in: output) { object throws(StatusError) in
    try checkBankTime(time)
    try object.pointee.makeGoalRoom()
    return try object.pointee.withBank { bank throws(BankError) in
      try read(&bank, member.swiftID, time)
    }
  }
}

@c @implementation
public func dr_bank_sample(
  _ bank: dr_bank, _ member: dr_member, _ time_s: Double,
  _ sample: UnsafeMutablePointer<dr_member_sample>!
) -> dr_status {
  bank.answerMasked(in: sample) { object throws(StatusError) in
    try checkBankTime(time_s)
    try object.pointee.makeGoalRoom()
    return try object.pointee.withBank {
      bank throws(BankError) -> dr_member_sample in
      let id = member.swiftID
      return dr_member_sample(
        value: try bank.value(of: id, at: time_s), progress: try bank.progress(of: id, at: time_s),
        phase: try bank.position(of: id, at: time_s), rate_hz: try bank.hertz(of: id, at: time_s),
        state: dr_state(try bank.state(of: id)), slot: UInt32(id.index))
    }
  }
}

extension dr_state {
  fileprivate init(_ state: BankState) {
    self =
      switch state {
      case .idle: DR_STATE_IDLE
      case .running: DR_STATE_RUNNING
      case .stopping: DR_STATE_STOPPING
      case .paused: DR_STATE_PAUSED
      }
  }
}

// MARK: - Events

@c @implementation
public func dr_bank_listen(_ bank: dr_bank, _ member: dr_member, _ time_s: Double) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    guard object.pointee.bank.contains(member.swiftID) else { throw StatusError(DR_ERROR_HANDLE) }
    try object.pointee.makeIndividualRoom(for: object.pointee.bank.individualCount + 1)
    try object.pointee.makeListenerRoom(for: object.pointee.bank.listenerCount + 1)
    try object.pointee.withBank { bank throws(BankError) in
      try bank.listen(to: member.swiftID, from: time_s)
    }
  }
}

@c @implementation
public func dr_bank_stop_listening(_ bank: dr_bank, _ member: dr_member) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try object.pointee.withBank { bank throws(BankError) in
      try bank.stopListening(to: member.swiftID)
    }
  }
}

@c @implementation
public func dr_bank_take_events(
  _ bank: dr_bank, _ events: UnsafeMutablePointer<dr_bank_event>!, _ capacity: UInt32,
  _ count: UnsafeMutablePointer<dr_event_count>!
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    guard events != nil || capacity == 0 else { throw StatusError(DR_ERROR_NULL) }
    object.pointee.handOut(to: events, capacity: Int(capacity), count: count)
  }
}

extension BankObject {
  fileprivate mutating func handOut(
    to events: UnsafeMutablePointer<dr_bank_event>?, capacity: Int,
    count: UnsafeMutablePointer<dr_event_count>?
  ) {
    let written = min(capacity, bank.events.count - eventsTaken)
    for index in 0..<written {
      events?[index] = dr_bank_event(bank.events[eventsTaken + index])
    }
    eventsTaken += written
    guard let count else { return }
    count.pointee = dr_event_count(
      written: UInt32(written), waiting: UInt32(bank.events.count - eventsTaken),
      dropped: UInt64(eventsLost + bank.droppedEvents))
    eventsLost = 0
    bank.droppedEvents = 0
  }
}

extension dr_bank_event {
  fileprivate init(_ event: BankEvent) {
    self.init(
      member: dr_member(event.id), count: Int64(event.count), time_s: event.time,
      kind: event.kind == .cycle ? DR_EVENT_CYCLE : DR_EVENT_STOPPED,
      is_forward: event.isForward ? 1 : 0)
  }
}
