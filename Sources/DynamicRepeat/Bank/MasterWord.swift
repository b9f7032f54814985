// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// A repeat's exact motion in 16 bytes: a phase of 56 bits and a rate of 72.
///
/// In units of 2^-56 period and 2^-91 period per nanosecond, on one epoch (time 0):
/// ```
/// position(n) = phase + rate * n / 2^35     (mod 2^56)
/// ```
/// All sums wrap, and a whole period is all that wrapping loses, so the position is exact at every
/// nanosecond of the timeline. The rate is rounded once, by at most 2^-92 period per nanosecond: 5e-13
/// of a period in 30 days. It spans ±2^-20 period per nanosecond, which is ±953 Hz. The plain
/// layout of 64 bits each is off by 1e-12 after 0.04 s.
struct MasterWord {
  /// The upper 64 bits of the rate.
  var rateHigh: Int64
  /// The phase in the upper 56 bits, the lower 8 bits of the rate below.
  var phaseAndRateLow: UInt64

  init(phase: UInt64, rate: Int128) {
    rateHigh = Int64(truncatingIfNeeded: rate >> 8)
    phaseAndRateLow = phase << 8 | UInt64(truncatingIfNeeded: rate) & 0xFF
  }

  /// 56 bits.
  var phase: UInt64 {
    get { phaseAndRateLow >> 8 }
    set { phaseAndRateLow = newValue << 8 | phaseAndRateLow & 0xFF }
  }

  /// 72 bits, signed.
  var rate: Int128 { Int128(rateHigh) << 8 | Int128(phaseAndRateLow & 0xFF) }

  /// The rate to 53 bits, in periods per nanosecond.
  var ratePerNanosecond: Double { Double(rateHigh) * 0x1p-83 }

  /// The rate to 24 bits, in cycles per second.
  var hertz: Float { Float(ratePerNanosecond * 1e9) }
}

// MARK: - Position

extension MasterWord {
  /// The position at whole nanoseconds in units of 2^-91 period, of which the lower 91 bits count.
  func position(atNanosecond time: Int64) -> UInt128 {
    UInt128(phase) << 35 &+ UInt128(truncatingIfNeeded: rate &* Int128(time))
  }

  /// The upper 32 bits of the position, rounded down: what the hot arrays hold.
  func hotPhase(atNanosecond time: Int64) -> Int32 {
    Int32(truncatingIfNeeded: position(atNanosecond: time) >> 59)
  }

  /// The phase at a time in [0, 1), rounded to a `Double`.
  func phase(at time: BankTime) -> Double {
    let bits = UInt64(truncatingIfNeeded: position(atNanosecond: time.nanoseconds) >> 28)
    let whole = Double(Int64(bits & (1 << 63 - 1))) * 0x1p-63
    return (whole + ratePerNanosecond * time.remainder).wrappedToPhase
  }

  /// The phase at a time to all the bits there are; in [0, 1).
  ///
  /// Within 2^-55 of a boundary it is the boundary: a phase put there is off by its own rounding.
  func precisePhase(at time: BankTime) -> DoubleDouble {
    let bits = position(atNanosecond: time.nanoseconds)
    let high = Double(Int64(truncatingIfNeeded: (bits >> 46) & (1 << 45 - 1))) * 0x1p-45
    let low = Double(Int64(truncatingIfNeeded: bits & (1 << 46 - 1))) * 0x1p-91
    let whole = DoubleDouble(high: high, low: low)
    let sum = whole + DoubleDouble(product: ratePerNanosecond, time.remainder)
    let fraction = PrecisePosition(cycle: 0, fraction: sum).fraction
    let isAtBoundary = fraction.high < 0x1p-55 || (DoubleDouble.one - fraction).high < 0x1p-55
    return isAtBoundary ? .zero : fraction
  }

  /// The rate in cycles per second, exactly.
  var preciseRate: DoubleDouble {
    // Both parts are exact: 64 bits would not fit one `Double`, 35 and 37 do.
    let rate = self.rate
    let upper = Double(Int64(truncatingIfNeeded: rate >> 36)) * 0x1p36
    let lower = Double(Int64(truncatingIfNeeded: rate & (1 << 36 - 1)))
    return DoubleDouble(high: upper, low: lower) * DoubleDouble(Self.hertzPerUnit)
  }

  /// 1e9 / 2^91: a `Double`.
  private static let hertzPerUnit = 1e9 * 0x1p-91
}

// MARK: - Changes

extension MasterWord {
  /// Another rate from `time` on: the phase is solved anew, so that nothing jumps there.
  ///
  /// Off by the rounding of the phase, at most 2^-57 period, to either side alike: a million changes
  /// do not add up to 1e-13.
  mutating func setRate(_ newRate: Int128, at time: BankTime) {
    let change = rate &- newRate
    let remainder = (Double(change) * time.remainder).rounded()
    let moved =
      UInt128(phase) << 35
      &+ UInt128(truncatingIfNeeded: change &* Int128(time.nanoseconds) &+ Int128(remainder))
    self = MasterWord(phase: Self.roundedPhase(moved), rate: newRate)
  }

  /// The phase that stands at `phase`, in [0, 1), at `time`.
  mutating func setPhase(_ phase: DoubleDouble, at time: BankTime) {
    let units = Int128((phase.high * 0x1p91).rounded()) &+ Int128((phase.low * 0x1p91).rounded())
    let run = rate &* Int128(time.nanoseconds) &+ Int128((Double(rate) * time.remainder).rounded())
    self.phase = Self.roundedPhase(UInt128(truncatingIfNeeded: units &- run))
  }

  /// From 2^-91 to 2^-56 of a period, to nearest.
  private static func roundedPhase(_ position: UInt128) -> UInt64 {
    UInt64(truncatingIfNeeded: (position &+ 1 << 34) >> 35) & (1 << 56 - 1)
  }

  /// Cycles per second in units of 2^-91 period per nanosecond, to nearest.
  static func units(_ hertz: DoubleDouble) -> Int128 {
    let units = hertz * unitsPerHertz
    // In two pieces that fit 64 bits.
    let upper = Int64((units.high * 0x1p-24).rounded(.towardZero))
    let lower = Int64(((units.high - Double(upper) * 0x1p24) + units.low).rounded())
    return Int128(upper) << 24 &+ Int128(lower)
  }

  /// 2^91 / 1e9 = 2^82 / 5^9.
  private static let unitsPerHertz = DoubleDouble(0x1p82) / DoubleDouble(1_953_125.0)
}

extension Double {
  /// A phase that rounding or a part of a nanosecond has put just outside [0, 1), put back.
  var wrappedToPhase: Double {
    if self >= 1 { return min(self - 1, (1.0).nextDown) }
    return self < 0 ? min(self + 1, (1.0).nextDown) : self
  }
}
