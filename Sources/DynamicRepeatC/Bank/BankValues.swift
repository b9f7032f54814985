// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
@_spi(CLibrary) import RepeatBanks
import RepeatTiming

@_optimize(speed)
@c @implementation
public func dr_bank_next_change(
  _ bank: dr_bank, _ time_s: Double, _ quantum: Double, _ change_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  bank.answerMasked(in: change_s) { object throws(StatusError) in
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
    return try object.pointee.withBank { bank throws(BankError) -> dr_member_sample in
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
