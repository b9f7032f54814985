// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

private let repeatCheck: UInt32 = 0x4452_7231

@c @implementation
public func dr_default_repeat_def() -> dr_repeat_def {
  var def = dr_repeat_def()
  def.internal_check = repeatCheck
  def.autoreverses = 1
  def.now_s = DR_AT_FIRST_ADVANCE
  def.rate.value = 1
  def.timing = dr_default_curve_def()
  def.timing.kind = DR_CURVE_EASE_IN_OUT
  def.return_timing = def.timing
  def.command_capacity = 8
  def.event_capacity = 4
  def.lock_capacity = 2
  return def
}

@c @implementation
public func dr_repeat_create(
  _ def: UnsafePointer<dr_repeat_def>!, _ repeat: UnsafeMutablePointer<dr_repeat>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let def = try given(def).pointee
    let output = try given(`repeat`)
    try def.check()
    let handle = try create(ObjectKind.repeat, arrays: def.arrayBytes) {
      () throws(StatusError) -> RepeatObject in try def.object()
    }
    output.pointee = dr_repeat(id: handle)
  }
}

@c @implementation
public func dr_repeat_destroy(_ repeat: dr_repeat) -> dr_status {
  answer { () throws(StatusError) in
    let pool = try `repeat`.object().pointee.pool
    try destroy(`repeat`.id, ObjectKind.repeat, RepeatObject.self)
    if let pool { repeat_memory_give(pool, pool.pointee.size) }
  }
}

@c @implementation
public func dr_repeat_is_valid(_ repeat: dr_repeat) -> Int32 {
  repeat_handle_find(`repeat`.id, ObjectKind.repeat) == nil ? 0 : 1
}

extension dr_repeat_def {
  /// Throws for what must be known before memory is allocated.
  fileprivate func check() throws(StatusError) {
    guard internal_check == repeatCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    guard command_capacity <= DR_MAX_CAPACITY, event_capacity <= DR_MAX_CAPACITY,
      lock_capacity <= DR_MAX_CAPACITY
    else {
      throw StatusError(DR_ERROR_CAPACITY)
    }
    try timing.check()
    if has_return_timing != 0 { try return_timing.check() }
  }

  /// What the events and the timing functions need for arrays.
  fileprivate var arrayBytes: Int {
    timing.arrayBytes + (has_return_timing != 0 ? return_timing.arrayBytes : 0)
      + RepeatController.arrayBytes(events: Int(event_capacity), head: arrayHead)
  }

  fileprivate func object() throws(StatusError) -> RepeatObject {
    let settings = try settings()
    var live = try checked { () throws(RepeatError) in
      try RepeatController(settings, now: now_s == DR_AT_FIRST_ADVANCE ? nil : now_s)
    }
    live.eventLimit = Int(event_capacity)
    live.reserveCapacity(events: Int(event_capacity))
    return RepeatObject(
      live: live, commandCapacity: command_capacity, lockCapacity: lock_capacity,
      identity: identity)
  }

  fileprivate func settings() throws(StatusError) -> RepeatSettings {
    var settings = RepeatSettings()
    settings.rate = try rate.swiftRate()
    settings.policy = try policy.swiftPolicy()
    settings.autoreverses = autoreverses != 0
    settings.timing = try timing.timingFunction()
    settings.returnTiming = has_return_timing != 0 ? try return_timing.timingFunction() : nil
    settings.repeatCount = RepeatCount(ofC: repeat_count)
    settings.maxFlashRate = max_flash_hz == 0 ? nil : max_flash_hz
    settings.repeatDelay = repeat_delay_s
    settings.startPhase = start_phase
    switch rest_state {
    case DR_REST_DEFAULT_STATE: settings.restState = .defaultState
    case DR_REST_LAST_VALUE: settings.restState = .lastValue
    default: throw StatusError(DR_ERROR_CHOICE)
    }
    switch flood {
    case DR_FLOOD_COUNTED: settings.flood = .counted
    case DR_FLOOD_ALL: settings.flood = .all
    case DR_FLOOD_LATEST: settings.flood = .latest
    default: throw StatusError(DR_ERROR_CHOICE)
    }
    return settings
  }

  /// What the snapshots of this definition's repeats are recognized by.
  fileprivate var identity: DefinitionIdentity {
    var writer = ByteWriter()
    write(timings: &writer)
    let timings = writer.checksum
    writer = ByteWriter()
    writer.write(autoreverses != 0)
    write(timings: &writer)
    writer.write(UInt64(rest_state.rawValue))
    writer.write(UInt64(flood.rawValue))
    writer.write(repeat_count)
    writer.write(repeat_delay_s)
    writer.write(start_phase)
    // Version 2 of snapshots had no limit.
    if max_flash_hz != 0 { writer.write(max_flash_hz) }
    return DefinitionIdentity(timings: timings, all: writer.checksum)
  }

  @inline(never)
  private func write(timings writer: inout ByteWriter) {
    timing.write(to: &writer)
    writer.write(has_return_timing != 0)
    if has_return_timing != 0 { return_timing.write(to: &writer) }
  }
}

/// Differs between definitions whose repeats could not continue from each other's snapshots: not by
/// rate, policy, start and capacities.
struct DefinitionIdentity {
  let timings: UInt64
  /// Of all that may not differ, timing functions and count included.
  let all: UInt64
}
