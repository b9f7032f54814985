// SPDX-License-Identifier: Apache-2.0

import DynamicRepeat

/// Invalid input to a bank.
///
/// The call that throws changes nothing, not even part of a range.
public enum BankError: Error, Hashable, Sendable {
  /// Cycles per second outside ±``RepeatBank/highestRate``, or NaN.
  case invalidRate(Double)
  /// Seconds per cycle outside ``RepeatBank/cycleDurations``, or NaN.
  case invalidCycleDuration(Double)
  /// A phase outside [0, 1), or NaN.
  case invalidPhase(Double)
  /// Seconds of a ramp outside `RepeatLimits.intervals`, or NaN.
  case invalidInterval(Double)
  /// A time beyond ±``RepeatBank/latestTime``, or NaN.
  case invalidTime(Double)
  /// The repeat was removed; its slot may now hold another repeat.
  case staleID(RepeatID)
  /// A range of slots that the bank does not have.
  case rangeOutside(Range<Int>, count: Int)
  /// The bank already holds its maximum number of repeats.
  case full(capacity: Int)
  /// A command for a time before ``RepeatBank/now``, the bank's present time.
  case timeHasPassed(time: Double, now: Double)
  /// Adding a repeat needs more memory than there is.
  case noMemory
  /// A list of rates or values with the wrong length.
  case wrongCount(given: Int, needed: Int)
  /// The controller or the command needs what a slot does not have, such as a delay, a count of
  /// cycles or a lock; see ``RepeatBank/add(_:)``.
  case needsController
}

extension BankError: CustomStringConvertible {
  /// One sentence with the invalid and the valid input.
  public var description: String {
    switch self {
    case .invalidRate(let rate):
      "a rate in a bank must be within ±953 cycles per second, but is \(rate)"
    case .invalidCycleDuration(let seconds):
      "a cycle duration in a bank must be 1/953 to 1e9 seconds, but is \(seconds); "
        + "to stop a repeat, hold or pause it"
    case .invalidPhase(let phase):
      "a phase must be at least 0 and below 1, but is \(phase)"
    case .invalidInterval(let seconds):
      "a ramp must be 0 to 1e9 seconds, but is \(seconds)"
    case .invalidTime(let time):
      "a time in a bank must be within ±9e9 seconds, but is \(time)"
    case .staleID(let id):
      "the repeat at slot \(id.index) with generation \(id.generation) is not in the bank any more"
    case .rangeOutside(let range, let count):
      "the slots \(range) must lie within 0..<\(count)"
    case .full(let capacity):
      "the bank already holds \(capacity) repeats: make it with a larger capacity"
    case .timeHasPassed(let time, let now):
      "the time \(time) s has passed: a command must be at the bank's time, \(now) s, or later"
    case .noMemory: "there is no memory for more repeats"
    case .wrongCount(let given, let needed):
      "\(given) entries were given, but \(needed) are needed"
    case .needsController:
      "a slot holds only a rate, a phase and one change at the end of a cycle; a repeat that "
        + "does not run, or has a delay, a count, a lock, a ramp, a flash limit or a return pace, "
        + "must remain a controller"
    }
  }
}
