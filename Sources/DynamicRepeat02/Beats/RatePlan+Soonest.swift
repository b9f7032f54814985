// SPDX-License-Identifier: Apache-2.0

extension RatePlan {
  /// The shortest way onto a leader's line: to its position, at its rate, within the bounds.
  ///
  /// Gaps that differ by whole cycles are the same to the eye: of the nearest on both sides of what
  /// braking alone covers, the one that takes less time; a tie goes forward. A gap below 1e-18
  /// cycle is none.
  /// - Parameters:
  ///   - gap: Cycles from the follower to the leader; finite.
  ///   - leaderRate: Cycles per second of the leader, within the bounds.
  ///   - rate: Cycles per second of the follower; outside the bounds, it brakes into them first.
  ///   - bounds: What the rate may be, and how fast it may change.
  /// - Throws: ``LockError/rateOutOfBounds(_:least:most:)``, ``LockError/noWay(leaderRate:)``,
  ///   ``LockError/tooLong(_:)``, or what names a number that is none.
  /// Source: time-optimal control of a double integrator with bounded rate: bang, hold, bang. L.
  /// Berscheid, T. Kröger, "Jerk-limited real-time trajectory generation with arbitrary target
  /// states" (2021) computes the same durations.
  public static func soonest(
    gap: Double, leaderRate: Double, rate: Double, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    try soonest(
      gap: checked(distance: gap), leaderRate: checked(rate: leaderRate), rate: checked(rate: rate),
      within: bounds)
  }

  /// Cycles, or cycles per second, that are none: far above the roundings, and far below what a
  /// `Double` shows.
  static let nothing = 1e-18

  @inline(never)
  package static func soonest(
    gap: DoubleDouble, leaderRate: DoubleDouble, rate: DoubleDouble, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    guard bounds.contains(leaderRate.high) else {
      throw .rateOutOfBounds(leaderRate.high, least: bounds.leastRate, most: bounds.mostRate)
    }
    // The gap ahead, in 0..<1.
    var ahead = PrecisePosition(cycle: 0, fraction: gap).fraction
    if ahead.high < nothing || (ahead - 1).magnitude.high < nothing { ahead = .zero }
    let excess = (rate - leaderRate).high
    if bounds.slope == .infinity || (ahead == .zero && excess.magnitude < nothing) {
      return try soonestAtOnce(ahead: ahead, leaderRate: leaderRate, within: bounds).validated()
    }
    let slope = bounds.meanSlope
    let braking = excess * excess.magnitude / (2 * slope)
    let lap = DoubleDouble((braking - ahead.high).rounded(.down))
    // Down onto the line, or along it backwards; and up onto it.
    let below = Approach(
      gap: ahead + lap, excess: excess, slope: slope,
      limit: (leaderRate - bounds.leastRate).high, isForward: false)
    let above = Approach(
      gap: ahead + lap + 1, excess: excess, slope: slope,
      limit: (DoubleDouble(bounds.mostRate) - leaderRate).high, isForward: true)
    guard min(below.duration, above.duration) < .infinity else {
      throw .noWay(leaderRate: leaderRate.high)
    }
    let isTie = (above.duration - below.duration).magnitude <= 1e-12 * below.duration
    let approach = isTie || above.duration < below.duration ? above : below
    return try approach.plan(leaderRate: leaderRate, rate: rate, within: bounds).validated()
  }

  /// At a bound all the way, since the rate may change at once.
  private static func soonestAtOnce(
    ahead: DoubleDouble, leaderRate: DoubleDouble, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    guard ahead != .zero else { return RatePlan(at: leaderRate) }
    let up = DoubleDouble(bounds.mostRate) - leaderRate
    let down = leaderRate - bounds.leastRate
    guard up.sign > 0 || down.sign > 0 else { throw .noWay(leaderRate: leaderRate.high) }
    let behind = DoubleDouble.one - ahead
    // T = ahead / up or behind / down, without dividing by 0; a rounding is a tie.
    let isForward = (ahead * down).high <= (behind * up).high * (1 + 1e-12)
    let cruise = DoubleDouble(isForward ? bounds.mostRate : bounds.leastRate)
    return RatePlan(
      startRate: cruise, cruiseRate: cruise, endRate: leaderRate,
      holdTime: isForward ? ahead / up : behind / down)
  }
}

/// One way onto the leader's line, seen from the leader: rates are differences from its rate.
private struct Approach {
  let gap: DoubleDouble
  let isForward: Bool
  let slope: Double
  /// The rate at the start, in the direction of the approach, as are those below.
  let start: Double
  let peak: Double
  let limit: Double
  /// Seconds.
  let duration: Double

  init(gap: DoubleDouble, excess: Double, slope: Double, limit: Double, isForward: Bool) {
    self.gap = gap
    self.isForward = isForward
    self.slope = slope
    self.limit = limit
    let sign = isForward ? 1.0 : -1.0
    start = sign * excess
    let distance = sign * gap.high
    let peak = max(0, slope * distance + start * start / 2).squareRoot()
    self.peak = min(peak, limit)
    if peak <= limit {
      duration = (2 * peak - start) / slope
    } else if limit > 0 {
      let rampIn = (limit - start).magnitude / slope
      let ramps = rampIn * (start + limit) / 2 + limit * limit / (2 * slope)
      duration = rampIn + limit / slope + (distance - ramps) / limit
    } else {
      duration = .infinity
    }
  }

  @inline(never)
  func plan(leaderRate: DoubleDouble, rate: DoubleDouble, within bounds: LockBounds) -> RatePlan {
    let rampIn = (peak - start).magnitude / slope
    let rampOut = peak / slope
    guard rampIn + rampOut > 0 else { return RatePlan(at: leaderRate) }
    let excess = rate - leaderRate
    // With the ramps' durations rounded, this peak covers the gap exactly.
    let exact = (gap * 2 - excess * rampIn) / DoubleDouble(sum: rampIn, rampOut)
    let bound = DoubleDouble(isForward ? bounds.mostRate : bounds.leastRate)
    let most = bound - leaderRate
    if isForward ? exact <= most : exact >= most {
      return RatePlan(
        startRate: rate, cruiseRate: leaderRate + exact, endRate: leaderRate, rampIn: rampIn,
        rampOut: rampOut, shape: bounds.shape)
    }
    let ramps = (excess + most) * (rampIn / 2) + most * (rampOut / 2)
    return RatePlan(
      startRate: rate, cruiseRate: bound, endRate: leaderRate, rampIn: rampIn,
      holdTime: (gap - ramps) / most, rampOut: rampOut, shape: bounds.shape)
  }
}
