// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatBanks
import RepeatTiming

@c @implementation
public func dr_bank_set_rate(
  _ bank: dr_bank, _ member: dr_member, _ rate_hz: Double, _ policy: dr_policy, _ time_s: Double
) -> dr_status {
  bank.setRate(.hertz(rate_hz), of: member, policy, at: time_s)
}

@c @implementation
public func dr_bank_set_cycle_duration(
  _ bank: dr_bank, _ member: dr_member, _ duration_s: Double, _ policy: dr_policy,
  _ time_s: Double
) -> dr_status {
  bank.setRate(.cycleDuration(duration_s), of: member, policy, at: time_s)
}

@c @implementation
public func dr_bank_set_rates(
  _ bank: dr_bank, _ members: UnsafePointer<dr_member>!, _ rates_hz: UnsafePointer<Double>!,
  _ count: Int, _ time_s: Double
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    try checkBankTime(time_s)
    let members = count == 0 ? members : try given(members)
    let rates = count == 0 ? rates_hz : try given(rates_hz)
    let rows = UnsafeBufferPointer(start: rates, count: try checkCount(count))
    // A name is one number of 64 bits, in the header's structure and in the bank's.
    let ids = UnsafeRawPointer(members)?.assumingMemoryBound(to: RepeatID.self)
    try object.pointee.withBank { bank throws(BankError) in
      try bank.setRates(
        Span(_unsafeElements: rows),
        of: Span(_unsafeElements: UnsafeBufferPointer(start: ids, count: count)), at: time_s)
    }
  }
}

/// Throws for more elements than an address space holds: the sign of a number that is no count.
private func checkCount(_ count: Int) throws(StatusError) -> Int {
  guard count >= 0, count <= 1 << 31 else { throw StatusError(DR_ERROR_CAPACITY) }
  return count
}

@c @implementation
public func dr_bank_ramp(
  _ bank: dr_bank, _ member: dr_member, _ rate: dr_rate, _ ramp_s: Double,
  _ shape: dr_ramp_shape, _ time_s: Double
) -> dr_status {
  answerMasked { () throws(StatusError) in
    try bank.object().pointee.perform(
      .ramp(to: try rate.swiftRate(), over: ramp_s, shape: try shape.swiftShape()), on: member,
      at: time_s)
  }
}

@c @implementation
public func dr_bank_seek(
  _ bank: dr_bank, _ member: dr_member, _ phase: Double, _ time_s: Double
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let position = try dr_position(cycle: 0, phase: phase).swiftPosition()
    try bank.object().pointee.perform(.seek(to: position), on: member, at: time_s)
  }
}

@c @implementation
public func dr_bank_pause(_ bank: dr_bank, _ member: dr_member, _ time_s: Double) -> dr_status {
  bank.perform(.pause, on: member, at: time_s)
}

@c @implementation
public func dr_bank_resume(_ bank: dr_bank, _ member: dr_member, _ time_s: Double) -> dr_status {
  bank.perform(.resume, on: member, at: time_s)
}

@c @implementation
public func dr_bank_reverse(_ bank: dr_bank, _ member: dr_member, _ time_s: Double) -> dr_status {
  bank.perform(.reverse, on: member, at: time_s)
}

@c @implementation
public func dr_bank_start(_ bank: dr_bank, _ member: dr_member, _ time_s: Double) -> dr_status {
  bank.perform(.start, on: member, at: time_s)
}

@c @implementation
public func dr_bank_stop(
  _ bank: dr_bank, _ member: dr_member, _ mode: dr_stop_mode, _ time_s: Double
) -> dr_status {
  answerMasked { () throws(StatusError) in
    try bank.object().pointee.perform(
      .stop(try mode.swiftMode()), on: member, at: time_s)
  }
}

@c @implementation
public func dr_bank_command(
  _ bank: dr_bank, _ member: dr_member, _ command: UnsafePointer<dr_command>!, _ time_s: Double
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    let (command, policy) = try given(command).pointee.bankCommand()
    try object.pointee.perform(command, on: member, at: time_s, policy: policy)
  }
}

@c @implementation
public func dr_bank_command_range(
  _ bank: dr_bank, _ first: UInt32, _ count: UInt32, _ command: UnsafePointer<dr_command>!,
  _ time_s: Double
) -> dr_status {
  bank.answerMasked { object throws(StatusError) in
    let (command, policy) = try given(command).pointee.bankCommand()
    try object.pointee.perform(
      command, in: Int(first)..<Int(first) + Int(count), at: time_s, policy: policy)
  }
}

extension dr_bank {
  fileprivate func setRate(
    _ rate: RepeatRate, of member: dr_member, _ policy: dr_policy, at time: Double
  ) -> dr_status {
    answerMasked { object throws(StatusError) in
      let policy = try policy.swiftPolicy()
      guard policy == .phaseMatched else {
        return try object.pointee.perform(.rate(rate), on: member, at: time, policy: policy)
      }
      try object.pointee.withBank { bank throws(BankError) in
        try bank.setRate(rate, of: member.swiftID, at: time, policy: policy)
      }
    }
  }

  @inline(never)
  fileprivate func perform(
    _ command: RepeatCommand, on member: dr_member, at time: Double
  ) -> dr_status {
    answerMasked { object throws(StatusError) in
      try object.pointee.perform(command, on: member, at: time)
    }
  }
}

extension BankObject {
  fileprivate mutating func perform(
    _ command: RepeatCommand, on member: dr_member, at time: Double,
    policy: RatePolicy = .phaseMatched
  ) throws(StatusError) {
    if command.mayLast(policy), bank.contains(member.swiftID) {
      try makeIndividualRoom(for: bank.individualCount + 1)
    }
    try withBank { bank throws(BankError) in
      try bank.perform(command, on: member.swiftID, at: time, policy: policy)
    }
  }

  fileprivate mutating func perform(
    _ command: RepeatCommand, in range: Range<Int>, at time: Double, policy: RatePolicy
  ) throws(StatusError) {
    guard range.upperBound <= bank.endIndex else { throw StatusError(DR_ERROR_RANGE) }
    if command.mayLast(policy) {
      try makeIndividualRoom(for: bank.individualCount + bank.plainCount(in: range))
    }
    try withBank { bank throws(BankError) in
      try bank.perform(command, in: range, at: time, policy: policy)
    }
  }
}

extension dr_command {
  /// The command, and the policy by which a rate takes effect.
  fileprivate func bankCommand() throws(StatusError) -> (RepeatCommand, RatePolicy) {
    switch kind {
    case DR_COMMAND_POLICY, DR_COMMAND_REPEAT_COUNT: throw StatusError(DR_ERROR_CHOICE)
    case DR_COMMAND_RATE: return (try swiftCommand(), try policy.swiftPolicy())
    case DR_COMMAND_SEEK:
      let target = try dr_position(cycle: 0, phase: position.phase).swiftPosition()
      return (.seek(to: target), .phaseMatched)
    default: return (try swiftCommand(), .phaseMatched)
    }
  }
}

extension RepeatCommand {
  /// Whether a member may be evaluated individually afterwards.
  fileprivate func mayLast(_ policy: RatePolicy) -> Bool {
    switch self {
    case .ramp(_, let seconds, _): seconds != 0
    case .stop(let mode): mode == .atCycleEnd
    case .rate: policy != .phaseMatched
    case .start, .pause, .resume, .reverse, .hold, .seek, .policy, .repeatCount: false
    }
  }
}
