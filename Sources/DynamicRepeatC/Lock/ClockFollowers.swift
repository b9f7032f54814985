// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

private let clockFollowerCheck: UInt32 = 0x4452_6631

@c @implementation
public func dr_default_clock_follower_def() -> dr_clock_follower_def {
  let settings = ClockFollower.Settings()
  var def = dr_clock_follower_def()
  def.internal_check = clockFollowerCheck
  def.rate = settings.rate
  def.rate_tolerance = settings.rateTolerance
  def.tolerance_s = settings.tolerance
  def.seek_distance_s = settings.seekDistance
  def.catch_up = settings.catchUp
  return def
}

@c @implementation
public func dr_clock_follower_create(
  _ def: UnsafePointer<dr_clock_follower_def>!,
  _ follower: UnsafeMutablePointer<dr_clock_follower>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let def = try given(def).pointee
    let output = try given(follower)
    guard def.internal_check == clockFollowerCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    var settings = ClockFollower.Settings(rate: def.rate)
    settings.rateTolerance = def.rate_tolerance
    settings.tolerance = def.tolerance_s
    settings.seekDistance = def.seek_distance_s
    settings.catchUp = def.catch_up
    let made = try checked { () throws(ClockFollowerError) in
      try ClockFollower(validating: settings)
    }
    let handle = try create(ObjectKind.clockFollower, arrays: 0) { () throws(StatusError) in made }
    output.pointee = dr_clock_follower(id: handle)
  }
}

@c @implementation
public func dr_clock_follower_destroy(_ follower: dr_clock_follower) -> dr_status {
  answer { () throws(StatusError) in
    try destroy(follower.id, ObjectKind.clockFollower, ClockFollower.self)
  }
}

@c @implementation
public func dr_clock_follower_is_valid(_ follower: dr_clock_follower) -> Int32 {
  repeat_handle_find(follower.id, ObjectKind.clockFollower) == nil ? 0 : 1
}

@c @implementation
public func dr_clock_follower_add(
  _ follower: dr_clock_follower, _ position: Double, _ time_s: Double,
  _ arrival: UnsafeMutablePointer<dr_clock_arrival>!
) -> dr_status {
  follower.answerMasked(in: arrival) { object throws(StatusError) in
    let arrival = try checked { () throws(ClockFollowerError) in
      try object.pointee.add(validating: position, at: time_s)
    }
    return dr_clock_arrival(
      is_used: arrival.isUsed ? 1 : 0, has_locked: arrival.hasLocked ? 1 : 0,
      has_unlocked: arrival.hasUnlocked ? 1 : 0, has_moved_line: arrival.hasMovedLine ? 1 : 0,
      has_seek: arrival.seek != nil ? 1 : 0, reserved: 0, lateness_s: arrival.lateness,
      seek: arrival.seek ?? 0)
  }
}

@c @implementation
public func dr_clock_follower_position(
  _ follower: dr_clock_follower, _ time_s: Double, _ position: UnsafeMutablePointer<Double>!
) -> dr_status {
  follower.answerMasked(in: position) { object throws(StatusError) in
    try checkHeardTime(time_s)
    return try given(object.pointee.position(at: time_s), or: DR_ERROR_NO_ANSWER)
  }
}

@c @implementation
public func dr_clock_follower_leader(
  _ follower: dr_clock_follower, _ time_s: Double, _ leader: UnsafeMutablePointer<dr_leader>!
) -> dr_status {
  follower.answerMasked(in: leader) { object throws(StatusError) in
    try checkHeardTime(time_s)
    return dr_leader(try given(object.pointee.leader(at: time_s), or: DR_ERROR_NO_ANSWER))
  }
}

@c @implementation
public func dr_clock_follower_get_info(
  _ follower: dr_clock_follower, _ info: UnsafeMutablePointer<dr_clock_follower_info>!
) -> dr_status {
  follower.answerMasked(in: info) { object throws(StatusError) in
    let state: dr_follower_state =
      switch object.pointee.state {
      case .unlocked: DR_FOLLOWER_UNLOCKED
      case .acquiring: DR_FOLLOWER_ACQUIRING
      case .locked: DR_FOLLOWER_LOCKED
      }
    return dr_clock_follower_info(
      state: state, reserved: 0, rate: object.pointee.rate,
      spread_s: object.pointee.spread ?? .nan)
  }
}

/// Throws for a time beyond those of clocks that are followed.
private func checkHeardTime(_ seconds: Double) throws(StatusError) {
  guard seconds.magnitude <= ClockFollower.limit else { throw StatusError(DR_ERROR_TIME) }
}

extension dr_clock_follower: ObjectHandle {
  func object() throws(StatusError) -> UnsafeMutablePointer<ClockFollower> {
    try named(id, ObjectKind.clockFollower)
  }
}

extension ClockFollowerError: ErrorWithStatus {
  var status: dr_status {
    if case .invalidTime = self { DR_ERROR_TIME } else { DR_ERROR_NUMBER }
  }
}
