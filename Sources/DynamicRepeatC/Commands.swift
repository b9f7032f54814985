// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_repeat_start(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double)
  -> dr_status
{
  perform(.start, on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_stop(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ mode: dr_stop_mode, _ time_s: Double
) -> dr_status {
  perform(try .stop(mode.swiftMode()), on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_pause(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double)
  -> dr_status
{
  perform(.pause, on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_resume(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double)
  -> dr_status
{
  perform(.resume, on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_reverse(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ time_s: Double)
  -> dr_status
{
  perform(.reverse, on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_set_rate(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ rate: dr_rate, _ time_s: Double
) -> dr_status {
  perform(try .rate(rate.swiftRate()), on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_ramp(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ rate: dr_rate, _ ramp_s: Double, _ time_s: Double
) -> dr_status {
  perform(try .ramp(to: rate.swiftRate(), over: ramp_s), on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_seek(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ position: dr_position, _ is_silent: Int32,
  _ time_s: Double
) -> dr_status {
  perform(
    try .seek(to: position.swiftPosition(), isSilent: is_silent != 0), on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_set_policy(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ policy: dr_policy, _ time_s: Double
) -> dr_status {
  perform(try .policy(policy.swiftPolicy()), on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_set_repeat_count(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ cycles: Double, _ time_s: Double
) -> dr_status {
  perform(.repeatCount(cycles), on: `repeat`, at: time_s)
}

@c @implementation
public func dr_repeat_blink(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ cycles: Double, _ time_s: Double
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    // Either all three changes are made, or none.
    var changed = object.pointee
    try changed.perform(.stop(.immediately), at: .time(time_s))
    try changed.perform(.repeatCount(cycles), at: .time(time_s))
    try changed.perform(.start, at: .time(time_s))
    object.pointee = changed
  }
}

@c @implementation
public func dr_command_of(_ kind: dr_command_kind) -> dr_command {
  var command = dr_command()
  command.kind = kind
  return command
}

@c @implementation
public func dr_at_time(_ time_s: Double) -> dr_moment {
  dr_moment(kind: DR_MOMENT_TIME, reserved: 0, time_s: time_s, phase: 0, cycle: 0)
}

@c @implementation
public func dr_at_next_cycle() -> dr_moment {
  dr_moment(kind: DR_MOMENT_NEXT_CYCLE, reserved: 0, time_s: 0, phase: 0, cycle: 0)
}

@c @implementation
public func dr_at_cycle(_ cycle: Int64) -> dr_moment {
  dr_moment(kind: DR_MOMENT_CYCLE, reserved: 0, time_s: 0, phase: 0, cycle: cycle)
}

@c @implementation
public func dr_at_phase(_ phase: Double) -> dr_moment {
  dr_moment(kind: DR_MOMENT_PHASE, reserved: 0, time_s: 0, phase: phase, cycle: 0)
}

@c @implementation
public func dr_repeat_schedule(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ command: UnsafePointer<dr_command>!,
  _ moment: UnsafePointer<dr_moment>!, _ id: UnsafeMutablePointer<dr_command_id>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    let command = try given(command).pointee.swiftCommand()
    let moment = try given(moment).pointee.swiftMoment()
    let number = try object.pointee.perform(command, at: moment)
    id?.pointee = dr_command_id(number: number)
  }
}

@c @implementation
public func dr_repeat_cancel(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ id: dr_command_id)
  -> dr_status
{
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    guard let number = UInt32(exactly: id.number),
      object.pointee.live.cancel(ScheduledCommandID(number: number))
    else { throw StatusError(DR_ERROR_NOT_FOUND) }
  }
}

/// Performs or schedules a command, which is converted from C after the check of the repeat.
@inline(__always)
private func perform(
  _ command: @autoclosure () throws(StatusError) -> RepeatCommand,
  on repeat: UnsafeMutablePointer<dr_repeat>?, at time: Double
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    try object.pointee.perform(command(), at: .time(time))
  }
}

extension RepeatObject {
  /// Performs a command for the present time; schedules a command for another moment.
  /// - Returns: The number of the scheduled command; -1 if the command was performed.
  @inline(never) @discardableResult
  fileprivate mutating func perform(_ command: RepeatCommand, at moment: RepeatMoment)
    throws(StatusError) -> Int64
  {
    if case .time(let time) = moment, time == DR_NOW || time == live.now {
      try checked(live.perform(command))
      return -1
    }
    return Int64(try checked(live.schedule(command, at: moment)).number)
  }
}
