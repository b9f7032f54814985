// SPDX-License-Identifier: Apache-2.0

/// A cycle position whose fraction has twice the precision of a `Double`.
///
/// Controllers anchor their motion in one: re-anchored a million times, it is still within 1e-20 of
/// a cycle. ``CyclePosition`` is what it shows to the outside.
@usableFromInline
package struct PrecisePosition: Hashable, Sendable {
  @usableFromInline package let cycle: WideInt

  /// In [0, 1).
  @usableFromInline package let fraction: DoubleDouble

  /// The position `cycle + fraction`, whatever finite size `fraction` has.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package init(cycle: WideInt, fraction: DoubleDouble) {
    let whole = fraction.floor
    self.cycle = cycle &+ whole
    guard whole != 0 else {
      self.fraction = fraction
      return
    }
    // A whole number within 2^53 is a `Double`, and takes the shorter difference: its low part is
    // 0, so the longer one would only join the two parts of the shorter one's result once more.
    // They are one number's parts: `high - whole` is 0, or a multiple of `high`'s last bit and so
    // above `low`.
    self.fraction =
      whole.magnitude <= 1 << 53
      ? fraction - Double(whole) : fraction - DoubleDouble(exactly: whole)
  }

  package init(_ position: CyclePosition) {
    cycle = position.cycle
    fraction = DoubleDouble(position.phase)
  }

  /// A number of half cycles: the boundaries and turns.
  package init(crossing: WideInt, crossingsPerCycle: WideInt) {
    let whole = crossing.flooredQuotient(by: crossingsPerCycle)
    cycle = whole
    fraction = DoubleDouble(
      Double(crossing - whole * crossingsPerCycle) / Double(crossingsPerCycle))
  }

  /// The fraction as a `Double` in [0, 1): what would round to 1.0 stays just below it.
  package var phase: Double { min(fraction.high, (1.0).nextDown) }

  package var isAtBoundary: Bool { fraction == .zero }

  package func advanced(by cycles: DoubleDouble) -> PrecisePosition {
    PrecisePosition(cycle: cycle, fraction: fraction + cycles)
  }

  /// Cycles from `other` to this position.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package func distance(from other: PrecisePosition) -> DoubleDouble {
    DoubleDouble(exactly: cycle - other.cycle) + (fraction - other.fraction)
  }

  /// The next cycle boundary strictly beyond this position, upwards (`direction` > 0) or downwards.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package func nextBoundary(direction: WideInt) -> PrecisePosition {
    let next = direction > 0 ? cycle + 1 : (isAtBoundary ? cycle - 1 : cycle)
    return PrecisePosition(cycle: next, fraction: .zero)
  }

  /// The last crossing at or before this position, counting `crossingsPerCycle` (1 or 2) from
  /// position 0.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  package func lastCrossing(perCycle crossingsPerCycle: WideInt) -> WideInt {
    let withinCycle: WideInt = crossingsPerCycle == 2 && fraction >= DoubleDouble(0.5) ? 1 : 0
    return cycle * crossingsPerCycle + withinCycle
  }

  /// The first crossing at or after this position.
  package func nextCrossing(perCycle crossingsPerCycle: WideInt) -> WideInt {
    let last = lastCrossing(perCycle: crossingsPerCycle)
    return PrecisePosition(crossing: last, crossingsPerCycle: crossingsPerCycle) == self
      ? last : last + 1
  }
}

extension PrecisePosition: Comparable {
  @usableFromInline
  package static func < (a: PrecisePosition, b: PrecisePosition) -> Bool {
    a.cycle < b.cycle || (a.cycle == b.cycle && a.fraction < b.fraction)
  }
}

extension WideInt {
  /// The quotient rounded towards negative infinity.
  package func flooredQuotient(by divisor: WideInt) -> WideInt {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

#if !hasFeature(Embedded)
  extension PrecisePosition: Codable {
    @usableFromInline
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      cycle = try container.decode(WideInt.self, forKey: .cycle)
      fraction = try container.decode(DoubleDouble.self, forKey: .fraction)
      try container.require(
        cycle.magnitude <= UInt(CyclePosition.farthest), .cycle,
        "cycle must be within ±4e18, but is \(cycle)")
      try container.require(
        fraction >= .zero && fraction < .one, .fraction,
        "fraction must be at least 0 and below 1, but is \(fraction.high)")
    }
  }
#endif
