// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A time in seconds as whole nanoseconds and an exact remainder.
///
/// `seconds * 1e9 = nanoseconds + remainder`, exactly: the bank's integers see the same time as a
/// controller that reckons in `Double`.
struct BankTime {
  let nanoseconds: Int64
  /// Nanoseconds, within ±2.
  let remainder: Double

  /// - Precondition: `seconds` is within ±``RepeatBank/latestTime``.
  init(_ seconds: Double) {
    // 1e9 has 21 significant bits, so it times 32 bits is exact, and times the 21 others as well.
    // No fused multiply-add: without hardware for it that is a call.
    let highPart = Double(bitPattern: seconds.bitPattern & ~0x1F_FFFF)
    let high = highPart * 1e9
    let low = (seconds - highPart) * 1e9
    let wholeHigh = Int64(high)
    let restOfHigh = high - Double(wholeHigh)
    let wholeLow = Int64(restOfHigh + low)
    nanoseconds = wholeHigh &+ wholeLow
    // `low` is within a 2^31st of `high`: taking its whole part off first leaves all of its bits.
    remainder = restOfHigh + (low - Double(wholeLow))
  }

  /// The time of a boundary, which is rarely a `Double`.
  init(_ time: DoubleDouble) {
    let first = BankTime(time.high)
    let second = BankTime(time.low)
    nanoseconds = first.nanoseconds &+ second.nanoseconds
    remainder = first.remainder + second.remainder
  }
}
