// SPDX-License-Identifier: Apache-2.0

extension RatePlan {
  /// So many cycles in so many seconds, from one rate to another, with one cruise rate between.
  /// - Parameters:
  ///   - distance: Cycles, either sign.
  ///   - time: Seconds, above 0.
  ///   - rate: Cycles per second at the start; outside the bounds, it ramps into them first.
  ///   - endRate: Cycles per second at the end, within the bounds.
  ///   - bounds: What the rate may be, and how fast it may change.
  /// - Throws: ``LockError/outOfReach(time:nearestTime:nearestPhase:)``,
  ///   ``LockError/rateOutOfBounds(_:least:most:)``, or what names a number that is none.
  public static func arriving(
    after distance: Double, in time: Double, rate: Double, endRate: Double,
    within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    try arriving(
      after: checked(distance: distance), in: checked(time: time), rate: checked(rate: rate),
      endRate: checked(rate: endRate), within: bounds)
  }

  /// At a phase that lies `phase` cycles ahead, and perhaps whole cycles more or less.
  ///
  /// Of the laps that are possible, the gentlest: the cruise rate nearest to the mean of the rates
  /// at both ends; a tie goes to the faster. The parameters and errors are those of
  /// ``arriving(after:in:rate:endRate:within:)``.
  public static func arriving(
    atPhase phase: Double, in time: Double, rate: Double, endRate: Double,
    within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    try arriving(
      atPhase: checked(distance: phase), in: checked(time: time), rate: checked(rate: rate),
      endRate: checked(rate: endRate), around: nil, within: bounds)
  }

  @inline(never)
  package static func arriving(
    after distance: DoubleDouble, in time: DoubleDouble, rate: DoubleDouble,
    endRate: DoubleDouble, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    let room = try ArrivalRoom(rate: rate, endRate: endRate, in: time, within: bounds)
    if let plan = room.plan(for: distance) { return try plan.validated() }
    throw room.outOfReach(from: distance.high, laps: 1)
  }

  /// The same with the laps open; `around` is the cruise rate to depart from least.
  @inline(never)
  package static func arriving(
    atPhase phase: DoubleDouble, in time: DoubleDouble, rate: DoubleDouble,
    endRate: DoubleDouble, around: Double?, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    let room = try ArrivalRoom(rate: rate, endRate: endRate, in: time, within: bounds)
    let ahead = PrecisePosition(cycle: 0, fraction: phase).fraction
    let middle = around ?? (rate.high + endRate.high) / 2
    // The nearest laps on both sides of the rate wanted, or of the nearest one possible.
    let wanted = room.distance(atCruise: room.nearest(to: middle))
    let lap = (wanted - ahead.high).rounded(.down)
    var best: RatePlan?
    for offset in -1...2 {
      guard let plan = room.plan(for: ahead + DoubleDouble(lap) + Double(offset)) else { continue }
      let departure = (plan.cruiseHertz - middle).magnitude
      let least = best.map { ($0.cruiseHertz - middle).magnitude } ?? .infinity
      // From the slowest to the fastest: a later one of a tie is the faster.
      if departure <= least + 1e-12 * middle.magnitude { best = plan }
    }
    if let best { return try best.validated() }
    // Where not even the ramp from one rate to the other fits: the laps when it just does.
    let first = room.shortRamp.map { ($0 * middle - ahead.high).rounded(.down) } ?? lap
    throw room.outOfReach(from: ahead.high + first - 2, laps: 6)
  }

  /// The present rate is kept until the way that the ramp to `endRate` needs is left; then the
  /// ramp: "stop at that phase".
  /// - Parameters:
  ///   - phase: Cycles from here to the phase; whole ones do not count.
  ///   - rate: Cycles per second now, within the bounds; not 0.
  ///   - endRate: Cycles per second at the end, within the bounds.
  ///   - bounds: What the rate may be, and how fast it may change.
  /// - Throws: ``LockError/standsStill`` at rate 0, ``LockError/tooLong(_:)``, or as
  ///   ``arriving(after:in:rate:endRate:within:)``.
  public static func keepingRate(
    toPhase phase: Double, rate: Double, endRate: Double, within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    try keepingRate(
      toPhase: checked(distance: phase), rate: checked(rate: rate), endRate: checked(rate: endRate),
      within: bounds)
  }

  @inline(never)
  package static func keepingRate(
    toPhase phase: DoubleDouble, rate: DoubleDouble, endRate: DoubleDouble,
    within bounds: LockBounds
  ) throws(LockError) -> RatePlan {
    guard bounds.contains(rate.high), bounds.contains(endRate.high) else {
      let wrong = bounds.contains(rate.high) ? endRate : rate
      throw .rateOutOfBounds(wrong.high, least: bounds.leastRate, most: bounds.mostRate)
    }
    guard rate.sign != 0 else { throw .standsStill }
    let ramp = (rate - endRate).magnitude.high / bounds.meanSlope
    // Beyond this, the cycles of the ramp are more than can be counted.
    guard ramp <= longestRamp else { throw .tooLong(ramp) }
    let left = phase - (rate + endRate) * (ramp / 2)
    // The way before the ramp, in the direction of motion.
    let way = PrecisePosition(cycle: 0, fraction: rate.sign > 0 ? left : -left).fraction
    return try RatePlan(
      startRate: rate, cruiseRate: rate, endRate: endRate, holdTime: way / rate.magnitude,
      rampOut: ramp, shape: bounds.shape
    ).validated()
  }
}

/// What can be reached in a time, between two rates.
///
/// The distance at a cruise rate c is `c T - ((c - v0) |c - v0| + (c - v1) |c - v1|) / 2a`: it grows
/// with c, so that the rates possible, an interval, give the distances possible.
private struct ArrivalRoom {
  let rate: DoubleDouble
  let endRate: DoubleDouble
  let time: DoubleDouble
  let bounds: LockBounds
  let slope: Double
  /// The cruise rates possible: where the first is above the second, none.
  let leastCruise: Double
  let mostCruise: Double

  init(rate: DoubleDouble, endRate: DoubleDouble, in time: DoubleDouble, within bounds: LockBounds)
    throws(LockError)
  {
    guard bounds.contains(endRate.high) else {
      throw .rateOutOfBounds(endRate.high, least: bounds.leastRate, most: bounds.mostRate)
    }
    self.rate = rate
    self.endRate = endRate
    self.time = time
    self.bounds = bounds
    slope = bounds.meanSlope
    let (sum, change) = (rate.high + endRate.high, slope * time.high)
    // The ramps to and from the cruise rate must fit in the time.
    let fits = (rate.high - endRate.high).magnitude <= change
    leastCruise = fits ? max(bounds.leastRate, (sum - change) / 2) : .infinity
    mostCruise = fits ? min(bounds.mostRate, (sum + change) / 2) : -.infinity
  }

  /// Seconds from one rate straight to the other, where the time is shorter.
  var shortRamp: Double? {
    let ramp = (rate.high - endRate.high).magnitude / slope
    return ramp > time.high ? ramp : nil
  }

  /// The possible cruise rate nearest to another; that one where none is possible.
  func nearest(to cruise: Double) -> Double {
    leastCruise <= mostCruise ? min(max(cruise, leastCruise), mostCruise) : cruise
  }

  func distance(atCruise cruise: Double) -> Double {
    let (fromStart, toEnd) = (cruise - rate.high, cruise - endRate.high)
    return cruise * time.high
      - (fromStart * fromStart.magnitude + toEnd * toEnd.magnitude) / (2 * slope)
  }

  /// The plan for a distance, if it is possible.
  @inline(never)
  func plan(for distance: DoubleDouble) -> RatePlan? {
    guard leastCruise <= mostCruise else { return nil }
    let estimate = cruise(for: distance.high)
    // Far outside: not a matter of rounding.
    let margin = 1e-9 * max(1, estimate.magnitude)
    guard estimate >= leastCruise - margin, estimate <= mostCruise + margin else { return nil }
    let within = min(max(estimate, leastCruise), mostCruise)
    let rampIn = (within - rate.high).magnitude / slope
    var rampOut = (within - endRate.high).magnitude / slope
    var hold = time - rampIn - rampOut
    if hold.sign < 0 {
      // By no more than a rounding: the ramp out ends with the time.
      rampOut = max(0, (time - rampIn).high.nextDown)
      hold = max(.zero, time - rampIn - rampOut)
    }
    // With the ramps' durations rounded, this cruise rate covers the distance exactly.
    let ramps = rate * (rampIn / 2) + endRate * (rampOut / 2)
    let cruise = (distance - ramps) / (hold + rampIn / 2 + rampOut / 2)
    guard bounds.contains(cruise.high), isSteepEnough(cruise.high, rampIn, rampOut) else {
      return nil
    }
    return RatePlan(
      startRate: slope == .infinity ? cruise : rate, cruiseRate: cruise, endRate: endRate,
      rampIn: rampIn, holdTime: hold, rampOut: rampOut, shape: bounds.shape)
  }

  /// Whether the ramps are no steeper than allowed, but for roundings.
  private func isSteepEnough(_ cruise: Double, _ rampIn: Double, _ rampOut: Double) -> Bool {
    if slope == .infinity { return true }
    let slack = 1e-9 * max(1, rate.high.magnitude, endRate.high.magnitude, cruise.magnitude)
    return (cruise - rate.high).magnitude <= slope * rampIn + slack
      && (cruise - endRate.high).magnitude <= slope * rampOut + slack
  }

  /// The cruise rate for a distance, perhaps not a possible one.
  ///
  /// Of the three closed forms, the one whose ramps go the way that it says.
  private func cruise(for distance: Double) -> Double {
    let (v0, v1, time) = (rate.high, endRate.high, time.high)
    if slope == .infinity { return distance / time }
    let (low, high) = (min(v0, v1), max(v0, v1))
    let squares = 2 * (v0 * v0 + v1 * v1)
    if distance > self.distance(atCruise: high) {
      let sum = v0 + v1 + slope * time
      let product = squares + 4 * slope * distance
      let root = max(0, sum * sum - product).squareRoot()
      // The same as below, without the cancellation.
      return sum > 0 ? product / (2 * (sum + root)) : (sum - root) / 2
    }
    if distance < self.distance(atCruise: low) {
      let sum = v0 + v1 - slope * time
      let product = squares - 4 * slope * distance
      let root = max(0, sum * sum - product).squareRoot()
      return sum < 0 ? product / (2 * (sum - root)) : (sum + root) / 2
    }
    let ramp = (high - low) / slope
    let left = time - ramp
    return left > 0 ? (distance - (high + low) * ramp / 2) / left : low
  }

  // MARK: - What would be possible

  /// The error that names the nearest time, and the nearest distance at this time.
  /// - Parameters:
  ///   - first: The distance, or the first of several.
  ///   - laps: How many there are, each a cycle more than the one before.
  @inline(never)
  func outOfReach(from first: Double, laps: Int) -> LockError {
    var nearestTime: Double?
    var nearestDistance: Double?
    for lap in 0..<laps {
      let lap = first + Double(lap)
      visitTimesAtLimits(for: lap) { candidate in
        let isNearer =
          nearestTime.map { (candidate - time.high).magnitude < ($0 - time.high).magnitude } ?? true
        if isNearer, let time = possible(candidate, for: lap) { nearestTime = time }
      }
      guard leastCruise <= mostCruise else { continue }
      let reached = min(
        max(lap, distance(atCruise: leastCruise)), distance(atCruise: mostCruise))
      let isNearer = nearestDistance.map { (reached - lap).magnitude < ($0 - lap).magnitude }
      if isNearer ?? true { nearestDistance = reached }
    }
    return .outOfReach(time: time.high, nearestTime: nearestTime, nearestPhase: nearestDistance)
  }

  /// The times at which a distance needs a bound's rate all the way, or a peak without a hold.
  ///
  /// What is possible ends at one of these. Without an array: a C library allocates nothing.
  private func visitTimesAtLimits(for distance: Double, _ body: (Double) -> Void) {
    let (v0, v1) = (rate.high, endRate.high)
    for index in 0..<2 {
      let cruise = index == 0 ? bounds.leastRate : bounds.mostRate
      guard cruise != 0 else { continue }
      let ramps = -self.distance(atCruise: cruise) + cruise * time.high
      body((distance + ramps) / cruise)
    }
    guard slope < .infinity else { return }
    body((v1 - v0).magnitude / slope)
    for index in 0..<4 {
      let sign = index < 2 ? 1.0 : -1
      let square = (v0 * v0 + v1 * v1) / 2 + sign * slope * distance
      guard square >= 0 else { continue }
      let cruise = index.isMultiple(of: 2) ? square.squareRoot() : -square.squareRoot()
      body(sign * (2 * cruise - v0 - v1) / slope)
    }
  }

  /// The time, or one just beside it, if the distance can be covered in it.
  ///
  /// Preferably a billionth inside of what is possible: the caller may round it.
  private func possible(_ candidate: Double, for distance: Double) -> Double? {
    for index in 0..<5 {
      let slack = index < 2 ? 1e-9 : index == 2 ? 0 : 1e-12
      let time = candidate * (index.isMultiple(of: 2) ? 1 + slack : 1 - slack)
      guard time > 0, time <= RepeatLeader.latestTime,
        let room = try? ArrivalRoom(
          rate: rate, endRate: endRate, in: DoubleDouble(time), within: bounds),
        room.plan(for: DoubleDouble(distance)) != nil
      else { continue }
      return time
    }
    return nil
  }
}
