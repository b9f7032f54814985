// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import CFloatExceptions
import CRepeatMemory
import RepeatTiming

/// The bodies of `dynamic_repeat.h`, which documents them.
///
/// Every function checks all of its arguments before it changes anything, and writes its outputs last.
@c @implementation
public func dr_version() -> UInt32 {
  UInt32(DR_VERSION_MAJOR) << 16 | UInt32(DR_VERSION_MINOR) << 8 | UInt32(DR_VERSION_PATCH)
}

@c @implementation
public func dr_status_text(_ status: dr_status) -> UnsafePointer<CChar>! {
  text(status.rawValue, of: texts, last: DR_ERROR_NUMBER.rawValue)
}

/// The text of a number among texts with zeros in between; behind the last is that of any other number.
func text(_ number: UInt32, of texts: StaticString, last: UInt32) -> UnsafePointer<CChar> {
  var text = UnsafeRawPointer(texts.utf8Start).assumingMemoryBound(to: CChar.self)
  for _ in 0..<min(number, last + 1) {
    while text.pointee != 0 { text += 1 }
    text += 1
  }
  return text
}

/// The texts of all statuses in the order of their numbers, and that of any other number.
///
/// One text with zeros in it: a table of them would take twice the bytes.
private let texts: StaticString = """
  fine\0\
  a required pointer is NULL\0\
  the handle is stale, of another kind, or zero\0\
  the definition must come from its dr_default_ function\0\
  an enumeration or index has a value that is not listed\0\
  a cycle duration must be 1e-6 to 1e9 seconds (1/953 in a bank)\0\
  a rate must be within +-1e6 cycles per second (+-953 in a bank)\0\
  a ramp or delay must be 0 to 1e9 seconds\0\
  a repeat count must be 0 (for ever) or up to 1e18 cycles\0\
  a phase must be at least 0 and below 1\0\
  a time must be within +-1e12 seconds (9e9 in a bank)\0\
  a cycle must be within +-1e18\0\
  that time has passed: the repeat or clock has been advanced beyond it\0\
  these numbers make no timing function: see dr_curve_def\0\
  a capacity or count is above what its field allows\0\
  full: see command_capacity of a repeat, most_members of a bank\0\
  there is no memory\0\
  the buffer is too small: ask for the size first\0\
  the bytes are not a snapshot that this version reads, or are damaged\0\
  the snapshot was taken under another definition\0\
  over 65,536 changes of motion in one call: use smaller steps\0\
  there is no answer, or no single one\0\
  the allocator cannot change while objects exist\0\
  that command is not waiting\0\
  the bank does not have these slots or blocks\0\
  ends must be finite, and the bank created with has_ends\0\
  the snapshot was taken with another timing function\0\
  the snapshot was taken with another repeat_count in the definition\0\
  a quantum must be at least 0\0\
  a tempo must be 0 to 6e7 beats per minute, a bar 1 to 1e6 beats\0\
  a ratio must be a number within +-1e6 but 0 to one in 1 to 1e6\0\
  bounds must be rates within +-1e6 Hz, the least first, and a slope above 0\0\
  the bounds must hold the leader's or last rate, and a rate besides\0\
  out of reach at that time within the bounds: dr_repeat_get_lock_info names the nearest time\0\
  what stands still, or has a delay between its cycles, cannot be planned for so\0\
  a number of a clock follower is outside the range that lock.h states\0\
  not a status of this library
  """

/// The status that a call returns instead of its outputs.
struct StatusError: Error {
  let status: dr_status

  init(_ status: dr_status) { self.status = status }
}

/// An error of the Swift modules, which a call returns as a status.
protocol ErrorWithStatus: Error {
  var status: dr_status { get }
}

/// Runs `body`; its error becomes the status of the call.
@inline(__always)
func checked<Value, Failure: ErrorWithStatus>(
  _ body: () throws(Failure) -> Value
) throws(StatusError) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw StatusError(error.status)
  }
}

/// Runs the body of a call and returns the status of what it throws.
@inline(__always)
func answer(_ body: () throws(StatusError) -> Void) -> dr_status {
  do {
    try body()
    return DR_OK
  } catch {
    return error.status
  }
}

/// The same with floating-point exceptions masked, for bodies that may divide by 0 or overflow.
///
/// A program may have unmasked them. Afterwards its flags and masks are as they were.
@inline(__always)
func answerMasked(_ body: () throws(StatusError) -> Void) -> dr_status {
  let saved = repeat_exceptions_mask()
  let status = answer(body)
  repeat_exceptions_restore(saved)
  return status
}

/// What is there, such as a pointer that must not be NULL.
@inline(__always)
func given<Value>(_ value: Value?, or status: dr_status = DR_ERROR_NULL) throws(StatusError)
  -> Value
{
  guard let value else { throw StatusError(status) }
  return value
}
