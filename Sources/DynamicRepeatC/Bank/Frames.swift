// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat
import RepeatBanks

@c @implementation
public func dr_bank_evaluate(_ bank: OpaquePointer!, _ time_s: Double) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    try checkBankTime(time_s)
    bank.pointee.evaluate(at: time_s)
  }
}

@c @implementation
public func dr_bank_evaluate_rates(
  _ bank: OpaquePointer!, _ time_s: Double, _ rates_hz: UnsafePointer<Float>!, _ count: Int
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    guard count == bank.pointee.endIndex else { throw StatusError(DR_ERROR_CAPACITY) }
    guard count == 0 || rates_hz != nil else { throw StatusError(DR_ERROR_NULL) }
    let rates = UnsafeBufferPointer(start: rates_hz, count: count).span
    try bankChecked(bank.pointee.evaluate(at: time_s, following: rates))
  }
}

@c @implementation
public func dr_bank_all_values(
  _ bank: OpaquePointer!, _ values: UnsafeMutablePointer<UnsafePointer<Float>?>!,
  _ count: UnsafeMutablePointer<UInt32>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let (values, count) = (try given(values), try given(count))
    values.pointee = bank.pointee.firstValue
    count.pointee = UInt32(bank.pointee.endIndex)
  }
}

@c @implementation
public func dr_bank_values(
  _ bank: OpaquePointer!, _ first: UInt32, _ count: UInt32, _ out: UnsafeMutablePointer<Float>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    guard Int(first) + Int(count) <= bank.pointee.endIndex else {
      throw StatusError(DR_ERROR_RANGE)
    }
    guard count > 0 else { return }
    try given(out).update(from: bank.pointee.firstValue + Int(first), count: Int(count))
  }
}

@c @implementation
public func dr_bank_next_change(
  _ bank: OpaquePointer!, _ time_s: Double, _ change_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let output = try given(change_s)
    output.pointee = try bankChecked(bank.pointee.nextChange(after: time_s))
  }
}

// MARK: - Exact values

@c @implementation
public func dr_bank_value(
  _ bank: OpaquePointer!, _ member: dr_member, _ time_s: Double,
  _ value: UnsafeMutablePointer<Double>!
) -> dr_status {
  exact(bank, time_s, value) { bank throws(BankError) in
    try bank.pointee.value(of: member.swiftID, at: time_s)
  }
}

@c @implementation
public func dr_bank_phase(
  _ bank: OpaquePointer!, _ member: dr_member, _ time_s: Double,
  _ phase: UnsafeMutablePointer<Double>!
) -> dr_status {
  exact(bank, time_s, phase) { bank throws(BankError) in
    try bank.pointee.phase(of: member.swiftID, at: time_s)
  }
}

@c @implementation
public func dr_bank_sample(
  _ bank: OpaquePointer!, _ member: dr_member, _ time_s: Double,
  _ sample: UnsafeMutablePointer<dr_member_sample>!
) -> dr_status {
  exact(bank, time_s, sample) { bank throws(BankError) in
    let id = member.swiftID
    return dr_member_sample(
      value: try bank.pointee.value(of: id, at: time_s),
      phase: try bank.pointee.phase(of: id, at: time_s),
      rate_hz: try bank.pointee.hertz(of: id, at: time_s),
      state: dr_state(try bank.pointee.state(of: id)), slot: UInt32(id.index))
  }
}

@inline(__always)
private func exact<Value>(
  _ bank: OpaquePointer?, _ time: Double, _ output: UnsafeMutablePointer<Value>?,
  _ read: (UnsafeMutablePointer<RepeatBank>) throws(BankError) -> Value
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    let output = try given(output)
    try checkBankTime(time)
    output.pointee = try bankChecked(read(bank))
  }
}

/// Checks the time of a frame or of an exact value, which may be before the bank's present time.
private func checkBankTime(_ time: Double) throws(StatusError) {
  guard time.magnitude <= RepeatBank.latestTime else { throw StatusError(DR_ERROR_TIME) }
}
