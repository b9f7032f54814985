// SPDX-License-Identifier: Apache-2.0

// The three numbers of a repeat, times, positions and rates, are integers of 128 bits. Sums and
// comparisons are exact. A product or a quotient is rounded once, in the direction that its name or
// its comment gives.

import CMath

/// An integer of 128 bits in a unit of its own; an integer literal is a number of these units.
@usableFromInline
package protocol ExactNumber: Comparable, Hashable, Sendable, BitwiseCopyable,
  ExpressibleByIntegerLiteral
{
  var units: Int128 { get set }
  init(units: Int128)
}

extension ExactNumber {
  /// A number beyond all others, for a time or a position that is never reached.
  @inlinable @inline(__always) package static var never: Self { Self(units: 1 << 126) }
  @inlinable package init(integerLiteral value: Int64) { self.init(units: Int128(value)) }

  @inlinable @inline(never) package var sign: WideInt { units > 0 ? 1 : units < 0 ? -1 : 0 }
  @inlinable package var magnitude: Self { units < 0 ? -self : self }

  @inlinable @inline(__always)
  package static func < (a: Self, b: Self) -> Bool { a.units < b.units }
  // The magnitudes of all numbers are at most `never`, so sums do not overflow. The operations wrap,
  // because the checks would take 3 KB and a tenth of a command's time.
  @inlinable package static func + (a: Self, b: Self) -> Self { Self(units: a.units &+ b.units) }
  @inlinable package static func - (a: Self, b: Self) -> Self { Self(units: a.units &- b.units) }
  @inlinable package static prefix func - (a: Self) -> Self { Self(units: 0 &- a.units) }
  @inlinable package static func += (a: inout Self, b: Self) { a = a + b }
  @inlinable package static func -= (a: inout Self, b: Self) { a = a - b }
  @inlinable package static func * (a: Self, factor: WideInt) -> Self {
    Self(units: a.units &* Int128(factor))
  }

  /// `self * part / whole`, rounded towards 0, or away from 0 if `roundsUp`.
  func scaled<Part: ExactNumber>(by part: Part, over whole: Part, roundsUp: Bool = false) -> Self {
    Self(units: quotient(units, part.units, over: whole.units, roundsUp: roundsUp))
  }
}

/// A time or a duration in units of 2^-64 s.
///
/// Every `Double` from 2^-12 s up is an exact multiple of this unit.
@usableFromInline @frozen
package struct Ticks: ExactNumber {
  @usableFromInline package var units: Int128
  @inlinable @inline(__always) package init(units: Int128) { self.units = units }

  /// A time in seconds, rounded down; within ±2^62 s.
  @inlinable package init(seconds: Double) { units = Int128(seconds, bits: 64) }

  /// As `init(seconds:)`, inlined because a call would slow down frames without events.
  @inlinable @inline(__always)
  init(inliningSeconds seconds: Double) { units = Int128(inlining: seconds, bits: 64) }

  /// The first `Double`, in seconds, that is not before this time.
  package var seconds: Double {
    let nearest = nearestSeconds
    return Ticks(seconds: nearest) < self ? nearest.nextUp : nearest
  }

  /// The largest magnitude of a time in a motion: 2e12 s.
  static var farthest: Ticks { Ticks(seconds: 2 * RepeatLimits.latestTime) }
  /// ``RepeatLimits/latestTime``.
  @inline(__always) static var latest: Ticks { Ticks(units: 1_000_000_000_000 << 64) }

  /// The time in seconds, rounded twice; for estimates.
  var nearestSeconds: Double { units.double(bits: 64) }
}

/// A position or a distance, in units of 2^-64 cycle.
@usableFromInline @frozen
package struct Position: ExactNumber {
  @usableFromInline package var units: Int128
  @inlinable @inline(__always) package init(units: Int128) { self.units = units }

  /// A number of cycles, rounded down; within ±2^62.
  package init(cycles: Double) { units = Int128(cycles, bits: 64) }
  /// A number of whole cycles.
  init(cycle: WideInt) { units = Int128(cycle) << 64 }
  init(_ position: CyclePosition) {
    self = Position(cycle: position.cycle) + Position(cycles: position.phase)
  }

  static var oneCycle: Position { Position(units: 1 << 64) }
  /// The largest magnitude of a position in a motion.
  static var farthest: Position { Position(cycle: RepeatLimits.lastCycle) * 2 }
  static var halfCycle: Position { Position(units: 1 << 63) }

  /// The position in cycles, rounded twice; for results and estimates.
  var cycles: Double { units.double(bits: 64) }
  /// The whole cycles, rounded down.
  @inlinable @inline(__always)
  var cycle: WideInt { WideInt(truncatingIfNeeded: units >> 64) }
  /// The fraction of a cycle, in [0, 1), rounded down.
  @inlinable @inline(__always)
  var phase: Double { Double(UInt64(truncatingIfNeeded: units) & ~0x7ff) * 0x1p-64 }
  /// The distance from the last boundary at or below the position.
  var fraction: Position { Position(units: units & (1 << 64 - 1)) }
  package var isBoundary: Bool { fraction == 0 }
  /// The position as a `CyclePosition`, with the phase rounded down.
  @inlinable @inline(__always)
  var cyclePosition: CyclePosition { CyclePosition(uncheckedCycle: cycle, phase: phase) }

  /// The next position that is a whole number of cycles plus `offset`, strictly beyond this
  /// position.
  func next(_ direction: WideInt, offset: Position = 0) -> Position {
    let distance = self - offset
    let floor = direction > 0 ? distance : distance - 1
    return floor - floor.fraction + (direction > 0 ? Position.oneCycle : 0) + offset
  }

  /// The tolerance of ``meets(_:)``: 2^-56 cycle.
  static var tolerance: Position { Position(units: 1 << 8) }

  /// Whether two positions differ by at most ``tolerance``, and thus count as equal.
  ///
  /// Positions at two inexact times, such as the end of a third of a cycle and the time of a
  /// command, can differ by rounding alone. This is the only tolerance. Only commands and due
  /// changes use it; frames without commands and due changes never do.
  @inline(never)
  func meets(_ other: Position) -> Bool { (self - other).magnitude <= Self.tolerance }

  /// The boundary or turn that this position ``meets(_:)``, if any; otherwise this position.
  package var snapped: Position {
    let nearest = Position(units: (units + 1 << 62) & -(1 << 63))
    return meets(nearest) ? nearest : self
  }

  /// The ticks in which a motion at `rate` covers this distance, rounded up; `never` if it takes
  /// longer than any time.
  /// - Precondition: `rate` is not 0.
  func duration(at rate: Rate) -> Ticks {
    let distance = rate < 0 ? -units : units
    return Ticks(
      units: quotient(distance, 1 << 96, over: rate.magnitude.units, roundsUp: distance > 0))
  }
}

/// A rate in units of 2^-96 cycles per second.
@usableFromInline @frozen
package struct Rate: ExactNumber {
  @usableFromInline package var units: Int128
  @inlinable @inline(__always) package init(units: Int128) { self.units = units }

  /// Cycles per second; exact from 2^-44 Hz up.
  package init(hertz: Double) { units = Int128(hertz, bits: 96) }

  /// The rate of one cycle in `seconds`, rounded up, so that a cycle never takes longer than
  /// requested.
  init(cycleDuration seconds: Double) {
    // 2^96 / seconds, computed as 2^(96 + bits) / (2^bits seconds). The divisor is exact: the last
    // bit of a duration is worth at least 2^-72 s, and at least 2^-60 s if the duration is at least
    // 2^-8 s.
    let bits = seconds < 0x1p-8 ? 80 : 64
    units = quotient(1 << 110, 1 << (bits - 14), over: Int128(seconds, bits: bits), roundsUp: true)
  }

  /// The rate that covers a distance in a time, rounded towards 0.
  init(_ distance: Position, in time: Ticks) {
    units = quotient(distance.units, 1 << 96, over: time.units)
  }

  /// Cycles per second, rounded twice; for results and estimates.
  package var hertz: Double { units.double(bits: 96) }

  /// Seconds per cycle; the duration that ``init(cycleDuration:)`` was given, bit for bit.
  var cycleDuration: Double {
    self == 0 ? .infinity : quotient(1 << 96, 1 << 64, over: magnitude.units).double(bits: 64)
  }

  /// The highest rate that can be in effect.
  ///
  /// This rate is slightly above the highest rate that may be requested, because two rates are
  /// rounded up: the rate of the shortest duration, and a multiple of the rate of a line.
  static var highestInEffect: Rate { Rate(hertz: RepeatLimits.highestRate * (1 + 0x1p-50)) }

  /// The distance covered in a time, rounded towards 0.
  @inlinable @inline(__always)
  package static func * (rate: Rate, time: Ticks) -> Position {
    Position(units: product(rate.units, time.units, shift: 96))
  }

  /// The distance covered in a time at the mean of two rates, rounded down.
  static func distance(from first: Rate, to last: Rate, in time: Ticks) -> Position {
    // The sum is twice the mean rate, so the shift is one bit longer than at a steady rate.
    Position(units: product((first + last).units, time.units, shift: 97, roundsDown: true))
  }
}

// MARK: - Positions of a program

/// The position of a repetition: the whole cycles, and the fraction of the current cycle.
///
/// `position = cycle + phase`. The whole part is an integer and the fraction is a separate
/// `Double`. After years a run is therefore as precise as in its first second.
///
/// Negative positions are not mirrored. A quarter cycle before the start is cycle -1, phase 0.75,
/// so a value that runs backwards through 0 retraces its curve.
///
/// Source: the same split as Ableton Link's beat and phase.
public struct CyclePosition: Hashable, Sendable, BitwiseCopyable {
  /// The number of completed cycles; negative before the start.
  public let cycle: WideInt

  /// The fraction of the current cycle, in [0, 1).
  ///
  /// The phase is never 1.0, even if only a rounding error separates the position from the
  /// boundary.
  public let phase: Double

  /// The largest magnitude of a position: 1e18 cycles.
  ///
  /// This leaves enough room below `Int.max` to add two positions.
  public static let limit = 1e18

  /// The start: cycle 0, phase 0.
  public static let zero = CyclePosition(cycle: 0, phase: 0)

  /// The position after `cycles` cycles.
  ///
  /// `cycle` is the largest integer not above `cycles`. If the fraction would round to 1.0, as for
  /// -1e-18, `phase` is the largest `Double` below 1. The position thus stays on its side of the
  /// boundary.
  /// - Precondition: `cycles` is finite and within ±``limit``.
  public init(_ cycles: Double) {
    precondition(
      cycles.magnitude <= Self.limit,
      "a position must be finite and within ±1e18 cycles, but is \(cycles)")
    let whole = cycles.rounded(.down)
    (cycle, phase) = (WideInt(whole), min(cycles - whole, (1.0).nextDown))
  }

  /// The position `cycle + phase`.
  /// - Precondition: `phase` is in [0, 1), `cycle` within ±``limit``.
  public init(cycle: WideInt, phase: Double) {
    self = trapping { () throws(RepeatError) in
      try CyclePosition(validatingCycle: cycle, phase: phase)
    }
  }

  /// As ``init(cycle:phase:)``, for numbers from outside the program.
  package init(validatingCycle cycle: WideInt, phase: Double) throws(RepeatError) {
    try check(cycle: cycle)
    try check(phase: phase)
    self.init(uncheckedCycle: cycle, phase: phase)
  }

  /// The position of a run, which may be beyond ±``limit``.
  @inlinable
  package init(uncheckedCycle cycle: WideInt, phase: Double) {
    self.cycle = cycle
    self.phase = phase
  }

  /// The position as one number of cycles, rounded to the nearest `Double`.
  ///
  /// Far from 0 the result may round to the next whole number. Compare positions rather than their
  /// `cycles`.
  public var cycles: Double { Double(cycle) + phase }

  /// This position moved by `cycles`, which may be negative; exact to 2^-53 of a cycle.
  /// - Precondition: `cycles` is finite, and the sum within ±``limit``.
  public func advanced(by cycles: Double) -> CyclePosition {
    precondition(cycles.magnitude <= 2 * Self.limit, "\(cycles) cycles lead beyond ±1e18")
    let sum = Position(self) + Position(cycles: cycles)
    let phase = Double(UInt64(truncatingIfNeeded: sum.units)) * 0x1p-64
    return CyclePosition(cycle: sum.cycle, phase: min(phase, (1.0).nextDown))
  }

  /// The cycles from `other` to this position; negative if this position is before `other`.
  public func cycles(since other: CyclePosition) -> Double {
    (Position(self) - Position(other)).cycles
  }
}

extension CyclePosition: Comparable {
  /// Whether `a` is before `b`.
  public static func < (a: CyclePosition, b: CyclePosition) -> Bool {
    a.cycle < b.cycle || (a.cycle == b.cycle && a.phase < b.phase)
  }
}

// MARK: - Conversions, products and quotients

extension Int128 {
  /// `value * 2^bits`, rounded down; a `Double` below 2^-1022 counts as 0.
  /// - Precondition: `value` is finite and the result within ±2^126.
  @inlinable
  package init(_ value: Double, bits: Int) { self.init(inlining: value, bits: bits) }

  @inlinable @inline(__always)
  package init(inlining value: Double, bits: Int) {
    let exponent = Int((value.bitPattern >> 52) & 0x7ff)
    let significand = exponent == 0 ? 0 : value.bitPattern & 0xf_ffff_ffff_ffff | 1 << 52
    let signed = value < 0 ? -Int128(significand) : Int128(significand)
    let shift = exponent &- (1075 &- bits)
    self = shift >= 0 ? signed &<< Int128(shift) : signed &>> Int128(Swift.min(-shift, 127))
  }

  /// `self * 2^-bits`, rounded twice.
  @inlinable
  package func double(bits: Int) -> Double {
    let size = magnitude
    let high = UInt64(truncatingIfNeeded: size >> 64)
    let value = Double(high) * 0x1p64 + Double(UInt64(truncatingIfNeeded: size))
    // 2^-bits. `Double(sign:exponent:significand:)` would take longer than everything else here.
    return (self < 0 ? -value : value) * Double(bitPattern: UInt64(1023 - bits) << 52)
  }
}

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
  let never: Int128 = 1 << 126
  let (high, low) = UInt128.wide(a.magnitude, b.magnitude)
  let isNegative = (a < 0) != (b < 0)
  guard high < c.magnitude else { return isNegative ? -never : never }
  let (quotient, remainder) = c.magnitude.dividingFullWidth((high, low))
  guard quotient < never.magnitude else { return isNegative ? -never : never }
  let size = Int128(truncatingIfNeeded: quotient) + (roundsUp && remainder > 0 ? 1 : 0)
  return isNegative ? -size : size
}

/// The least of `range` for which `holds` is true, found from an estimate.
///
/// `holds` is false up to some number and true from there on; it is true at the end of the range.
@inline(never)
func leastNumber(
  in range: ClosedRange<Int128>, near estimate: Int128, where holds: (Int128) -> Bool
) -> Int128 {
  let estimate = min(max(estimate, range.lowerBound), range.upperBound)
  // Doubles a bracket around the estimate until the bracket contains the result. `low` is the
  // greatest number known not to hold, or the number before the range.
  var (low, high) = (range.lowerBound - 1, range.upperBound)
  var step: Int128 = 1
  if holds(estimate) {
    high = estimate
    while low < high - step, holds(high - step) { (high, step) = (high - step, 2 * step) }
    low = max(low, high - step)
  } else {
    low = estimate
    while low + step < high, !holds(low + step) { (low, step) = (low + step, 2 * step) }
    high = min(high, low + step)
  }
  while high - low > 1 {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle }
  }
  return high
}
