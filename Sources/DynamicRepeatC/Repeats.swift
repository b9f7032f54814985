// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

private let repeatCheck: UInt32 = 0x4452_7233

@c @implementation
public func dr_hz(_ cycles_per_second: Double) -> dr_rate {
  dr_rate(value: cycles_per_second, unit: DR_RATE_UNIT_HZ, reserved: 0)
}

@c @implementation
public func dr_seconds(_ seconds_per_cycle: Double) -> dr_rate {
  dr_rate(value: seconds_per_cycle, unit: DR_RATE_UNIT_SECONDS, reserved: 0)
}

@c @implementation
public func dr_restart_per_cycle() -> dr_policy {
  dr_policy(ramp_s: 0, kind: DR_POLICY_RESTART_PER_CYCLE, reserved: 0)
}

@c @implementation
public func dr_phase_matched(_ ramp_s: Double) -> dr_policy {
  dr_policy(ramp_s: ramp_s, kind: DR_POLICY_PHASE_MATCHED, reserved: 0)
}

@c @implementation
public func dr_default_repeat_def() -> dr_repeat_def {
  var def = dr_repeat_def()
  def.internal_check = repeatCheck
  def.autoreverses = 1
  def.rate = dr_seconds(1)
  def.policy = dr_restart_per_cycle()
  def.pace.kind = DR_CURVE_EASE_IN_OUT
  def.rest_state = DR_REST_STATE_DEFAULT
  def.reporting = DR_REPORTING_COUNTED
  def.repeat_count = .infinity
  def.max_flash_hz = .infinity
  def.now_s = DR_AT_FIRST_ADVANCE
  return def
}

@c @implementation
public func dr_repeat_init(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ def: UnsafePointer<dr_repeat_def>!
) -> dr_status {
  answer { () throws(StatusError) in
    _ = try RepeatObject.memory(`repeat`)
    let def = try given(def).pointee
    let settings = try def.settings()
    let start = def.now_s == DR_AT_FIRST_ADVANCE ? nil : def.now_s
    let live = try checked(RepeatController(settings, now: start))
    try RepeatObject(userData: def.user_data, live: live).put(into: `repeat`)
  }
}

@c @implementation
public func dr_repeat_equals(
  _ repeat: UnsafePointer<dr_repeat>!, _ other: UnsafePointer<dr_repeat>!
) -> Int32 {
  guard let one = try? RepeatObject.at(`repeat`), let two = try? RepeatObject.at(other) else {
    return 0
  }
  return one.pointee.live == two.pointee.live ? 1 : 0
}

extension dr_repeat_def {
  private func swiftMarks() throws(StatusError) -> PhaseMarks {
    guard mark_count <= 4 else { throw StatusError(DR_ERROR_MARKS) }
    var result = PhaseMarks()
    withUnsafeBytes(of: marks) { bytes in
      let phases = bytes.assumingMemoryBound(to: Double.self)
      for index in 0..<Int(mark_count) { result.append(phases[index]) }
    }
    return result
  }

  fileprivate func settings() throws(StatusError) -> RepeatSettings {
    guard internal_check == repeatCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    var settings = RepeatSettings()
    settings.rate = try rate.swiftRate()
    settings.policy = try policy.swiftPolicy()
    settings.autoreverses = autoreverses != 0
    settings.pace = try pace.swiftPace()
    if has_return_pace != 0 { settings.returnPace = try return_pace.swiftPace() }
    settings.repeatCount = repeat_count
    settings.repeatDelay = repeat_delay_s
    settings.startPhase = start_phase
    guard max_flash_hz >= 1.001e-9 else { throw StatusError(DR_ERROR_MAX_FLASH) }
    settings.maxFlashRate = max_flash_hz
    settings.marks = try swiftMarks()
    switch rest_state {
    case DR_REST_STATE_DEFAULT: settings.restState = .defaultState
    case DR_REST_STATE_LAST_VALUE: settings.restState = .lastValue
    default: throw StatusError(DR_ERROR_CHOICE)
    }
    switch reporting {
    case DR_REPORTING_COUNTED: settings.reporting = .counted
    case DR_REPORTING_ALL: settings.reporting = .all
    default: throw StatusError(DR_ERROR_CHOICE)
    }
    return settings
  }
}
