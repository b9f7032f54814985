// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import RepeatTiming

@c @implementation
public func dr_default_time_space() -> dr_time_space {
  var space = dr_time_space()
  space.speed = 1
  return space
}

@c @implementation
public func dr_time_space_local(
  _ space: UnsafePointer<dr_time_space>!, _ parent_s: Double,
  _ local_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let space = try given(space).pointee.swiftSpace()
    let output = try given(local_s)
    try checkFinite(parent_s)
    output.pointee = space.local(at: parent_s)
  }
}

@c @implementation
public func dr_time_space_parent(
  _ space: UnsafePointer<dr_time_space>!, _ local_s: Double,
  _ parent_s: UnsafeMutablePointer<Double>!
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let space = try given(space).pointee.swiftSpace()
    let output = try given(parent_s)
    try checkFinite(local_s)
    output.pointee = try given(space.parent(at: local_s), or: DR_ERROR_NO_ANSWER)
  }
}

@c @implementation
public func dr_time_space_pause(
  _ space: UnsafeMutablePointer<dr_time_space>!, _ parent_s: Double
) -> dr_status {
  change(space, parent_s) { $0.pause(at: parent_s) }
}

@c @implementation
public func dr_time_space_resume(
  _ space: UnsafeMutablePointer<dr_time_space>!, _ parent_s: Double
) -> dr_status {
  change(space, parent_s) { $0.resume(at: parent_s) }
}

@c @implementation
public func dr_time_space_set_speed(
  _ space: UnsafeMutablePointer<dr_time_space>!, _ speed: Double, _ parent_s: Double
) -> dr_status {
  guard speed.isFinite || space == nil else { return DR_ERROR_TIME }
  return change(space, parent_s) { $0.setSpeed(speed, at: parent_s) }
}

@c @implementation
public func dr_time_space_reverse(
  _ space: UnsafeMutablePointer<dr_time_space>!, _ parent_s: Double
) -> dr_status {
  change(space, parent_s) { $0.reverse(at: parent_s) }
}

@c @implementation
public func dr_time_space_seek(
  _ space: UnsafeMutablePointer<dr_time_space>!, _ local_s: Double, _ parent_s: Double
) -> dr_status {
  guard local_s.isFinite || space == nil else { return DR_ERROR_TIME }
  return change(space, parent_s) { $0.seek(toLocal: local_s, at: parent_s) }
}

private func change(
  _ space: UnsafeMutablePointer<dr_time_space>?, _ parent: Double, _ body: (inout TimeSpace) -> Void
) -> dr_status {
  answerMasked { () throws(StatusError) in
    let space = try given(space)
    var changed = try space.pointee.swiftSpace()
    try checkFinite(parent)
    body(&changed)
    space.pointee = dr_time_space(changed)
  }
}

private func checkFinite(_ number: Double) throws(StatusError) {
  guard number.isFinite else { throw StatusError(DR_ERROR_TIME) }
}

extension dr_time_space {
  func swiftSpace() throws(StatusError) -> TimeSpace {
    try checkFinite(begin_s)
    try checkFinite(speed)
    try checkFinite(offset_s)
    guard is_paused != 0 else { return TimeSpace(begin: begin_s, speed: speed, offset: offset_s) }
    guard speed_before_pause.isFinite, speed == 0 else { throw StatusError(DR_ERROR_TIME) }
    var space = TimeSpace(begin: begin_s, speed: speed_before_pause, offset: offset_s)
    // At its own beginning: begin and offset stay as they are.
    space.pause(at: begin_s)
    return space
  }

  fileprivate init(_ space: TimeSpace) {
    self.init(
      begin_s: space.begin, speed: space.speed, offset_s: space.offset,
      speed_before_pause: space.speedBeforePause ?? 0, is_paused: space.isPaused ? 1 : 0,
      reserved: 0)
  }
}
