// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_state_text(_ state: dr_state) -> UnsafePointer<CChar>! {
  text(state.rawValue, of: stateTexts, last: DR_STATE_PAUSED_STOPPING.rawValue)
}

private let stateTexts: StaticString = """
  idle\0\
  running\0\
  stopping\0\
  paused\0\
  paused, stopping\0\
  not a state of this library
  """

// Functions called in each frame are optimized for speed, all others for size.

@_optimize(speed)
@c @implementation
public func dr_repeat_value(
  _ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double, _ value: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`, showing: time_s)
    try given(value).pointee = object.sample(at: time_s).progress
  }
}

@c @implementation
public func dr_repeat_value_or(
  _ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double, _ fallback: Double
) -> Double {
  var value = fallback
  // On an error, `value` keeps the fallback.
  _ = dr_repeat_value(`repeat`, time_s, &value)
  return value
}

@c @implementation
public func dr_repeat_is_on(_ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double, _ duty: Double)
  -> Int32
{
  guard duty >= 0, duty <= 1, let object = try? RepeatObject.at(`repeat`, showing: time_s) else {
    return 0
  }
  return object.pointee.live.isOn(at: time_s, duty: duty) ? 1 : 0
}

@c @implementation
public func dr_repeat_sample(
  _ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double, _ sample: UnsafeMutablePointer<dr_sample>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`, showing: time_s)
    let output = try given(sample)
    let sample = object.sample(at: time_s)
    output.pointee = dr_sample(
      position: dr_position(sample.position), value: sample.progress, fraction: sample.fraction,
      rate_hz: sample.hertz, cycle_duration_s: sample.cycleDuration,
      state: dr_state(sample.state), is_waiting: sample.isWaiting ? 1 : 0)
  }
}

@c @implementation
public func dr_repeat_next_change(
  _ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double, _ change_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`, from: time_s)
    try given(change_s).pointee = object.pointee.live.nextChange(after: time_s)
  }
}

@c @implementation
public func dr_repeat_next_switch(
  _ repeat: UnsafePointer<dr_repeat>!, _ time_s: Double, _ duty: Double,
  _ switch_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`, from: time_s)
    guard duty >= 0, duty <= 1 else { throw StatusError(DR_ERROR_PHASE) }
    try given(switch_s).pointee = object.pointee.live.nextSwitch(after: time_s, duty: duty)
  }
}

@c @implementation
public func dr_repeat_get_info(
  _ repeat: UnsafePointer<dr_repeat>!, _ info: UnsafeMutablePointer<dr_repeat_info>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    let output = try given(info)
    let live = object.pointee.live
    output.pointee = dr_repeat_info(
      now_s: live.isOnTimeline ? live.now : DR_AT_FIRST_ADVANCE,
      requested_rate: dr_rate(live.requestedRate), policy: dr_policy(live.settings.policy),
      repeat_count: live.settings.repeatCount, state: dr_state(live.state),
      lock_state: dr_lock_state(live.lockState),
      has_waiting_rate: live.hasPendingRateChange ? 1 : 0,
      waiting_commands: UInt32(live.waitingCommands), user_data: object.pointee.userData)
  }
}

extension UnsafePointer<RepeatObject> {
  /// The sample, without a copy of the repeat.
  @inline(__always)
  fileprivate func sample(at time: Double) -> RepeatSample {
    if let sample = pointee.live.frameSample(at: time) { return sample }
    // The repeat is not changed; `fullSample` needs a pointer to it.
    return withUnsafeMutablePointer(to: &UnsafeMutablePointer(mutating: self).pointee.live) {
      RepeatController.fullSample($0, at: time)
    }
  }
}

extension RepeatObject {
  /// The repeat; throws if the repeat has no value at `time`.
  @inline(__always)
  fileprivate static func at(_ words: UnsafePointer<dr_repeat>?, showing time: Double)
    throws(StatusError) -> UnsafePointer<RepeatObject>
  {
    let object = try at(words)
    try checkTime(time)
    guard object.pointee.live.isOnTimeline || !object.pointee.live.isActive else {
      throw StatusError(DR_ERROR_NEVER_ADVANCED)
    }
    return object
  }

  /// The repeat; throws if `time` is before its present time.
  static func at(_ words: UnsafePointer<dr_repeat>?, from time: Double)
    throws(StatusError) -> UnsafePointer<RepeatObject>
  {
    let object: UnsafePointer<RepeatObject> = try at(words)
    try object.check(advancingTo: time)
    return object
  }
}
