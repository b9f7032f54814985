// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

@c @implementation
public func dr_repeat_start_at(_ repeat: dr_repeat, _ time_s: Double) -> dr_status {
  `repeat`.perform(at: time_s) { .start }
}

@c @implementation
public func dr_repeat_pause_at(_ repeat: dr_repeat, _ time_s: Double) -> dr_status {
  `repeat`.perform(at: time_s) { .pause }
}

@c @implementation
public func dr_repeat_resume_at(_ repeat: dr_repeat, _ time_s: Double) -> dr_status {
  `repeat`.perform(at: time_s) { .resume }
}

@c @implementation
public func dr_repeat_reverse_at(_ repeat: dr_repeat, _ time_s: Double) -> dr_status {
  `repeat`.perform(at: time_s) { .reverse }
}

@c @implementation
public func dr_repeat_hold_at(_ repeat: dr_repeat, _ time_s: Double) -> dr_status {
  `repeat`.perform(at: time_s) { .hold }
}

@c @implementation
public func dr_repeat_stop_at(_ repeat: dr_repeat, _ mode: dr_stop_mode, _ time_s: Double)
  -> dr_status
{
  `repeat`.perform(at: time_s) { () throws(StatusError) in .stop(try mode.swiftMode()) }
}

@c @implementation
public func dr_repeat_set_cycle_duration_at(
  _ repeat: dr_repeat, _ duration_s: Double, _ time_s: Double
) -> dr_status {
  `repeat`.perform(at: time_s) { .rate(.cycleDuration(duration_s)) }
}

@c @implementation
public func dr_repeat_set_rate_at(_ repeat: dr_repeat, _ rate_hz: Double, _ time_s: Double)
  -> dr_status
{
  `repeat`.perform(at: time_s) { .rate(.hertz(rate_hz)) }
}

@c @implementation
public func dr_repeat_ramp_at(
  _ repeat: dr_repeat, _ rate: dr_rate, _ ramp_s: Double, _ shape: dr_ramp_shape, _ time_s: Double
) -> dr_status {
  `repeat`.perform(at: time_s) { () throws(StatusError) in
    .ramp(to: try rate.swiftRate(), over: ramp_s, shape: try shape.swiftShape())
  }
}

@c @implementation
public func dr_repeat_seek_at(
  _ repeat: dr_repeat, _ position: dr_position, _ is_silent: Int32, _ time_s: Double
) -> dr_status {
  `repeat`.perform(at: time_s) { () throws(StatusError) in
    .seek(to: try position.swiftPosition(), isSilent: is_silent != 0)
  }
}

@c @implementation
public func dr_repeat_set_policy_at(_ repeat: dr_repeat, _ policy: dr_policy, _ time_s: Double)
  -> dr_status
{
  `repeat`.perform(at: time_s) { () throws(StatusError) in .policy(try policy.swiftPolicy()) }
}

@c @implementation
public func dr_repeat_set_repeat_count_at(_ repeat: dr_repeat, _ cycles: Double, _ time_s: Double)
  -> dr_status
{
  `repeat`.perform(at: time_s) { .repeatCount(RepeatCount(ofC: cycles)) }
}

@c @implementation
public func dr_repeat_blink_at(_ repeat: dr_repeat, _ cycles: Double, _ time_s: Double)
  -> dr_status
{
  `repeat`.answerMasked { object throws(StatusError) in
    let isLater = time_s != object.pointee.live.now
    if isLater { try object.pointee.makeRoom(forMore: 3) }
    // First the one whose number and time may be wrong.
    try object.pointee.perform(.repeatCount(RepeatCount(ofC: cycles)), at: time_s)
    try object.pointee.perform(.stop(.immediately), at: time_s)
    try object.pointee.perform(.start, at: time_s)
  }
}

extension dr_repeat {
  @inline(never)
  fileprivate func perform(
    at time: Double, _ command: () throws(StatusError) -> RepeatCommand
  ) -> dr_status {
    answerMasked { object throws(StatusError) in
      try object.pointee.perform(try command(), at: time)
    }
  }
}

extension RepeatObject {
  /// Carries out a command at once where `time` is the present time, and schedules it otherwise.
  @inline(never)
  fileprivate mutating func perform(_ command: RepeatCommand, at time: Double) throws(StatusError) {
    if time == live.now {
      try perform(command)
    } else {
      _ = try schedule(command, at: .time(time))
    }
  }
}
