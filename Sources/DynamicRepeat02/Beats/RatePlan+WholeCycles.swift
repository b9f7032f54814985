// SPDX-License-Identifier: Apache-2.0

extension RatePlan {
  /// The shortest way onto a leader's line in whole cycles: from a boundary on, cycles of one
  /// duration, after which the leader is at a boundary too.
  ///
  /// With the leader `gap` ahead and its period P, catching up takes `n` cycles of
  /// `P (n - gap) / n` seconds each, falling back `n` cycles of `P (n + 1 - gap) / n`: `n` as small
  /// as the bounds allow, and of the two the shorter in time; a tie goes forward. Without a delay,
  /// ``cycles`` is n, negative where the leader runs backwards; ``hold`` includes the delays.
  /// - Parameters:
  ///   - gap: Cycles from the follower, on a boundary, to the leader; only the fraction counts.
  ///   - leaderRate: Cycles per second of the leader, within the bounds; not 0.
  ///   - repeatDelay: Seconds of delay in each cycle, which count as a part of it. Default: 0.
  ///   - bounds: What the rate may be outside the delays; the slope has no meaning here.
  /// - Throws: ``LockError/rateOutOfBounds(_:least:most:)``, ``LockError/noWay(leaderRate:)``,
  ///   ``LockError/standsStill``, or what names a number that is none.
  public static func wholeCycles(
    gap: Double, leaderRate: Double, repeatDelay: Double = 0, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    let gap = try checked(distance: gap)
    guard (0...longestRamp).contains(repeatDelay) else { throw .invalidTime(repeatDelay) }
    return try wholeCycles(
      gap: gap, leaderRate: checked(rate: leaderRate), repeatDelay: repeatDelay,
      within: bounds)
  }

  /// `holdTime` includes the delays; the rates are those outside them.
  @inline(never)
  package static func wholeCycles(
    gap: DoubleDouble, leaderRate: DoubleDouble, repeatDelay: Double, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    guard leaderRate.sign != 0 else { throw .standsStill }
    let isForward = leaderRate.sign > 0
    let most = isForward ? bounds.mostRate : -bounds.leastRate
    let least = max(0, isForward ? bounds.leastRate : -bounds.mostRate)
    let delay = DoubleDouble(repeatDelay)
    let period = DoubleDouble.one / leaderRate.magnitude
    // Outside its delays the follower has to be that fast.
    let endRate = DoubleDouble.one / (period - delay)
    let signed = isForward ? endRate : -endRate
    guard period > delay, endRate.high >= least, endRate.high <= most else {
      throw .rateOutOfBounds(signed.high, least: bounds.leastRate, most: bounds.mostRate)
    }
    let direction = isForward ? gap : -gap
    let ahead = PrecisePosition(cycle: 0, fraction: direction).fraction
    guard ahead.high >= nothing, (ahead - 1).magnitude.high >= nothing else {
      return RatePlan(at: signed)
    }
    let behind = DoubleDouble.one - ahead
    let room = (period - (delay + DoubleDouble.one / DoubleDouble(most))).high
    let slack =
      least > 0 ? (delay + DoubleDouble.one / DoubleDouble(least) - period).high : .infinity
    let catchUp = count(ahead * period, perCycle: room)
    let fallBack = count(behind * period, perCycle: slack)
    guard min(catchUp, fallBack) < .infinity else { throw .noWay(leaderRate: leaderRate.high) }
    // In periods of the leader: n - gap against n + 1 - gap.
    let isCatchingUp = catchUp <= fallBack + 1
    let cycles = isCatchingUp ? catchUp : fallBack
    guard cycles <= CyclePosition.limit else { throw .tooLong(cycles * period.high) }
    let hold = period * (DoubleDouble(cycles) + (isCatchingUp ? -ahead : behind))
    let cruise = DoubleDouble.one / (hold / DoubleDouble(cycles) - delay)
    let signedCruise = isForward ? cruise : -cruise
    return try RatePlan(
      startRate: signedCruise, cruiseRate: signedCruise, endRate: signed, holdTime: hold
    ).validated()
  }

  /// How many cycles make up for `seconds`, at most so many in each.
  private static func count(_ seconds: DoubleDouble, perCycle: Double) -> Double {
    guard perCycle > 0 else { return .infinity }
    if perCycle == .infinity { return 1 }
    // A bound that is met but for roundings is met.
    return max(1, (seconds.high / perCycle * (1 - 1e-14)).rounded(.up))
  }
}
