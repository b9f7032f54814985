// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

private let beatClockCheck: UInt32 = 0x4452_7431

@c @implementation
public func dr_default_beat_clock_def() -> dr_beat_clock_def {
  var def = dr_beat_clock_def()
  def.internal_check = beatClockCheck
  def.beats_per_bar = 4
  def.beats_per_minute = 120
  return def
}

@c @implementation
public func dr_beat_clock_create(
  _ def: UnsafePointer<dr_beat_clock_def>!, _ clock: UnsafeMutablePointer<dr_beat_clock>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let def = try given(def).pointee
    let output = try given(clock)
    guard def.internal_check == beatClockCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    let beat = try def.beat.swiftPosition()
    let made = try checked { () throws(BeatError) in
      try BeatClock(
        validatingBeatsPerMinute: def.beats_per_minute, at: def.time_s, beat: beat,
        beatsPerBar: Int(def.beats_per_bar))
    }
    let handle = try create(ObjectKind.beatClock, arrays: 0) { () throws(StatusError) in made }
    output.pointee = dr_beat_clock(id: handle)
  }
}

@c @implementation
public func dr_beat_clock_destroy(_ clock: dr_beat_clock) -> dr_status {
  answer { () throws(StatusError) in
    try destroy(clock.id, ObjectKind.beatClock, BeatClock.self)
  }
}

@c @implementation
public func dr_beat_clock_is_valid(_ clock: dr_beat_clock) -> Int32 {
  repeat_handle_find(clock.id, ObjectKind.beatClock) == nil ? 0 : 1
}

@c @implementation
public func dr_beat_clock_leader(
  _ clock: dr_beat_clock, _ leader: UnsafeMutablePointer<dr_leader>!
) -> dr_status {
  clock.answerMasked { object throws(StatusError) in
    try given(leader).pointee = dr_leader(RepeatLeader(object.pointee))
  }
}

@c @implementation
public func dr_beat_clock_set_tempo(
  _ clock: dr_beat_clock, _ beats_per_minute: Double, _ time_s: Double
) -> dr_status {
  clock.answerMasked { object throws(StatusError) in
    try checked { () throws(BeatError) in
      try object.pointee.setTempo(beatsPerMinute: beats_per_minute, at: time_s)
    }
  }
}

@c @implementation
public func dr_beat_clock_ramp(
  _ clock: dr_beat_clock, _ beats_per_minute: Double, _ ramp_s: Double, _ shape: dr_ramp_shape,
  _ time_s: Double
) -> dr_status {
  clock.answerMasked { object throws(StatusError) in
    let shape = try shape.swiftShape()
    try checked { () throws(BeatError) in
      try object.pointee.ramp(
        toBeatsPerMinute: beats_per_minute, over: ramp_s, at: time_s, shape: shape)
    }
  }
}

@c @implementation
public func dr_beat_clock_seek(_ clock: dr_beat_clock, _ beat: dr_position, _ time_s: Double)
  -> dr_status
{
  clock.answerMasked { object throws(StatusError) in
    let beat = try beat.swiftPosition()
    try checked { () throws(BeatError) in
      try object.pointee.seek(toBeat: beat, at: time_s)
    }
  }
}

@c @implementation
public func dr_beat_clock_beat(
  _ clock: dr_beat_clock, _ time_s: Double, _ beat: UnsafeMutablePointer<dr_position>!
) -> dr_status {
  clock.answerMasked(at: time_s, in: beat) { dr_position($0.beat(at: time_s)) }
}

@c @implementation
public func dr_beat_clock_tempo(
  _ clock: dr_beat_clock, _ time_s: Double, _ beats_per_minute: UnsafeMutablePointer<Double>!
) -> dr_status {
  clock.answerMasked(at: time_s, in: beats_per_minute) { $0.beatsPerMinute(at: time_s) }
}

@c @implementation
public func dr_beat_clock_time_of_beat(
  _ clock: dr_beat_clock, _ beat: Int64, _ time_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  clock.answerMasked(in: time_s) { object throws(StatusError) in
    try given(object.pointee.time(ofBeat: WideInt(beat)), or: DR_ERROR_NO_ANSWER)
  }
}

@c @implementation
public func dr_beat_clock_next_beat(
  _ clock: dr_beat_clock, _ time_s: Double, _ beat: UnsafeMutablePointer<Int64>!
) -> dr_status {
  clock.answerMasked(at: time_s, in: beat) { Int64($0.nextBeat(at: time_s)) }
}

@c @implementation
public func dr_beat_clock_next_bar(
  _ clock: dr_beat_clock, _ time_s: Double, _ beat: UnsafeMutablePointer<Int64>!
) -> dr_status {
  clock.answerMasked(at: time_s, in: beat) { Int64($0.nextBar(at: time_s)) }
}

@c @implementation
public func dr_beat_clock_phase_in_bar(
  _ clock: dr_beat_clock, _ time_s: Double, _ phase: UnsafeMutablePointer<Double>!
) -> dr_status {
  clock.answerMasked(at: time_s, in: phase) { $0.phaseInBar(at: time_s) }
}

extension dr_beat_clock: ObjectHandle {
  func object() throws(StatusError) -> UnsafeMutablePointer<BeatClock> {
    try named(id, ObjectKind.beatClock)
  }

  @inline(__always)
  fileprivate func answerMasked<Value>(
    at time: Double, in output: UnsafeMutablePointer<Value>?, _ value: (BeatClock) -> Value
  ) -> dr_status {
    answerMasked(in: output) { object throws(StatusError) in
      try checkTime(time)
      return value(object.pointee)
    }
  }
}

extension BeatError: ErrorWithStatus {
  var status: dr_status {
    switch self {
    case .invalidTempo, .invalidBeatsPerBar: DR_ERROR_TEMPO
    case .invalidRate: DR_ERROR_RATE
    case .invalidInterval: DR_ERROR_INTERVAL
    case .invalidTime: DR_ERROR_TIME
    }
  }
}
