// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_beat_clock_init(
  _ clock: UnsafeMutablePointer<dr_beat_clock>!, _ beats_per_minute: Double, _ time_s: Double,
  _ beats_per_bar: UInt32
) -> dr_status {
  answer { () throws(StatusError) in
    let made = try checked(
      BeatClock(
        beatsPerMinute: beats_per_minute, at: time_s,
        beatsPerBar: Int(Int32(clamping: beats_per_bar))))
    try BeatClockObject(clock: made).put(into: clock)
  }
}

@c @implementation
public func dr_beat_clock_set_tempo(
  _ clock: UnsafeMutablePointer<dr_beat_clock>!, _ beats_per_minute: Double, _ time_s: Double
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try BeatClockObject.at(clock)
    try checked(object.pointee.clock.setTempo(beatsPerMinute: beats_per_minute, at: time_s))
  }
}

@c @implementation
public func dr_beat_clock_seek(
  _ clock: UnsafeMutablePointer<dr_beat_clock>!, _ beat: dr_position, _ time_s: Double
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try BeatClockObject.at(clock)
    let beat = try beat.swiftPosition()
    try checked(object.pointee.clock.seek(toBeat: beat, at: time_s))
  }
}

@c @implementation
public func dr_beat_clock_get_line(
  _ clock: UnsafePointer<dr_beat_clock>!, _ line: UnsafeMutablePointer<dr_line>!
) -> dr_status {
  answer { () throws(StatusError) in
    try LineObject(line: BeatClockObject.at(clock).pointee.clock.line).put(into: line)
  }
}

@c @implementation
public func dr_beat_clock_beat(
  _ clock: UnsafePointer<dr_beat_clock>!, _ time_s: Double,
  _ beat: UnsafeMutablePointer<dr_position>!
) -> dr_status {
  clock.write(to: beat, at: time_s) { dr_position($0.beat(at: time_s)) }
}

@c @implementation
public func dr_beat_clock_time_of_beat(
  _ clock: UnsafePointer<dr_beat_clock>!, _ beat: Int64, _ time_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try BeatClockObject.at(clock)
    let output = try given(time_s)
    guard beat.magnitude <= RepeatLimits.lastCycle.magnitude else {
      throw StatusError(DR_ERROR_CYCLE)
    }
    output.pointee = try given(
      object.pointee.clock.time(ofBeat: WideInt(beat)), or: DR_ERROR_NO_ANSWER)
  }
}

@c @implementation
public func dr_beat_clock_next_bar(
  _ clock: UnsafePointer<dr_beat_clock>!, _ time_s: Double, _ beat: UnsafeMutablePointer<Int64>!
) -> dr_status {
  clock.write(to: beat, at: time_s) { clock throws(StatusError) in
    Int64(try given(clock.nextBar(at: time_s), or: DR_ERROR_NO_ANSWER))
  }
}

@c @implementation
public func dr_beat_clock_phase_in_bar(
  _ clock: UnsafePointer<dr_beat_clock>!, _ time_s: Double, _ phase: UnsafeMutablePointer<Double>!
) -> dr_status {
  clock.write(to: phase, at: time_s) { $0.phaseInBar(at: time_s) }
}

extension UnsafePointer<dr_beat_clock>? {
  @inline(__always)
  fileprivate func write<Value>(
    to output: UnsafeMutablePointer<Value>?, at time: Double,
    _ value: (BeatClock) throws(StatusError) -> Value
  ) -> dr_status {
    answer { () throws(StatusError) in
      let object = try BeatClockObject.at(self)
      try checkTime(time)
      try given(output).pointee = try value(object.pointee.clock)
    }
  }
}
