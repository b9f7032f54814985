// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat
import RepeatBanks

private let bankCheck: UInt32 = 0x4452_6232

@c @implementation
public func dr_default_bank_def() -> dr_bank_def {
  var def = dr_bank_def()
  def.internal_check = bankCheck
  def.timing = dr_default_curve_def()
  def.timing.kind = DR_CURVE_EASE_IN_OUT
  def.capacity = 1 << 28
  return def
}

@c @implementation
public func dr_bank_create(
  _ def: UnsafePointer<dr_bank_def>!, _ bank: UnsafeMutablePointer<OpaquePointer?>!
) -> dr_status {
  answer { () throws(StatusError) in
    let def = try given(def).pointee
    let output = try given(bank)
    guard def.internal_check == bankCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    try def.timing.check()
    let mode = try def.mode.swiftMode()
    guard def.capacity >= 1, def.capacity <= 1 << 31, def.room <= def.capacity else {
      throw StatusError(DR_ERROR_CAPACITY)
    }
    let curve = try given(
      BankCurve(fitting: try def.timing.timingFunction()), or: DR_ERROR_TIMING)
    var made = RepeatBank(curve: curve, mode: mode, capacity: Int(def.capacity))
    guard made.makeRoom(for: Int(def.room)) else { throw StatusError(DR_ERROR_MEMORY) }
    let memory = UnsafeMutablePointer<RepeatBank>.allocate(capacity: 1)
    // `nameBase` differs between banks, so a call detects a member of another bank, except with a
    // probability of one in millions.
    made.nameBase = UInt32(truncatingIfNeeded: UInt(bitPattern: memory) >> 4) &* 0x9E37_79B1
    memory.initialize(to: made)
    output.pointee = OpaquePointer(memory)
  }
}

@c @implementation
public func dr_bank_destroy(_ bank: OpaquePointer!) {
  guard let memory = bank.map({ UnsafeMutablePointer<RepeatBank>($0) }) else { return }
  memory.deinitialize(count: 1)
  memory.deallocate()
}

@c @implementation
public func dr_bank_get_info(_ bank: OpaquePointer!, _ info: UnsafeMutablePointer<dr_bank_info>!)
  -> dr_status
{
  withBank(bank) { bank throws(StatusError) in
    let output = try given(info)
    var info = dr_bank_info()
    info.now_s = bank.pointee.now
    info.bytes = UInt64(bank.pointee.size)
    info.bound = bank.pointee.curve.bound
    (info.count, info.end) = (UInt32(bank.pointee.count), UInt32(bank.pointee.endIndex))
    withUnsafeMutableBytes(of: &info.method) { write(bank.pointee.curve.methodName, to: $0) }
    withUnsafeMutableBytes(of: &info.instructions) { write(bank.pointee.kernels.name, to: $0) }
    output.pointee = info
  }
}

/// Writes as much of a text as fits, followed by a zero byte.
private func write(_ text: String, to bytes: UnsafeMutableRawBufferPointer) {
  for (index, byte) in text.utf8.enumerated() where index < bytes.count - 1 { bytes[index] = byte }
}

@c @implementation
public func dr_bank_reserve(_ bank: OpaquePointer!, _ total: UInt32) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    guard Int(total) <= bank.pointee.capacity else { throw StatusError(DR_ERROR_CAPACITY) }
    guard bank.pointee.makeRoom(for: Int(total)) else { throw StatusError(DR_ERROR_MEMORY) }
  }
}

// MARK: - Saved states and other clocks

@c @implementation
public func dr_bank_save(
  _ bank: OpaquePointer!, _ bytes: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    guard bytes != nil || capacity == 0 else { throw StatusError(DR_ERROR_NULL) }
    let needed = bank.pointee.savedSize
    size?.pointee = needed
    guard UInt(bitPattern: capacity) >= UInt(needed) else { throw StatusError(DR_ERROR_BUFFER) }
    bank.pointee.save(to: bytes)
  }
}

@c @implementation
public func dr_bank_restore(_ bank: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ size: Int)
  -> dr_status
{
  withBank(bank) { bank throws(StatusError) in
    let bytes = UnsafeRawBufferPointer(start: try given(bytes), count: max(0, size))
    let restored: RepeatBank
    do throws(BankStateError) {
      restored = try RepeatBank.restored(
        from: bytes, curve: bank.pointee.curve, capacity: bank.pointee.capacity)
    } catch { throw StatusError(error.status) }
    guard restored.mode == bank.pointee.mode else { throw StatusError(DR_ERROR_SETTINGS) }
    bank.pointee = restored
  }
}

@c @implementation
public func dr_bank_move_timeline(_ bank: OpaquePointer!, _ now_s: Double) -> dr_status {
  withBank(bank) { bank throws(StatusError) in
    try bankChecked(bank.pointee.moveTimeline(to: now_s))
  }
}

// MARK: - Internals

/// Runs the body of a call on a bank; returns its error as a status.
@inline(__always)
func withBank(
  _ bank: OpaquePointer?, _ body: (UnsafeMutablePointer<RepeatBank>) throws(StatusError) -> Void
) -> dr_status {
  answer { () throws(StatusError) in try body(UnsafeMutablePointer(try given(bank))) }
}

/// The value of a call on a bank; throws the call's error as a status.
@inline(__always)
func bankChecked<Value>(_ call: @autoclosure () throws(BankError) -> Value) throws(StatusError)
  -> Value
{
  do throws(BankError) { return try call() } catch { throw StatusError(error.status) }
}

extension dr_bank_mode {
  fileprivate func swiftMode() throws(StatusError) -> BankMode {
    switch self {
    case DR_BANK_MODE_THERE_AND_BACK: return .autoreverse
    case DR_BANK_MODE_ONE_WAY: return .sawtooth
    default: throw StatusError(DR_ERROR_CHOICE)
    }
  }
}

extension BankError {
  fileprivate var status: dr_status {
    switch self {
    case .invalidRate: DR_ERROR_RATE
    case .invalidCycleDuration: DR_ERROR_CYCLE_DURATION
    case .invalidPhase: DR_ERROR_PHASE
    case .invalidInterval: DR_ERROR_INTERVAL
    case .invalidTime: DR_ERROR_TIME
    case .timeHasPassed: DR_ERROR_PAST
    case .staleID: DR_ERROR_HANDLE
    case .rangeOutside: DR_ERROR_RANGE
    case .full: DR_ERROR_FULL
    case .noMemory: DR_ERROR_MEMORY
    case .wrongCount: DR_ERROR_CAPACITY
    case .needsController: DR_ERROR_SETTINGS
    }
  }
}

extension BankStateError {
  fileprivate var status: dr_status {
    switch self {
    case .otherCurve: DR_ERROR_SETTINGS
    case .tooMany: DR_ERROR_CAPACITY
    case .noMemory: DR_ERROR_MEMORY
    case .notASavedState, .unknownVersion, .damaged, .impossible: DR_ERROR_SAVED_STATE
    }
  }
}
