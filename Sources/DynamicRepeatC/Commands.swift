// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

@c @implementation
public func dr_repeat_start(_ repeat: dr_repeat) -> dr_status { `repeat`.perform(.start) }

@c @implementation
public func dr_repeat_stop(_ repeat: dr_repeat, _ mode: dr_stop_mode) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    try object.pointee.perform(.stop(try mode.swiftMode()))
  }
}

@c @implementation
public func dr_repeat_pause(_ repeat: dr_repeat) -> dr_status { `repeat`.perform(.pause) }

@c @implementation
public func dr_repeat_resume(_ repeat: dr_repeat) -> dr_status { `repeat`.perform(.resume) }

@c @implementation
public func dr_repeat_reverse(_ repeat: dr_repeat) -> dr_status { `repeat`.perform(.reverse) }

@c @implementation
public func dr_repeat_hold(_ repeat: dr_repeat) -> dr_status { `repeat`.perform(.hold) }

@c @implementation
public func dr_repeat_set_cycle_duration(_ repeat: dr_repeat, _ duration_s: Double) -> dr_status {
  `repeat`.perform(.rate(.cycleDuration(duration_s)))
}

@c @implementation
public func dr_repeat_set_rate(_ repeat: dr_repeat, _ rate_hz: Double) -> dr_status {
  `repeat`.perform(.rate(.hertz(rate_hz)))
}

@c @implementation
public func dr_repeat_ramp(
  _ repeat: dr_repeat, _ rate: dr_rate, _ ramp_s: Double, _ shape: dr_ramp_shape
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    try object.pointee.perform(
      .ramp(to: try rate.swiftRate(), over: ramp_s, shape: try shape.swiftShape()))
  }
}

@c @implementation
public func dr_repeat_seek(
  _ repeat: dr_repeat, _ position: dr_position, _ is_silent: Int32
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    try object.pointee.perform(
      .seek(to: try position.swiftPosition(), isSilent: is_silent != 0))
  }
}

@c @implementation
public func dr_repeat_set_policy(_ repeat: dr_repeat, _ policy: dr_policy) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    try object.pointee.perform(.policy(try policy.swiftPolicy()))
  }
}

@c @implementation
public func dr_repeat_set_repeat_count(_ repeat: dr_repeat, _ cycles: Double) -> dr_status {
  `repeat`.perform(.repeatCount(RepeatCount(ofC: cycles)))
}

@c @implementation
public func dr_default_command(_ kind: dr_command_kind) -> dr_command {
  var command = dr_command()
  command.kind = kind
  command.rate.value = 1
  command.is_silent = 1
  return command
}

@c @implementation
public func dr_default_moment(_ kind: dr_moment_kind) -> dr_moment {
  var moment = dr_moment()
  moment.kind = kind
  return moment
}

@c @implementation
public func dr_repeat_schedule(
  _ repeat: dr_repeat, _ command: UnsafePointer<dr_command>!, _ moment: UnsafePointer<dr_moment>!,
  _ id: UnsafeMutablePointer<dr_command_id>!
) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    let command = try given(command).pointee.swiftCommand()
    let moment = try given(moment).pointee.swiftMoment()
    let number = try object.pointee.schedule(command, at: moment)
    id?.pointee = dr_command_id(number: Int64(number))
  }
}

@c @implementation
public func dr_repeat_cancel(_ repeat: dr_repeat, _ id: dr_command_id) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    let isFound = object.pointee.live.cancel(ScheduledCommandID(sequence: WideInt(id.number)))
    guard isFound else { throw StatusError(DR_ERROR_NOT_FOUND) }
  }
}

@c @implementation
public func dr_repeat_cancel_all(_ repeat: dr_repeat) -> dr_status {
  `repeat`.answerMasked { object throws(StatusError) in
    object.pointee.live.cancelAll()
  }
}

extension RepeatObject {
  /// Makes room for so many more commands to wait, within the capacity.
  mutating func makeRoom(forMore number: Int) throws(StatusError) {
    let commands = live.waitingCommands + number
    guard commands <= commandCapacity else { throw StatusError(DR_ERROR_FULL) }
    try makeRoom(commands: commands)
  }

  /// Keeps a command for its moment, if there is room.
  mutating func schedule(_ command: RepeatCommand, at moment: RepeatMoment)
    throws(StatusError) -> WideInt
  {
    try makeRoom(forMore: 1)
    return try checked { () throws(RepeatError) in
      try live.schedule(command, at: moment).sequence
    }
  }
}
