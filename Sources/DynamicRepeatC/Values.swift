// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CFloatExceptions
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

// What is called once a frame for each of many repeats is optimized for speed, all else for size;
// the short ways are outside of any closure.

@_optimize(speed)
@c @implementation
public func dr_repeat_value(
  _ repeat: dr_repeat, _ time_s: Double, _ value: UnsafeMutablePointer<Double>!
) -> dr_status {
  writeValue(`repeat`, time_s, value)
}

@_optimize(speed)
@c @implementation
public func dr_repeat_value_or(_ repeat: dr_repeat, _ time_s: Double, _ fallback: Double)
  -> Double
{
  var value = fallback
  // Nothing is written on an error.
  _ = writeValue(`repeat`, time_s, &value)
  return value
}

@c @implementation
public func dr_repeat_is_on(_ repeat: dr_repeat, _ time_s: Double, _ duty: Double) -> Int32 {
  guard let object = try? `repeat`.object(), let sample = try? sampleMasked(object, at: time_s)
  else {
    return 0
  }
  let isInCycle = sample.state != .idle && !sample.isWaiting
  return isInCycle && sample.position.phase < duty ? 1 : 0
}

@inline(__always)
private func writeValue(
  _ repeat: dr_repeat, _ time_s: Double, _ value: UnsafeMutablePointer<Double>?
) -> dr_status {
  guard let object = `repeat`.found, let value,
    let position = SteadyMotion(object.pointee.live).position(at: time_s)
  else {
    return valueInFull(`repeat`, time_s, value)
  }
  guard let shown = object.pointee.live.pace.appearance(at: position) else {
    return pacedInFull(object, position.phase, value)
  }
  value.pointee = shown.progress
  return DR_OK
}

@inline(never)
private func pacedInFull(
  _ object: UnsafeMutablePointer<RepeatObject>, _ phase: Double,
  _ value: UnsafeMutablePointer<Double>
) -> dr_status {
  value.pointee = object.pointee.progress(atPhase: phase)
  return DR_OK
}

@inline(never)
private func valueInFull(
  _ repeat: dr_repeat, _ time: Double, _ value: UnsafeMutablePointer<Double>?
) -> dr_status {
  `repeat`.answerMasked(in: value) { object throws(StatusError) in
    try sample(object, at: time).progress
  }
}

@_optimize(speed)
@c @implementation
public func dr_repeat_phase(
  _ repeat: dr_repeat, _ time_s: Double, _ phase: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try `repeat`.objectAtOnce()
    let output = try given(phase)
    output.pointee = try position(object, at: time_s).phase
  }
}

@_optimize(speed)
@c @implementation
public func dr_repeat_cycle(
  _ repeat: dr_repeat, _ time_s: Double, _ cycle: UnsafeMutablePointer<Int64>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try `repeat`.objectAtOnce()
    let output = try given(cycle)
    output.pointee = try position(object, at: time_s).cycle
  }
}

@_optimize(speed)
@c @implementation
public func dr_repeat_position(
  _ repeat: dr_repeat, _ time_s: Double, _ position: UnsafeMutablePointer<dr_position>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try `repeat`.objectAtOnce()
    let output = try given(position)
    output.pointee = try DynamicRepeatC.position(object, at: time_s)
  }
}

@c @implementation
public func dr_repeat_sample(
  _ repeat: dr_repeat, _ time_s: Double, _ sample: UnsafeMutablePointer<dr_sample>!
) -> dr_status {
  `repeat`.answerMasked(in: sample) { object throws(StatusError) in
    let sample = try DynamicRepeatC.sample(object, at: time_s)
    return dr_sample(
      position: dr_position(sample.position), value: sample.progress, fraction: sample.fraction,
      rate_hz: sample.hertz, cycle_duration_s: sample.cycleDuration,
      state: dr_state(sample.state), is_waiting: sample.isWaiting ? 1 : 0)
  }
}

@c @implementation
public func dr_repeat_get_info(
  _ repeat: dr_repeat, _ info: UnsafeMutablePointer<dr_repeat_info>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try `repeat`.object()
    let output = try given(info)
    output.pointee = object.pointee.info
  }
}

extension RepeatObject {
  fileprivate var info: dr_repeat_info {
    dr_repeat_info(
      now_s: live.now, requested_rate: dr_rate(live.requestedRate), policy: dr_policy(live.policy),
      repeat_count: live.repeatCount.ofC,
      state: dr_state(live.state), has_pending_rate_change: live.hasPendingRateChange ? 1 : 0,
      waiting_commands: UInt32(live.waitingCommands), waiting_events: UInt32(live.events.count))
  }
}

@inline(__always)
private func position(_ object: UnsafeMutablePointer<RepeatObject>, at time: Double)
  throws(StatusError) -> dr_position
{
  guard let position = SteadyMotion(object.pointee.live).position(at: time) else {
    return dr_position(try sampleMasked(object, at: time).position)
  }
  return dr_position(cycle: Int64(position.cycle), phase: position.phase)
}

@inline(never)
private func sample(_ object: UnsafeMutablePointer<RepeatObject>, at time: Double)
  throws(StatusError) -> RepeatSample
{
  try object.pointee.sample(validating: time)
}

/// The same with floating-point exceptions masked.
@inline(never)
private func sampleMasked(_ object: UnsafeMutablePointer<RepeatObject>, at time: Double)
  throws(StatusError) -> RepeatSample
{
  let saved = repeat_exceptions_mask()
  defer { repeat_exceptions_restore(saved) }
  return try sample(object, at: time)
}
