// SPDX-License-Identifier: Apache-2.0

// Links the C math library, which provides the module's rounding functions.
internal import CMath
internal import CTimerSlack

/// A clock that never goes back, in integer nanoseconds, with a way to wait.
///
/// Integer differences are exact, even after a year. Only differences have a meaning; the zero
/// point is arbitrary.
public protocol MonotonicClock {
  /// The time now, in nanoseconds; never less than an earlier result.
  func now() -> Int64

  /// Waits until `now()` has reached `deadline`, in nanoseconds; returns immediately if it has.
  ///
  /// The call may return early when a signal arrives, so that a program can end without delay.
  func sleep(until deadline: Int64)

  /// Waits for `deadline`, in nanoseconds, without giving up the processor.
  ///
  /// Use this method for the last microseconds of a wait, because a sleep ends late.
  func spin(until deadline: Int64)
}

extension MonotonicClock {
  /// Sleeps.
  ///
  /// This is the default for clocks without a busy wait.
  public func spin(until deadline: Int64) { sleep(until: deadline) }
}

/// The kernel's `CLOCK_MONOTONIC`.
///
/// SDL's own counters read `CLOCK_MONOTONIC_RAW`. The two clocks run at slightly different rates.
/// The kernel's sleeps and the times that display servers report follow `CLOCK_MONOTONIC`, so this
/// module reads only that clock.
public struct SystemClock: MonotonicClock, Hashable, Sendable {
  /// A system clock.
  ///
  /// All system clocks are equal.
  public init() {}

  /// Nanoseconds of `CLOCK_MONOTONIC`, roughly since the machine started.
  public func now() -> Int64 { repeat_clock_monotonic_ns() }

  /// Waits in `clock_nanosleep` for an absolute time, so that a late call does not wait longer.
  public func sleep(until deadline: Int64) {
    if deadline > 0 { repeat_clock_sleep_until_ns(deadline) }
  }

  /// Reads the clock in a loop until `deadline`, with the processor's hint for busy waits.
  public func spin(until deadline: Int64) {
    while now() < deadline { processor_relax() }
  }

  /// Processor time used by all threads of the process, in nanoseconds.
  public static func processTime() -> Int64 { repeat_clock_process_ns() }

  /// A number that identifies the calling thread among the running threads.
  package static func thisThread() -> UInt64 { repeat_thread_number() }

  /// Asks the kernel to wake the calling thread as exactly as possible.
  ///
  /// By default, the kernel may delay wake-ups by 50 µs to handle several at once. In measurements,
  /// a slack of 1 ns halved the median lateness at no visible cost.
  /// - Returns: False if the kernel does not allow it; sleeping then works as before.
  @discardableResult
  public static func sharpenThisThread() -> Bool {
    repeat_timer_slack_set(1) == 0
  }
}

/// A clock for tests: time passes only in `advance`, and while a caller sleeps or spins.
public final class ManualClock: MonotonicClock {
  private var time: Int64

  /// The number of calls of `sleep(until:)` that had to wait.
  public private(set) var sleeps = 0

  /// A manual clock that starts at `now` nanoseconds.
  public init(now: Int64 = 0) {
    time = now
  }

  /// The time set by the test, in nanoseconds.
  public func now() -> Int64 { time }

  /// Jumps to `deadline` if it is in the future.
  public func sleep(until deadline: Int64) {
    guard deadline > time else { return }
    time = deadline
    sleeps += 1
  }

  /// Jumps to `deadline` without counting a sleep.
  public func spin(until deadline: Int64) { time = max(time, deadline) }

  /// Advances the time by `nanoseconds`.
  /// - Precondition: `nanoseconds` is not negative, and the sum fits in `Int64`.
  public func advance(by nanoseconds: Int64) {
    require("a clock's step", nanoseconds, in: 0 ... .max, unit: " ns")
    time += nanoseconds
  }
}
