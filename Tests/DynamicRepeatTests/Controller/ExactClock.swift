// SPDX-License-Identifier: Apache-2.0

/// Times and durations as whole numbers of 2^-60 seconds, with exact sums and comparisons.
///
/// Every `Double` of at least 2^-7 in magnitude (and 0) is such a number; other numbers are
/// rejected.
struct ExactTime: Comparable {
  var units: Int128

  init(units: Int128) { self.units = units }

  init(_ seconds: Double) {
    precondition(
      seconds == 0 || seconds.magnitude >= 0x1p-7, "\(seconds) s is no whole number of 2^-60 s")
    let exponent = Int(seconds.exponent)
    let significand =
      Int128(seconds.sign == .minus ? -1 : 1)
      * Int128(seconds.significandBitPattern | (seconds == 0 ? 0 : 1 << 52))
    units = seconds == 0 ? 0 : significand << (exponent - 52 + 60)
  }

  static func < (a: ExactTime, b: ExactTime) -> Bool { a.units < b.units }
  static func + (a: ExactTime, b: ExactTime) -> ExactTime { ExactTime(units: a.units + b.units) }
  static func - (a: ExactTime, b: ExactTime) -> ExactTime { ExactTime(units: a.units - b.units) }
}

/// Cycles in units of 2^-60: a time divided by a duration, rounded down once.
struct ExactCycles {
  var units: Int128

  /// The whole cycles of `duration` in `time`, and the fraction of the next cycle, exact to 2^-60.
  init(_ time: ExactTime, per duration: ExactTime) {
    let (whole, rest) = time.units.quotientAndRemainder(dividingBy: duration.units)
    // For durations below 8 s the rest is below 2^63, so it fits when shifted by 60.
    units = (whole << 60) + (rest << 60) / duration.units
  }

  var cycle: Int { Int(units >> 60) }
  var phase: Double { Double(units & ((1 << 60) - 1)) * 0x1p-60 }
}
