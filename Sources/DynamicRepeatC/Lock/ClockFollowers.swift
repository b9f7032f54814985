// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CRepeatMemory
import DynamicRepeat
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
    let made = try followed { () throws(ClockFollowerError) in
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
  answerMasked { () throws(StatusError) in
    let object = try follower.object()
    let output = try given(arrival)
    let arrival = try followed { () throws(ClockFollowerError) in
      try object.pointee.value.add(validating: position, at: time_s)
    }
    output.pointee = dr_clock_arrival(
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
  answerMasked { () throws(StatusError) in
    let object = try follower.object()
    let output = try given(position)
    try checkHeardTime(time_s)
    guard let position = object.pointee.value.position(at: time_s) else {
      throw StatusError(DR_ERROR_NO_ANSWER)
    }
    output.pointee = position
  }
}

@c @implementation
public func dr_clock_follower_leader(
  _ follower: dr_clock_follower, _ time_s: Double, _ leader: UnsafeMutablePointer<dr_leader>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try follower.object()
    let output = try given(leader)
    try checkHeardTime(time_s)
    guard let leader = object.pointee.value.leader(at: time_s) else {
      throw StatusError(DR_ERROR_NO_ANSWER)
    }
    output.pointee = dr_leader(leader)
  }
}

@c @implementation
public func dr_clock_follower_get_info(
  _ follower: dr_clock_follower, _ info: UnsafeMutablePointer<dr_clock_follower_info>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let object = try follower.object()
    let output = try given(info)
    let state: dr_follower_state =
      switch object.pointee.value.state {
      case .unlocked: DR_FOLLOWER_UNLOCKED
      case .acquiring: DR_FOLLOWER_ACQUIRING
      case .locked: DR_FOLLOWER_LOCKED
      }
    output.pointee = dr_clock_follower_info(
      state: state, reserved: 0, rate: object.pointee.value.rate,
      spread_s: object.pointee.value.spread ?? .nan)
  }
}

/// Throws for a time beyond those of clocks that are followed.
private func checkHeardTime(_ seconds: Double) throws(StatusError) {
  guard seconds.magnitude <= ClockFollower.limit else { throw StatusError(DR_ERROR_TIME) }
}

extension dr_clock_follower {
  fileprivate func object() throws(StatusError) -> UnsafeMutablePointer<Stored<ClockFollower>> {
    guard let object = repeat_handle_find(id, ObjectKind.clockFollower) else {
      throw StatusError(DR_ERROR_HANDLE)
    }
    return object.assumingMemoryBound(to: Stored<ClockFollower>.self)
  }
}

/// Runs `body`; its error becomes the status of the call.
private func followed<Value>(_ body: () throws(ClockFollowerError) -> Value) throws(StatusError)
  -> Value
{
  do throws(ClockFollowerError) {
    return try body()
  } catch {
    if case .invalidTime = error { throw StatusError(DR_ERROR_TIME) }
    throw StatusError(DR_ERROR_NUMBER)
  }
}
