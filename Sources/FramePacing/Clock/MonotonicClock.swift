// SPDX-License-Identifier: Apache-2.0

// Links the C library of mathematics, whose rounding the module calls.
internal import CMath
internal import CTimerSlack

/// A clock that never goes back, in integer nanoseconds, and a way to wait for one of its times.
///
/// Integers, because differences of them are exact: a loop that runs for a year still knows each
/// nanosecond. Only differences mean anything; zero is wherever the clock says.
public protocol MonotonicClock {
  /// The time now, in nanoseconds; never less than an earlier answer.
  func now() -> Int64

  /// Waits until `now()` has reached `deadline`, in nanoseconds; returns at once if it has.
  ///
  /// May return early when a signal arrives, so that a program asked to end need not wait.
  func sleep(until deadline: Int64)

  /// Waits for `deadline`, in nanoseconds, without giving up the processor: for the last
  /// microseconds, which no sleep meets.
  func spin(until deadline: Int64)
}

extension MonotonicClock {
  /// Sleeps: what a clock does that cannot do better.
  public func spin(until deadline: Int64) { sleep(until: deadline) }
}

/// The kernel's `CLOCK_MONOTONIC`.
///
/// SDL's own counters read `CLOCK_MONOTONIC_RAW`, which runs at a slightly different rate from the
/// clock that sleeping and the display servers use; the two are never mixed here.
public struct SystemClock: MonotonicClock, Hashable, Sendable {
  /// A clock; all of them are the same one.
  public init() {}

  /// Nanoseconds of `CLOCK_MONOTONIC`, about the time since the machine started.
  public func now() -> Int64 { repeat_clock_monotonic_ns() }

  /// Waits in `clock_nanosleep` for an absolute time, so that a late call does not wait longer.
  public func sleep(until deadline: Int64) {
    if deadline > 0 { repeat_clock_sleep_until_ns(deadline) }
  }

  /// Reads the clock until it shows `deadline`, with the processor's hint for a waiting loop.
  public func spin(until deadline: Int64) {
    while now() < deadline { processor_relax() }
  }

  /// Nanoseconds of processor time that the process has used, all threads together.
  public static func processTime() -> Int64 { repeat_clock_process_ns() }

  /// A number that the calling thread has and no other one that lives.
  package static func thisThread() -> UInt64 { repeat_thread_number() }

  /// Asks the kernel to wake the calling thread as exactly as it can.
  ///
  /// The default slack lets it wait 50 µs longer to join wake-ups; measured, 1 ns halves the median
  /// lateness at no cost that shows.
  /// - Returns: False where the kernel does not allow it; sleeping then works as before.
  @discardableResult
  public static func sharpenThisThread() -> Bool {
    repeat_timer_slack_set(1) == 0
  }
}

/// A clock for tests: time passes only in `advance` and where a caller sleeps or spins.
public final class ManualClock: MonotonicClock {
  private var time: Int64

  /// How often `sleep(until:)` really had to wait.
  public private(set) var sleeps = 0

  /// A clock that shows `now` nanoseconds.
  public init(now: Int64 = 0) {
    time = now
  }

  /// The time that the test has set, in nanoseconds.
  public func now() -> Int64 { time }

  /// Jumps to `deadline`, if that lies ahead.
  public func sleep(until deadline: Int64) {
    guard deadline > time else { return }
    time = deadline
    sleeps += 1
  }

  /// Jumps to `deadline` without counting a sleep.
  public func spin(until deadline: Int64) { time = max(time, deadline) }

  /// Lets `nanoseconds` pass.
  /// - Precondition: `nanoseconds` is not negative, and the sum fits in `Int64`.
  public func advance(by nanoseconds: Int64) {
    require("a clock's step", nanoseconds, in: 0 ... .max, unit: " ns")
    time += nanoseconds
  }
}
