// SPDX-License-Identifier: Apache-2.0

import CDynamicRepeat
import CFloatExceptions
import CRepeatMemory
import DynamicRepeat02
import RepeatTiming

/// What a handle of a repeat names.
struct RepeatObject: ~Copyable {
  /// The repeat itself.
  var live: RepeatController
  /// Where what waits is, once something has.
  var pool: UnsafeMutablePointer<QueuePool>?
  let commandCapacity: UInt32
  let lockCapacity: UInt32
  let identity: DefinitionIdentity

  /// Carries out a command at the present time.
  @inline(never)
  mutating func perform(_ command: RepeatCommand) throws(StatusError) {
    try checked { () throws(RepeatError) in try live.perform(command) }
  }

  /// What shows at a phase of a cycle.
  ///
  /// Mutating, though it changes nothing: only so does the compiler leave the repeat where it is.
  @inline(never)
  mutating func progress(atPhase phase: Double) -> Double {
    let saved = repeat_exceptions_mask()
    defer { repeat_exceptions_restore(saved) }
    return live.appearance(atPhase: phase).progress
  }

  /// What it shows at any time.
  mutating func sample(validating time: Double) throws(StatusError) -> RepeatSample {
    guard RepeatLimits.isTime(time) else { throw StatusError(DR_ERROR_TIME) }
    guard live.needsLookAhead(to: time) else { return live.sampleInFull(at: time) }
    return try lookAhead { (ahead) throws(StatusError) in
      guard ahead.lookAhead(to: time, steps: ahead.mostChanges) else {
        throw StatusError(DR_ERROR_TOO_FAR)
      }
      return ahead.sampleInFull(at: time)
    }
  }

  /// Moves the present time on.
  mutating func advance(to time: Double) throws(StatusError) {
    guard RepeatLimits.isTime(time) else { throw StatusError(DR_ERROR_TIME) }
    guard time >= live.now else { throw StatusError(DR_ERROR_PAST) }
    // Without delays between cycles, there are no more steps than commands.
    if live.settings.repeatDelay > 0, !live.isOnTimeline || live.needsLookAhead(to: time) {
      let isEnough = try lookAhead { (ahead) throws(StatusError) in
        ahead.move(to: time, steps: ahead.mostChanges)
      }
      guard isEnough else { throw StatusError(DR_ERROR_TOO_FAR) }
    }
    live.move(to: time, steps: .max)
  }
}

extension dr_repeat: ObjectHandle {
  @inline(never)
  func object() throws(StatusError) -> UnsafeMutablePointer<RepeatObject> {
    try objectAtOnce()
  }

  /// The same without a call, for what is called once a frame for each of many.
  @inline(__always)
  func objectAtOnce() throws(StatusError) -> UnsafeMutablePointer<RepeatObject> {
    try given(found, or: DR_ERROR_HANDLE)
  }

  /// The same, or `nil`.
  @inline(__always)
  var found: UnsafeMutablePointer<RepeatObject>? {
    repeat_handle_find(id, ObjectKind.repeat)?.assumingMemoryBound(to: RepeatObject.self)
  }

  /// Carries out a command at the present time.
  @inline(never)
  func perform(_ command: RepeatCommand) -> dr_status {
    answerMasked { object throws(StatusError) in try object.pointee.perform(command) }
  }
}

extension RepeatError: ErrorWithStatus {
  var status: dr_status {
    @inline(never) get {
      switch self {
      case .invalidCycleDuration: DR_ERROR_CYCLE_DURATION
      case .invalidRate: DR_ERROR_RATE
      case .invalidInterval: DR_ERROR_INTERVAL
      case .invalidRepeatCount: DR_ERROR_REPEAT_COUNT
      case .invalidPhase: DR_ERROR_PHASE
      case .invalidTime: DR_ERROR_TIME
      case .invalidCycle: DR_ERROR_CYCLE
      case .invalidQuantum: DR_ERROR_QUANTUM
      // Only the class face has callbacks: the other does not come here.
      case .timeHasPassed, .advanceInsideCallback: DR_ERROR_PAST
      case .tooFar: DR_ERROR_TOO_FAR
      case .lock(let error): error.status
      }
    }
  }
}
