// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
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
  UnsafeRawPointer(text(of: status).utf8Start).assumingMemoryBound(to: CChar.self)
}

private func text(of status: dr_status) -> StaticString {
  switch status {
  case DR_OK: "fine"
  case DR_ERROR_NULL: "a pointer that is needed is NULL"
  case DR_ERROR_HANDLE: "the handle names nothing: it is stale, of another kind, or zero"
  case DR_ERROR_DEFINITION: "the definition must come from its dr_default_ function"
  case DR_ERROR_CHOICE: "an enumeration or index has a value that is not listed"
  case DR_ERROR_CYCLE_DURATION:
    "a cycle duration must be 1e-6 to 1e9 seconds (1/953 in a bank)"
  case DR_ERROR_RATE: "a rate must be within +-1e6 cycles per second (+-953 in a bank)"
  case DR_ERROR_INTERVAL: "a ramp or delay must be 0 to 1e9 seconds"
  case DR_ERROR_REPEAT_COUNT: "a repeat count must be 0 (for ever) or up to 1e18 cycles"
  case DR_ERROR_PHASE: "a phase must be at least 0 and below 1"
  case DR_ERROR_TIME:
    "a time must be within +-1e12 seconds (9e9 in a bank), a time space's numbers finite"
  case DR_ERROR_CYCLE: "a cycle must be within +-1e18"
  case DR_ERROR_PAST: "that time has passed: the repeat has been advanced beyond it"
  default: rareText(of: status)
  }
}

private func rareText(of status: dr_status) -> StaticString {
  switch status {
  case DR_ERROR_TIMING: "these numbers make no timing function: see dr_curve_def"
  case DR_ERROR_CAPACITY: "a capacity or count is above what its field allows"
  case DR_ERROR_FULL: "full: see command_capacity of a repeat, most_members of a bank"
  case DR_ERROR_MEMORY: "there is no memory"
  case DR_ERROR_BUFFER: "the buffer is too small: ask for the size first"
  case DR_ERROR_SNAPSHOT: "the bytes are no undamaged snapshot of this version"
  case DR_ERROR_SETTINGS: "the snapshot was taken under another definition"
  case DR_ERROR_TOO_FAR: "over 65,536 changes of course lie between: go in shorter steps"
  case DR_ERROR_NO_ANSWER: "there is no answer, or no single one"
  case DR_ERROR_IN_USE: "the allocator cannot change while something made with it lives"
  case DR_ERROR_NOT_FOUND: "that command does not wait, or not any more"
  case DR_ERROR_RANGE: "the bank does not have these places or blocks"
  case DR_ERROR_ENDS: "ends must be finite, and the bank created with has_ends"
  default: "not a status of this library"
  }
}

/// What a call answers instead of its outputs.
struct StatusError: Error {
  let status: dr_status

  init(_ status: dr_status) { self.status = status }
}

/// Runs the body of a call: what it refuses becomes the answer.
@inline(__always)
func answer(_ body: () throws(StatusError) -> Void) -> dr_status {
  do {
    try body()
    return DR_OK
  } catch {
    return error.status
  }
}

/// What a pointer points to, which must not be NULL.
@inline(__always)
func given<Pointer>(_ pointer: Pointer?) throws(StatusError) -> Pointer {
  guard let pointer else { throw StatusError(DR_ERROR_NULL) }
  return pointer
}
