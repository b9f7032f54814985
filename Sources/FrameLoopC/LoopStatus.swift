// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CFrameLoop

/// The status that a call returns instead of its outputs.
struct LoopError: Error {
  let status: dr_loop_status

  init(_ status: dr_loop_status) { self.status = status }
}

/// The stage of a frame at which a call is valid.
enum CallOrder {
  case anywhere, betweenFrames, inFrame
}

/// Runs the body of a call; returns the status of the error that it throws.
@inline(__always)
func answer(_ body: () throws(LoopError) -> Void) -> dr_loop_status {
  do throws(LoopError) {
    try body()
    return DR_LOOP_OK
  } catch {
    return error.status
  }
}

/// Runs the body of a call with the loop; a call on another thread than the owner's fails.
///
/// Every body checks all of its arguments before it changes anything, and writes its outputs last.
@inline(__always)
func answer(
  _ loop: OpaquePointer?, _ order: CallOrder = .anywhere,
  _ body: (UnsafeMutablePointer<LoopObject>) throws(LoopError) -> Void
) -> dr_loop_status {
  answer { () throws(LoopError) in try body(object(of: loop, order)) }
}

@inline(never)
private func object(
  of loop: OpaquePointer?, _ order: CallOrder
) throws(LoopError) -> UnsafeMutablePointer<LoopObject> {
  let object = UnsafeMutablePointer<LoopObject>(try given(loop))
  guard object.pointee.isOwnedByThisThread else { throw LoopError(DR_LOOP_ERROR_THREAD) }
  let isInFrame = object.pointee.begun != nil
  guard order == .anywhere || isInFrame == (order == .inFrame) else {
    throw LoopError(DR_LOOP_ERROR_SEQUENCE)
  }
  return object
}

/// Unwraps a required value, such as a pointer that must not be NULL.
@inline(__always)
func given<Value>(
  _ value: Value?, or status: dr_loop_status = DR_LOOP_ERROR_NULL
) throws(LoopError) -> Value {
  guard let value else { throw LoopError(status) }
  return value
}

/// The text at an index in a list separated by zeros; an index that is too large gives the last
/// text.
private func text(
  _ number: UInt32, of texts: StaticString, count: UInt32
) -> UnsafePointer<CChar> {
  var text = UnsafeRawPointer(texts.utf8Start).assumingMemoryBound(to: CChar.self)
  for _ in 0..<min(number, count) {
    while text.pointee != 0 { text += 1 }
    text += 1
  }
  return text
}

@c @implementation
public func dr_loop_status_text(_ status: dr_loop_status) -> UnsafePointer<CChar>! {
  text(status.rawValue, of: statusTexts, count: DR_LOOP_ERROR_MEMORY.rawValue + 1)
}

@c @implementation
public func dr_loop_mode_text(_ mode: dr_loop_mode) -> UnsafePointer<CChar>! {
  text(mode.rawValue, of: modeTexts, count: DR_LOOP_MODE_PAUSED_UNFOCUSED.rawValue + 1)
}

private let statusTexts: StaticString = """
  fine\0\
  the loop or another required pointer is NULL: pass what dr_loop_create made\0\
  the definition must come from dr_default_loop_def: call it first, then set the fields\0\
  a mode or policy is not listed in its enumeration: write one of its DR_ names\0\
  a rate must be 0.001 to 1e6 Hz: 0 in display_hz means unknown, and in step_hz no steps\0\
  longest_advance_s must be 0.001 to 1e9\0\
  most_steps must be 1 to 2147483647\0\
  a time must be a number in its range: -1 to 1e9 s for an age, +-4e9 for a shift\0\
  out of order: wait, begin, drawn and presented make a frame; polled and idle come between frames\0\
  only the thread that created a loop may use it\0\
  malloc found no memory\0\
  not a status of this library
  """

/// `PacingMode.description`, in the order of the modes' numbers.
private let modeTexts: StaticString = """
  measured: presenting waits for the display, with measured steps\0\
  locked: presenting waits for the display, at the measured rate\0\
  timer: the program asked for a rate\0\
  timer: presenting does not wait for a display here\0\
  timer: presenting claimed to wait for the display and did not\0\
  timer: frame times are computed, nothing waits\0\
  paused: the window is minimised or hidden\0\
  paused: nothing moves\0\
  paused: another window has the keyboard\0\
  not a mode of this library
  """
