// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

private let clockFollowerCheck: UInt32 = 0x4452_6633

@c @implementation
public func dr_default_clock_follower_def() -> dr_clock_follower_def {
  let settings = ClockFollower.Settings()
  var def = dr_clock_follower_def()
  def.internal_check = clockFollowerCheck
  def.rate = settings.rate
  def.rate_tolerance = settings.rateTolerance
  def.tolerance_s = settings.tolerance
  return def
}

@c @implementation
public func dr_clock_follower_init(
  _ follower: UnsafeMutablePointer<dr_clock_follower>!,
  _ def: UnsafePointer<dr_clock_follower_def>!
) -> dr_status {
  answer { () throws(StatusError) in
    let def = try given(def).pointee
    guard def.internal_check == clockFollowerCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    var settings = ClockFollower.Settings(rate: def.rate)
    settings.rateTolerance = def.rate_tolerance
    settings.tolerance = def.tolerance_s
    guard settings.isValid else { throw StatusError(DR_ERROR_NUMBER) }
    try FollowerObject(follower: ClockFollower(settings)).put(into: follower)
  }
}

@c @implementation
public func dr_clock_follower_add(
  _ follower: UnsafeMutablePointer<dr_clock_follower>!, _ position: Double, _ time_s: Double,
  _ arrival: UnsafeMutablePointer<dr_clock_arrival>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try FollowerObject.at(follower)
    let seen = try checked(object.pointee.follower.add(position, at: time_s))
    arrival?.pointee = dr_clock_arrival(
      is_used: seen.isUsed ? 1 : 0, has_moved_line: seen.hasMovedLine ? 1 : 0,
      has_seek: seen.seek != nil ? 1 : 0, reserved: 0, lateness_s: seen.lateness,
      seek: seen.seek ?? 0)
  }
}

@c @implementation
public func dr_clock_follower_position(
  _ follower: UnsafePointer<dr_clock_follower>!, _ time_s: Double,
  _ position: UnsafeMutablePointer<Double>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try FollowerObject.at(follower)
    let output = try given(position)
    guard time_s.magnitude <= ClockFollower.limit else { throw StatusError(DR_ERROR_TIME) }
    output.pointee = try given(object.pointee.follower.position(at: time_s), or: DR_ERROR_NO_ANSWER)
  }
}

@c @implementation
public func dr_clock_follower_get_line(
  _ follower: UnsafePointer<dr_clock_follower>!, _ time_s: Double,
  _ line: UnsafeMutablePointer<dr_line>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try FollowerObject.at(follower)
    let found = try checked(object.pointee.follower.line(at: time_s))
    try LineObject(line: try given(found, or: DR_ERROR_NO_ANSWER)).put(into: line)
  }
}

@c @implementation
public func dr_clock_follower_get_info(
  _ follower: UnsafePointer<dr_clock_follower>!,
  _ info: UnsafeMutablePointer<dr_clock_follower_info>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try FollowerObject.at(follower)
    let output = try given(info)
    let state =
      switch object.pointee.follower.state {
      case .unlocked: DR_FOLLOWER_STATE_UNLOCKED
      case .acquiring: DR_FOLLOWER_STATE_ACQUIRING
      case .locked: DR_FOLLOWER_STATE_LOCKED
      }
    output.pointee = dr_clock_follower_info(
      state: state, reserved: 0, rate: object.pointee.follower.rate)
  }
}
