// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

@c @implementation
public func dr_repeat_save(
  _ repeat: UnsafePointer<dr_repeat>!, _ bytes: UnsafeMutableRawPointer!, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>!
) -> dr_status {
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    let output = try given(bytes)
    let needed = object.pointee.live.savedSize
    size?.pointee = needed
    guard needed <= capacity else { throw StatusError(DR_ERROR_BUFFER) }
    object.pointee.live.save(to: output)
  }
}

@c @implementation
public func dr_repeat_restore(
  _ repeat: UnsafeMutablePointer<dr_repeat>!, _ bytes: UnsafeRawPointer!, _ size: Int,
  _ user_data: UnsafeMutableRawPointer!
) -> dr_status {
  answer { () throws(StatusError) in
    _ = try RepeatObject.memory(`repeat`)
    let bytes = try given(bytes)
    guard size >= 0 else { throw StatusError(DR_ERROR_SAVED_STATE) }
    let saved = UnsafeRawBufferPointer(start: bytes, count: size)
    let live = try given(try? RepeatController(savedBytes: saved), or: DR_ERROR_SAVED_STATE)
    try RepeatObject(userData: user_data, live: live).put(into: `repeat`)
  }
}

@c @implementation
public func dr_repeat_move_timeline(_ repeat: UnsafeMutablePointer<dr_repeat>!, _ now_s: Double)
  -> dr_status
{
  answer { () throws(StatusError) in
    let object = try RepeatObject.at(`repeat`)
    try checked(object.pointee.live.moveTimeline(to: now_s))
  }
}
