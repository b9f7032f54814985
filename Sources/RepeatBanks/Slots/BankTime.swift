// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A time in seconds as whole nanoseconds and the exact fraction above them.
///
/// `seconds * 1e9 = nanoseconds + fraction * 2^-64`: the bank's integers see the same time as a
/// controller that computes in `Double`.
struct BankTime {
  let inC: rk_time

  /// Rounded down.
  var nanoseconds: Int64 { inC.nanoseconds }

  /// Rounded to the nearest.
  var nearestNanosecond: Int64 { inC.nanoseconds &+ Int64(inC.fraction >> 63) }

  /// Nanoseconds above that, in -1/2 ..< 1/2.
  var fromNearestNanosecond: Double { Double(Int64(bitPattern: inC.fraction)) * 0x1p-64 }

  /// Halfway between two times, to 2^-64 nanosecond.
  static func middle(_ a: BankTime, _ b: BankTime) -> BankTime {
    // Both are halved first: their sum may be beyond 64 bits.
    let odd = (a.nanoseconds & 1) + (b.nanoseconds & 1)
    let (fraction, carry) = a.inC.fraction.addingReportingOverflow(b.inC.fraction)
    let rest = odd + (carry ? 1 : 0)
    return BankTime(
      inC: rk_time(
        nanoseconds: (a.nanoseconds >> 1) + (b.nanoseconds >> 1) + (rest >> 1),
        fraction: fraction >> 1 | UInt64(rest & 1) << 63))
  }

  /// Nanoseconds above ``nanoseconds``, in 0..<1; to 2^-53.
  var remainder: Double { Double(Int64(inC.fraction >> 11)) * 0x1p-53 }

  init(inC: rk_time) { self.inC = inC }

  /// - Precondition: `seconds` is within ±``RepeatBank/latestTime``.
  @inline(__always)
  init(_ seconds: Double) { inC = rk_time_of(seconds) }

  /// The time of a boundary, which is rarely a `Double`.
  init(_ time: DoubleDouble) {
    let high = rk_time_of(time.high)
    let low = rk_time_of(time.low)
    let (fraction, carry) = high.fraction.addingReportingOverflow(low.fraction)
    inC = rk_time(
      nanoseconds: high.nanoseconds &+ low.nanoseconds &+ (carry ? 1 : 0), fraction: fraction)
  }
}
