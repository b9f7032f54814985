// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A time in seconds as whole nanoseconds and an exact remainder.
///
/// `seconds * 1e9 = nanoseconds + remainder`, exactly: the bank's integers see the same time as a
/// controller that reckons in `Double`.
struct BankTime {
  let inC: rk_time

  var nanoseconds: Int64 { inC.nanoseconds }

  /// Nanoseconds: within ±1, and beyond 104 days up to the rounding of a `Double` there.
  var remainder: Double { inC.remainder }

  /// - Precondition: `seconds` is within ±``RepeatBank/latestTime``.
  @inline(__always)
  init(_ seconds: Double) { inC = rk_time_of(seconds) }

  /// The time of a boundary, which is rarely a `Double`.
  init(_ time: DoubleDouble) {
    let high = rk_time_of(time.high)
    let low = rk_time_of(time.low)
    inC = rk_time(
      nanoseconds: high.nanoseconds &+ low.nanoseconds, remainder: high.remainder + low.remainder)
  }
}
