// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// Invalid input to a repeat.
///
/// What it was doing goes on unchanged.
public enum RepeatError: Error, Hashable, Sendable {
  /// Seconds per cycle outside ``RepeatLimits/cycleDurations``, or NaN.
  case invalidCycleDuration(Double)
  /// Cycles per second outside ±``RepeatLimits/highestRate``, or NaN.
  case invalidRate(Double)
  /// Seconds of a ramp or delay outside ``RepeatLimits/intervals``, or NaN.
  case invalidInterval(Double)
  /// A number of cycles that is not above 0, or beyond `CyclePosition.limit`, or NaN.
  case invalidRepeatCount(Double)
  /// A phase outside [0, 1), or NaN.
  case invalidPhase(Double)
  /// A time beyond ±``RepeatLimits/latestTime``, or NaN.
  case invalidTime(Double)
  /// A cycle number beyond ±`CyclePosition.limit`.
  case invalidCycle(WideInt)
  /// A quantum below 0, or NaN.
  case invalidQuantum(Double)
  /// A moment that lies before the controller's present time.
  case timeHasPassed(time: Double, now: Double)
  /// More changes of motion lie between the present time and another than one call may pass: see
  /// ``RepeatLimits/mostChanges``.
  case tooFar(time: Double, now: Double)
  /// A lock or arrival that cannot be, or a beat that never comes.
  case lock(LockError)
  /// A ``DynamicRepeatAnimation`` was to be advanced from inside one of its own callbacks.
  case advanceInsideCallback
}

extension RepeatError: CustomStringConvertible {
  /// What was wrong and what would be right, in one sentence.
  public var description: String {
    switch self {
    case .invalidCycleDuration(let value):
      "a cycle duration must be 1e-6 to 1e9 seconds, but is \(value); to stop it, hold or pause"
    case .invalidRate(let value):
      "a rate must be within ±1e6 cycles per second, but is \(value)"
    case .invalidInterval(let value):
      "a ramp or delay must be 0 to 1e9 seconds, but is \(value)"
    case .invalidRepeatCount(let value):
      "a repeat count must be above 0 and at most 1e18 cycles, but is \(value); for ever is .forever"
    case .invalidPhase(let value):
      "a phase must be at least 0 and below 1, but is \(value)"
    case .invalidTime(let value):
      "a time must be within ±1e12 seconds, but is \(value)"
    case .invalidCycle(let value):
      "a cycle must be within ±1e18, but is \(value)"
    case .invalidQuantum(let value):
      "a quantum must be at least 0, but is \(value)"
    case .timeHasPassed(let time, let now):
      "the time \(time) s has passed: the repeat is at \(now) s already; for a clock that starts anew use moveTimeline(to:)"
    case .tooFar(let time, let now):
      "over \(RepeatLimits.mostChanges) changes of motion lie between \(now) s and \(time) s: go there in shorter steps"
    case .lock(let error): error.description
    case .advanceInsideCallback:
      "a repeat cannot be advanced from inside its own callback; return first, and advance it then"
    }
  }
}
