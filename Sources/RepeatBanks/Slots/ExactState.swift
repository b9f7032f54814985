// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import RepeatTiming

/// A rate of 72 bits, in 2^-91 period per nanosecond: 4e-19 Hz.
struct StoredRate: Equatable {
  let inC: rk_wide

  static let zero = StoredRate(inC: rk_wide(low: 0, high: 0))

  init(inC: rk_wide) { self.inC = inC }

  /// The nearest to a rate in cycles per second, which is within ±``RepeatBank/highestRate``.
  init(_ hertz: DoubleDouble) { inC = rk_rate_from_hertz(hertz.high, hertz.low) }

  var isNegative: Bool { inC.high < 0 }

  var negated: StoredRate {
    let (low, borrow) = (0 as UInt64).subtractingReportingOverflow(inC.low)
    return StoredRate(inC: rk_wide(low: low, high: 0 &- inC.high &- (borrow ? 1 : 0)))
  }

  /// In cycles per second, exactly.
  var hertz: DoubleDouble {
    // 36 bits and 36 bits: both are `Double`s.
    let upper = Double(inC.high << 28 | Int64(inC.low >> 36)) * 0x1p36
    let lower = Double(inC.low & (1 << 36 - 1))
    return DoubleDouble(high: upper, low: lower) * (1e9 * 0x1p-91)
  }

  static func == (a: StoredRate, b: StoredRate) -> Bool {
    a.inC.low == b.inC.low && a.inC.high == b.inC.high
  }
}

// A repeat's exact state in 16 bytes: a phase of 56 bits and a rate of 72.
//
// In units of 2^-56 period and 2^-91 period per nanosecond, on one epoch (time 0):
//
//   position(n) = phase + rate * n / 2^35     (mod 2^56)
//
// All sums wrap, and a whole period is all that wrapping loses, so the position is exact at every
// nanosecond of the timeline. The rate is rounded once, by at most 2^-92 period per nanosecond:
// 5e-13 of a period in 30 days. It spans ±2^-20 period per nanosecond, which is ±953 Hz. The plain
// layout of 64 bits each is off by 1e-12 after 0.04 s.

extension rk_exact {
  /// At phase 0 at time 0.
  init(rate: StoredRate) {
    self.init(rate_high: 0, phase_and_rate_low: 0)
    rk_set_rate(&self, rate.inC, rk_time(nanoseconds: 0, fraction: 0))
  }

  var rate: StoredRate { withUnsafePointer(to: self) { StoredRate(inC: rk_exact_rate($0)) } }

  /// To 24 bits, in cycles per second.
  var hertz: Float { withUnsafePointer(to: self) { Float(rk_rate_per_nanosecond($0) * 1e9) } }

  /// Of the controller that evaluates an individual repeat: in place of the rate.
  var controllerIndex: Int {
    get { Int(rate_high) }
    set { rate_high = Int64(newValue) }
  }
}

// MARK: - Moving

extension rk_exact {
  /// The upper 32 bits of the position, rounded down: what frames are evaluated from.
  func framePhase(atNanosecond time: Int64) -> Int32 {
    withUnsafePointer(to: self) { rk_frame_phase($0, time) }
  }

  /// The phase at a time in seconds, in 2^-64 of a period, rounded down to 2^-56.
  @inline(__always)
  func phaseBits(at time: Double) -> UInt64 { withUnsafePointer(to: self) { rk_phase($0, time) } }

  /// The phase at a time to all the bits there are; in [0, 1).
  ///
  /// Within 2^-55 of a boundary it is the boundary: a phase put there is off by its own rounding.
  func precisePhase(at time: BankTime) -> DoubleDouble {
    let bits = withUnsafePointer(to: self) { rk_position($0, time.nanoseconds) }
    // 27 bits and 18, then 46: each sum is exact.
    let high = Double(bits.high << 18 | Int64(bits.low >> 46)) * 0x1p-45
    let low = Double(bits.low & (1 << 46 - 1)) * 0x1p-91
    let perNanosecond = withUnsafePointer(to: self) { rk_rate_per_nanosecond($0) }
    let sum =
      DoubleDouble(high: high, low: low) + DoubleDouble(product: perNanosecond, time.remainder)
    let fraction = PrecisePosition(cycle: 0, fraction: sum).fraction
    let isAtBoundary = fraction.high < 0x1p-55 || (DoubleDouble.one - fraction).high < 0x1p-55
    return isAtBoundary ? .zero : fraction
  }

  /// Another rate from `time` on: the phase is solved anew, so that nothing jumps there.
  ///
  /// ``phaseBits(at:)`` stays the same there to the last bit. What is below its 56 bits is off by
  /// less than 2^-56 period, to either side alike: a million changes do not add up to 1e-13.
  mutating func setRate(_ rate: StoredRate, at time: BankTime) {
    rk_set_rate(&self, rate.inC, time.inC)
  }

  /// The phase that is `phase` at `time`: by ``phaseBits(at:)`` it is not below that, and less than
  /// 2^-56 above its 56 bits.
  mutating func setPhase(_ phase: ExactPhase, at time: BankTime) {
    rk_set_phase(&self, phase.bits << 8, time.inC)
  }
}

/// A phase in 2^-56 of a period.
struct ExactPhase {
  /// 0..<2^56.
  let bits: UInt64

  /// A requested one, in 0..<1, rounded up: it is never shown before its time.
  init(requested phase: Double) { self.init(DoubleDouble(phase), roundsUp: true) }

  /// One that a repeat has come to, in 0..<1, rounded down as all exact phases are, so that many of
  /// them do not add up to one side.
  ///
  /// One that is a `Double` has been requested.
  init(_ phase: DoubleDouble) { self.init(phase, roundsUp: phase.low == 0) }

  init(bits: UInt64) { self.bits = bits }

  init(_ phase: DoubleDouble, roundsUp: Bool) {
    let scaled = phase.high * 0x1p56
    let whole = Int64(scaled)
    let rest = (scaled - Double(whole)) + phase.low * 0x1p56
    var more = Int64(rest)
    if roundsUp {
      if Double(more) < rest { more += 1 }
    } else if Double(more) > rest {
      more -= 1
    }
    bits = UInt64(bitPattern: whole &+ more) & (1 << 56 - 1)
  }

  /// In [0, 1).
  var precise: DoubleDouble {
    DoubleDouble(Double(bits >> 4) * 0x1p-52) + DoubleDouble(Double(bits & 15) * 0x1p-56)
  }

  /// The nearest `Double` in [0, 1).
  var nearest: Double { min(Double(Int64(bitPattern: bits)) * 0x1p-56, (1.0).nextDown) }
}

// MARK: - Still

extension rk_exact {
  /// The phase of one that is still.
  var stillPhase: ExactPhase {
    get { ExactPhase(bits: phase_and_rate_low >> 8) }
    set { phase_and_rate_low = newValue.bits << 8 | phase_and_rate_low & 0xFF }
  }

  /// The upper 32 bits of that, rounded up, but not to the next period.
  var stillFramePhase: Int32 {
    let upper = UInt32(truncatingIfNeeded: phase_and_rate_low >> 32)
    let isAbove = phase_and_rate_low & 0xFFFF_FF00 != 0 && upper != .max
    return Int32(bitPattern: isAbove ? upper + 1 : upper)
  }

  /// Another rate, for later.
  mutating func setStillRate(_ rate: StoredRate) {
    let phase = stillPhase
    self = rk_exact(rate: rate)
    stillPhase = phase
  }
}

// MARK: - Direction

extension rk_exact {
  /// -1 or 1: the direction of its rate; at rate 0 that of the last motion, or of the next run.
  func direction(in state: rk_slot_state) -> Int {
    let rate = self.rate
    return rate == .zero ? state.directionAtZero : rate.isNegative ? -1 : 1
  }

  /// -1 or 1: the direction that a cycle duration takes.
  func directionOfDuration(in state: rk_slot_state) -> Int {
    state.isIdle ? (state.isTurned ? -1 : 1) : direction(in: state)
  }
}
