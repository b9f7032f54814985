// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CFrameLoop
import FramePacing

@c @implementation
public func dr_default_loop_def() -> dr_loop_def {
  var def = dr_loop_def()
  def.internal_check = LoopSettings.check
  def.rate_hz = 60
  def.unfocused_hz = 10
  def.longest_advance_s = StallDetector.defaultLongestAdvance
  def.most_steps = 5
  return def
}

@c @implementation
public func dr_loop_create(
  _ def: UnsafePointer<dr_loop_def>!, _ loop: UnsafeMutablePointer<OpaquePointer?>!
) -> dr_loop_status {
  answer { () throws(LoopError) in
    let settings = try LoopSettings(given(def).pointee)
    let output = try given(loop)
    output.pointee = try LoopObject.make(settings)
  }
}

@c @implementation
public func dr_loop_destroy(_ loop: OpaquePointer!) {
  if let loop { LoopObject.destroy(loop) }
}

// MARK: - Pauses

@c @implementation
public func dr_default_loop_window() -> dr_loop_window {
  var window = dr_loop_window()
  window.has_focus = 1
  return window
}

@c @implementation
public func dr_loop_polled(
  _ loop: OpaquePointer!, _ window: UnsafePointer<dr_loop_window>!,
  _ is_due: UnsafeMutablePointer<Int32>!
) -> dr_loop_status {
  answer(loop, .betweenFrames) { object throws(LoopError) in
    let window = try given(window).pointee
    let output = try given(is_due)
    let now = try object.pointee.now()
    object.pointee.wasPolled = true
    object.pointee.inputEvents = Int(window.input_events)
    output.pointee = object.pointee.loop.polled(at: now, WindowState(window)) ? 1 : 0
  }
}

extension WindowState {
  fileprivate init(_ window: dr_loop_window) {
    self.init()
    isHidden = window.is_hidden != 0
    hasFocus = window.has_focus != 0
    inputEvents = Int(window.input_events)
    needsPicture = window.needs_picture != 0
    isEnding = window.is_ending != 0
    displayMayHaveChanged = window.display_may_have_changed != 0
  }
}

@c @implementation
public func dr_loop_idle(_ loop: OpaquePointer!) -> dr_loop_status {
  answer(loop, .betweenFrames) { object in object.pointee.loop.waitsForChange = true }
}

@c @implementation
public func dr_loop_idle_until(_ loop: OpaquePointer!, _ time_s: Double) -> dr_loop_status {
  answer(loop, .betweenFrames) { object throws(LoopError) in
    guard !time_s.isNaN else { throw LoopError(DR_LOOP_ERROR_TIME) }
    object.pointee.loop.nextChange = time_s
  }
}

@c @implementation
public func dr_loop_pause(_ loop: OpaquePointer!) -> dr_loop_status {
  answer(loop, .betweenFrames) { object in object.pointee.loop.pause(.idle) }
}

@c @implementation
public func dr_loop_resume(_ loop: OpaquePointer!) -> dr_loop_status {
  answer(loop, .betweenFrames) { object throws(LoopError) in
    let now = try object.pointee.now()
    if object.pointee.isPaused { object.pointee.loop.resume(at: now) }
  }
}

// MARK: - Clocks

@c @implementation
public func dr_loop_now(
  _ loop: OpaquePointer!, _ now_s: UnsafeMutablePointer<Double>!
) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
    let output = try given(now_s)
    output.pointee = Double(object.pointee.clock.now() - object.pointee.start) / 1e9
  }
}

@c @implementation
public func dr_loop_set_clock(_ loop: OpaquePointer!, _ now_s: Double) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
    let clock = try given(object.pointee.clock.manual, or: DR_LOOP_ERROR_CLOCK)
    guard (0...Double(LoopObject.latestTime) / 1e9).contains(now_s) else {
      throw LoopError(DR_LOOP_ERROR_TIME)
    }
    let step = Int64((now_s * 1e9).rounded()) - clock.now()
    guard step >= 0 else { throw LoopError(DR_LOOP_ERROR_PAST) }
    clock.advance(by: step)
  }
}

@c @implementation
public func dr_loop_shift_time(_ loop: OpaquePointer!, _ delta_s: Double) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
    guard delta_s.magnitude <= 8e9 else { throw LoopError(DR_LOOP_ERROR_TIME) }
    let delta = Int64((delta_s * 1e9).rounded())
    try given(try? object.pointee.loop.shiftTime(by: delta), or: DR_LOOP_ERROR_TIME)
  }
}
