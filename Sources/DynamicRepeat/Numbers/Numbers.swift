// SPDX-License-Identifier: Apache-2.0

// The numbers of the controller: integers of 128 bits. Sums are exact. A product or a quotient
// is rounded once, in the direction that its name or its comment gives.

import CMath

/// Time in units of 2^-64 s.
///
/// Every `Double` from 2^-12 s up is an exact multiple of this unit.
@usableFromInline typealias Ticks = Int128
/// A position or a distance, in units of 2^-64 cycle.
@usableFromInline typealias Position = Int128
/// Cycles per second in units of 2^-96 Hz.
@usableFromInline typealias Rate = Int128

extension Int128 {
  /// A time or a position that is never reached.
  @inlinable @inline(__always) package static var never: Int128 { 1 << 126 }
  /// One second, or one cycle.
  @inlinable @inline(__always) static var one: Int128 { 1 << 64 }

  @inlinable @inline(never) var sign: WideInt { self > 0 ? 1 : self < 0 ? -1 : 0 }

  /// `value * 2^bits`, rounded down; a `Double` below 2^-1022 counts as 0.
  /// - Precondition: `value` is finite and the result within ±2^126.
  @inlinable
  package init(_ value: Double, bits: Int) { self.init(inlining: value, bits: bits) }

  /// As `init(_:bits:)`, inlined because a call would slow down frames without events.
  @inlinable @inline(__always)
  package init(inlining value: Double, bits: Int) {
    let exponent = Int((value.bitPattern >> 52) & 0x7ff)
    let significand = exponent == 0 ? 0 : value.bitPattern & 0xf_ffff_ffff_ffff | 1 << 52
    let signed = value < 0 ? -Int128(significand) : Int128(significand)
    let shift = exponent &- (1075 &- bits)
    self = shift >= 0 ? signed &<< Int128(shift) : signed &>> Int128(Swift.min(-shift, 127))
  }

  /// `self * 2^-bits`, rounded twice; for results and estimates.
  @inlinable
  package func double(bits: Int) -> Double {
    let size = magnitude
    let high = UInt64(truncatingIfNeeded: size >> 64)
    let value = Double(high) * 0x1p64 + Double(UInt64(truncatingIfNeeded: size))
    // 2^-bits. `Double(sign:exponent:significand:)` would take longer than everything else here.
    return (self < 0 ? -value : value) * Double(bitPattern: UInt64(1023 - bits) << 52)
  }

  /// The smallest `Double`, in seconds, that is not before this tick.
  var seconds: Double {
    let nearest = double(bits: 64)
    return Int128(nearest, bits: 64) < self ? nearest.nextUp : nearest
  }
}

// MARK: - Products and quotients

extension UInt128 {
  /// The upper and the lower half of a product, from four products of 64 bits.
  @inlinable @inline(__always)
  static func wide(_ a: UInt128, _ b: UInt128) -> (high: UInt128, low: UInt128) {
    let (a1, a0) = (UInt64(truncatingIfNeeded: a >> 64), UInt64(truncatingIfNeeded: a))
    let (b1, b0) = (UInt64(truncatingIfNeeded: b >> 64), UInt64(truncatingIfNeeded: b))
    let low = UInt128(a0) &* UInt128(b0)
    let middle = UInt128(a1) &* UInt128(b0) &+ (low >> 64)
    let rest = UInt128(a0) &* UInt128(b1) &+ UInt128(UInt64(truncatingIfNeeded: middle))
    return (
      UInt128(a1) &* UInt128(b1) &+ (middle >> 64) &+ (rest >> 64),
      (rest << 64) | UInt128(UInt64(truncatingIfNeeded: low))
    )
  }
}

/// `a * b / 2^shift`, rounded down if `roundsDown`, and otherwise towards 0.
///
/// `shift` is 65 to 127, and the result fits in an `Int128`.
@inlinable @inline(__always)
package func product(_ a: Int128, _ b: Int128, shift: UInt128, roundsDown: Bool = false) -> Int128 {
  let (high, low) = UInt128.wide(a.magnitude, b.magnitude)
  let size = Int128(truncatingIfNeeded: high &<< (128 &- shift) | low &>> shift)
  guard (a < 0) != (b < 0) else { return size }
  return roundsDown && low & (1 << shift - 1) != 0 ? -size - 1 : -size
}

/// `a * b / c`, rounded away from 0 if `roundsUp`, and otherwise towards 0; limited to ±`never`.
///
/// `c` is positive.
package func quotient(_ a: Int128, _ b: Int128, over c: Int128, roundsUp: Bool = false) -> Int128 {
  let (high, low) = UInt128.wide(a.magnitude, b.magnitude)
  let isNegative = (a < 0) != (b < 0)
  guard high < c.magnitude else { return isNegative ? -.never : .never }
  let (quotient, remainder) = c.magnitude.dividingFullWidth((high, low))
  guard quotient < Int128.never.magnitude else { return isNegative ? -.never : .never }
  let size = Int128(truncatingIfNeeded: quotient) + (roundsUp && remainder > 0 ? 1 : 0)
  return isNegative ? -size : size
}

extension Rate {
  /// A rate in cycles per second; exact from 2^-44 Hz up.
  static func hertz(_ value: Double) -> Rate { Rate(value, bits: 96) }

  /// The highest rate that can be in effect.
  ///
  /// This rate is slightly above the highest rate that may be requested, because two rates are
  /// rounded up: the rate of the shortest duration, and a multiple of the rate of a line.
  static var highestInEffect: Rate { hertz(RepeatLimits.highestRate * (1 + 0x1p-50)) }

  /// The rate of one cycle in `seconds`, rounded up, so that a cycle never takes longer than
  /// requested.
  static func cycleDuration(_ seconds: Double) -> Rate {
    // 2^96 / seconds, computed as 2^(96 + bits) / (2^bits seconds). The divisor is exact: the last
    // bit of a duration is worth at least 2^-72 s, and at least 2^-60 s if the duration is at least
    // 2^-8 s.
    let bits = seconds < 0x1p-8 ? 80 : 64
    return quotient(1 << 110, 1 << (bits - 14), over: Int128(seconds, bits: bits), roundsUp: true)
  }
}

extension Position {
  init(_ position: CyclePosition) {
    self = Position(position.cycle) << 64 + Position(position.phase, bits: 64)
  }

  /// The whole cycles, rounded down.
  var cycle: WideInt { WideInt(truncatingIfNeeded: self >> 64) }
  /// The fraction of a cycle, in [0, 1), rounded down.
  @inlinable @inline(__always) var phase: Double {
    Double(UInt64(truncatingIfNeeded: self) & ~0x7ff) * 0x1p-64
  }
  var isBoundary: Bool { self & (.one - 1) == 0 }

  /// The next position that is a whole number of cycles plus `offset`, strictly beyond this
  /// position.
  func next(_ direction: WideInt, offset: Position = 0) -> Position {
    let distance = self - offset
    return (direction > 0 ? (distance & -.one) + .one : (distance - 1) & -.one) + offset
  }

  /// Whether two positions differ by at most 2^-56 cycle, and thus count as equal.
  ///
  /// Positions at two inexact times, such as the end of a third of a cycle and the time of a
  /// command, can differ by rounding alone. This is the only tolerance. Only commands and due
  /// changes use it; frames without commands and due changes never do.
  @inline(never)
  func meets(_ other: Position) -> Bool { (self - other).magnitude <= 1 << 8 }

  /// The boundary or turn that this position ``meets(_:)``, if any; otherwise this position.
  var settled: Position {
    let nearest = (self + .one / 4) & -(.one / 2)
    return meets(nearest) ? nearest : self
  }
}
