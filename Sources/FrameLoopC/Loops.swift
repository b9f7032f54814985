// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CFrameLoop
import CTimerSlack
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
    // A failed allocation ends a Swift program, so this function first tries in C to allocate more
    // than the loop needs.
    guard repeat_has_memory(1 << 18) != 0 else { throw LoopError(DR_LOOP_ERROR_MEMORY) }
    let object = UnsafeMutablePointer<LoopObject>.allocate(capacity: 1)
    object.initialize(to: LoopObject(settings))
    output.pointee = OpaquePointer(object)
  }
}

@c @implementation
public func dr_loop_destroy(_ loop: OpaquePointer!) {
  guard let loop else { return }
  let object = UnsafeMutablePointer<LoopObject>(loop)
  // If the slack before this loop was 1 ns, another loop of this thread had set it. That other loop
  // restores the original slack.
  if object.pointee.isOwnedByThisThread, object.pointee.slackBefore > 1 {
    repeat_timer_slack_set(object.pointee.slackBefore)
  }
  object.deinitialize(count: 1)
  object.deallocate()
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
    object.pointee.wasPolled = true
    object.pointee.inputEvents = Int(window.input_events)
    let isDue = object.pointee.loop.polled(at: SystemClock().now(), WindowState(window))
    output.pointee = isDue ? 1 : 0
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

// MARK: - Clocks

@c @implementation
public func dr_loop_now(
  _ loop: OpaquePointer!, _ now_s: UnsafeMutablePointer<Double>!
) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
    let output = try given(now_s)
    output.pointee = Double(SystemClock().now() - object.pointee.start) / 1e9
  }
}

@c @implementation
public func dr_loop_shift_time(_ loop: OpaquePointer!, _ shift_s: Double) -> dr_loop_status {
  answer(loop) { object throws(LoopError) in
    guard shift_s.magnitude <= 8e9 else { throw LoopError(DR_LOOP_ERROR_TIME) }
    let shift = Int64((shift_s * 1e9).rounded())
    try given(try? object.pointee.loop.shiftTime(by: shift), or: DR_LOOP_ERROR_TIME)
  }
}
