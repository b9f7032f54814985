// SPDX-License-Identifier: Apache-2.0
// The names are those of the C header, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat

// Implementations of the functions in `dynamic_repeat.h`. Every function checks all of its
// arguments before it changes anything, and writes its outputs last.

@c @implementation
public func dr_status_text(_ status: dr_status) -> UnsafePointer<CChar>! {
  text(status.rawValue, of: texts, last: DR_ERROR_SETTINGS.rawValue)
}

/// The text with this number, from 0, in a list separated by zeros; a number above `last` gives the
/// text after text `last`.
func text(_ number: UInt32, of texts: StaticString, last: UInt32) -> UnsafePointer<CChar> {
  var text = UnsafeRawPointer(texts.utf8Start).assumingMemoryBound(to: CChar.self)
  var textsBefore = min(number, last + 1)
  while textsBefore > 0 {
    if text.pointee == 0 { textsBefore -= 1 }
    text += 1
  }
  return text
}

/// The texts of all statuses in numeric order, then the text for any other number.
///
/// A single string with zeros in it takes half the bytes of a table of strings.
private let texts: StaticString = """
  fine\0\
  a pointer is NULL: pass an object's address, or what its _create function made\0\
  the structure is not initialized: call its _init function, or dr_repeat_restore\0\
  the structure's address must be a multiple of 16: keep it in a variable, or use malloc\0\
  the definition is not from its dr_default_ function: call it first, then set the fields\0\
  a kind, unit, mode, state or jump is not in its enumeration, or not for this call: see its comment\0\
  a cycle duration must be 1e-6 to 1e9 s (1/953 in a bank): dr_hz(0) stands still\0\
  a rate must be within +-1e6 Hz (+-953 in a bank): dr_hz(2) or dr_seconds(0.5)\0\
  a ramp or delay must be 0 to 1e9 s: 0 is none\0\
  a repeat count must be above 0: up to 1e18 cycles, or infinite\0\
  a phase must be at least 0 and below 1, a duty 0 to 1: the end of a cycle is phase 0\0\
  marks must be at least 0 and below 1: write at most four phases, in ascending order\0\
  a pace must be DR_CURVE_LINEAR to DR_CURVE_STEPS, or DR_CURVE_SMOOTHSTEP:\
   apply others to a linear repeat's value\0\
  max_flash_hz must be at least 1.001e-9: INFINITY is no limit, WCAG allows 3\0\
  a time must be within +-1e12 s (bank: 9e9, clock follower: 1e9):\
   DR_NOW only for a repeat's commands\0\
  a cycle must be within +-1e18: see dr_position and dr_at_cycle\0\
  that time has passed: pass a later one, or DR_NOW to a repeat's command; after a clock was set back,\
   call _move_timeline\0\
  started, but never advanced: call dr_repeat_advance in each frame, before the first value\0\
  full: 4 commands (a later blink is 3) and 8 events may wait: advance, or cancel; a bank has its capacity\0\
  that command is not waiting: it took effect, or was canceled\0\
  the buffer is too small: see `size`, DR_SAVED_REPEAT_SIZE, or dr_bank_shader_rows\0\
  not a saved state of this version, or damaged: pass all bytes of a _save function, and their size\0\
  only a running repeat without a delay can lock or arrive: start or resume it, or set repeat_delay_s to 0\0\
  bounds must be within +-1e6 Hz, minimum_hz first, slope_hz_per_s above 0: dr_bounds_around(2, 0.2)\0\
  the bounds, narrowed by max_flash_hz, must contain the final rate and another: widen them\0\
  the line is faster than max_flash_hz allows: lock to a slower line, see dr_line_times\0\
  the bounds do not allow that arrival: take nearest_s, a later time, or wider bounds\0\
  a tempo must be 0 to 6e7 beats per minute, a bar 1 to 1e6 beats: 0 is a pause\0\
  a ratio's numbers must be 1 to 1e6, its offset +-1e6 cycles: 3 over 2 is half again as fast\0\
  a clock follower's rate must be 1e-6 to 1e5, rate_tolerance 0 to 0.1, tolerance_s 1e-4 to 0.1,\
   a position / rate within +-1e9: see lock.h\0\
  no result: the slot is free, the beat is never reached, nothing was read yet,\
   or the curve is no spring\0\
  a curve's numbers must be finite, steps at least 1 (jump NONE: 2), stops at least one,\
   a spring's positive: see curves.h\0\
  a capacity, room or count is outside its limits: capacity 1 to 2^31, rates exactly `end` of\
   dr_bank_info, stops up to DR_MAX_STOPS\0\
  malloc found no memory: free some, or make the bank smaller\0\
  the member is not in this bank: it was removed, or is another bank's\0\
  the bank does not have these slots: pass slots below `end` of dr_bank_info\0\
  the saved state or repeat does not fit the bank: see dr_bank_restore and _add_repeat\0\
  not a status of this library
  """

/// The status that a call returns instead of its outputs.
struct StatusError: Error {
  let status: dr_status

  init(_ status: dr_status) { self.status = status }
}

/// The value of a call on a repeat, line or clock; throws the call's error as a status.
@inline(__always)
func checked<Value>(_ call: @autoclosure () throws(RepeatError) -> Value) throws(StatusError)
  -> Value
{
  do throws(RepeatError) { return try call() } catch { throw StatusError(error.status) }
}

/// Runs the body of a call; returns `DR_OK`, or the status of the error that it throws.
@inline(__always)
func answer(_ body: () throws(StatusError) -> Void) -> dr_status {
  do throws(StatusError) { try body() } catch { return error.status }
  return DR_OK
}

/// Unwraps a required value, such as a pointer that must not be NULL.
@inline(__always)
func given<Value>(_ value: Value?, or status: dr_status = DR_ERROR_NULL) throws(StatusError)
  -> Value
{
  guard let value else { throw StatusError(status) }
  return value
}

extension RepeatError {
  var status: dr_status {
    switch self {
    case .invalidCycleDuration: DR_ERROR_CYCLE_DURATION
    case .invalidRate: DR_ERROR_RATE
    case .invalidInterval: DR_ERROR_INTERVAL
    case .invalidRepeatCount: DR_ERROR_REPEAT_COUNT
    case .invalidPhase: DR_ERROR_PHASE
    case .invalidTime: DR_ERROR_TIME
    case .invalidCycle: DR_ERROR_CYCLE
    case .invalidPace: DR_ERROR_TIMING
    case .timeHasPassed: DR_ERROR_PAST
    case .full: DR_ERROR_FULL
    case .invalidBounds, .invalidSlope: DR_ERROR_BOUNDS
    case .invalidTempo, .invalidBeatsPerBar: DR_ERROR_TEMPO
    case .invalidSample(_, let time):
      time.magnitude <= ClockFollower.limit ? DR_ERROR_NUMBER : DR_ERROR_TIME
    case .invalidRatio, .invalidOffset: DR_ERROR_RATIO
    case .notMoving: DR_ERROR_NOT_MOVING
    case .invalidMarks: DR_ERROR_MARKS
    case .rateAboveFlashLimit: DR_ERROR_FLASH_LIMIT
    case .rateOutOfBounds, .noWay: DR_ERROR_OUT_OF_BOUNDS
    case .outOfReach: DR_ERROR_OUT_OF_REACH
    case .invalidSavedState: DR_ERROR_SAVED_STATE
    }
  }
}
