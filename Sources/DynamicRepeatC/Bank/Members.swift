// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat
import RepeatBanks

extension dr_member {
  init(_ id: RepeatID) { self.init(id: id.rawValue) }

  @inline(__always)
  var swiftID: RepeatID { RepeatID(rawValue: id) }
}

@c @implementation
public func dr_bank_add(
  _ bank: OpaquePointer!, _ rate: dr_rate, _ phase: Double, _ time_s: Double,
  _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let output = try given(member)
    let rate = try rate.swiftRate()
    output.pointee = dr_member(
      try bankChecked(bank.pointee.add(rate, phase: phase, at: time_s)))
  }
}

@c @implementation
public func dr_bank_remove(_ bank: OpaquePointer!, _ member: dr_member) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    try bankChecked(bank.pointee.remove(member.swiftID))
  }
}

@c @implementation
public func dr_bank_remove_range(_ bank: OpaquePointer!, _ first: UInt32, _ count: UInt32)
  -> dr_status
{
  withBank(bank) { bank throws(StatusError) in
    try bankChecked(bank.pointee.remove(in: Int(first)..<Int(first) + Int(count)))
  }
}

@c @implementation
public func dr_bank_contains(_ bank: OpaquePointer!, _ member: dr_member) -> Int32 {
  guard let bank = bank.map({ UnsafeMutablePointer<RepeatBank>($0) }) else { return 0 }
  return bank.pointee.contains(member.swiftID) ? 1 : 0
}

@c @implementation
public func dr_member_slot(_ member: dr_member) -> UInt32 { UInt32(member.swiftID.index) }

@c @implementation
public func dr_bank_member_at(
  _ bank: OpaquePointer!, _ slot: UInt32, _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let output = try given(member)
    guard Int(slot) < bank.pointee.endIndex else { throw StatusError(DR_ERROR_RANGE) }
    output.pointee = dr_member(try given(bank.pointee.id(at: Int(slot)), or: DR_ERROR_NO_ANSWER))
  }
}

// MARK: - Commands

@c @implementation
public func dr_bank_set_rate(
  _ bank: OpaquePointer!, _ member: dr_member, _ rate: dr_rate, _ policy: dr_policy,
  _ time_s: Double
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let (rate, policy) = (try rate.swiftRate(), try policy.swiftPolicy())
    try bankChecked(
      bank.pointee.setRate(rate, of: member.swiftID, at: time_s, policy: policy))
  }
}

@c @implementation
public func dr_bank_set_rates(
  _ bank: OpaquePointer!, _ members: UnsafePointer<dr_member>!, _ rates_hz: UnsafePointer<Double>!,
  _ count: Int, _ time_s: Double
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    guard count != 0 else { return }
    let (members, rates) = (try given(members), try given(rates_hz))
    guard count > 0 else { throw StatusError(DR_ERROR_CAPACITY) }
    // Both structures consist of the same 64 bits.
    let names = UnsafeRawPointer(members).assumingMemoryBound(to: RepeatID.self)
    try bankChecked(
      bank.pointee.setRates(
        UnsafeBufferPointer(start: rates, count: count).span,
        of: UnsafeBufferPointer(start: names, count: count).span, at: time_s))
  }
}

@c @implementation
public func dr_bank_command(
  _ bank: OpaquePointer!, _ member: dr_member, _ command: UnsafePointer<dr_command>!,
  _ time_s: Double
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let (command, policy) = try bankCommand(command)
    try bankChecked(
      bank.pointee.perform(command, on: member.swiftID, at: time_s, policy: policy))
  }
}

@c @implementation
public func dr_bank_command_range(
  _ bank: OpaquePointer!, _ first: UInt32, _ count: UInt32, _ command: UnsafePointer<dr_command>!,
  _ time_s: Double
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let (command, policy) = try bankCommand(command)
    let slots = Int(first)..<Int(first) + Int(count)
    try bankChecked(bank.pointee.perform(command, in: slots, at: time_s, policy: policy))
  }
}

/// Converts a C command for a bank's members; a rate command contains its policy.
private func bankCommand(_ command: UnsafePointer<dr_command>?) throws(StatusError) -> (
  RepeatCommand, RatePolicy
) {
  let command = try given(command).pointee
  let swiftCommand = try command.swiftCommand()
  switch swiftCommand {
  case .policy, .repeatCount: throw StatusError(DR_ERROR_CHOICE)
  case .rate: return (swiftCommand, try command.policy.swiftPolicy())
  default: return (swiftCommand, .phaseMatched)
  }
}

// MARK: - Repeats

@c @implementation
public func dr_bank_get_repeat(
  _ bank: OpaquePointer!, _ member: dr_member, _ time_s: Double,
  _ repeat: UnsafeMutablePointer<dr_repeat>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    _ = try RepeatObject.memory(`repeat`)
    let controller = try bankChecked(bank.pointee.controller(of: member.swiftID, at: time_s))
    try RepeatObject(userData: nil, live: controller).put(into: `repeat`)
  }
}

@c @implementation
public func dr_bank_add_repeat(
  _ bank: OpaquePointer!, _ repeat: UnsafePointer<dr_repeat>!,
  _ member: UnsafeMutablePointer<dr_member>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let controller = try RepeatObject.at(`repeat`).pointee.live
    let output = try given(member)
    output.pointee = dr_member(try bankChecked(bank.pointee.add(controller)))
  }
}
