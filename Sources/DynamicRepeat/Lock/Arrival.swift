// SPDX-License-Identifier: Apache-2.0

/// The point that ``RepeatController/arrive(at:by:then:within:)`` reaches.
public enum ArrivalPoint: Hashable, Sendable, BitwiseCopyable {
  /// A phase in [0, 1), in the cycle that needs the smallest change of rate.
  case phase(Double)
  /// A position of the run: whole cycles and a phase.
  case position(CyclePosition)
}

extension RepeatController {
  /// Reaches a point at a given time, and continues from there at a given rate.
  /// - Parameters:
  ///   - point: The target point.
  ///   - time: Seconds, after ``now`` and at most 1e12.
  ///   - rate: The rate from the arrival on, which becomes the requested rate. Default: the
  ///     requested rate, with its sign changed by the reversals made since the request.
  ///   - bounds: Limits of the rate until the arrival; the settings' `maxFlashRate` narrows them.
  /// - Throws: ``RepeatError/outOfReach(nearestTime:limit:)``, with the nearest possible time, if the
  ///   bounds do not allow the arrival; otherwise as ``lock(to:within:)``. An error leaves the
  ///   repeat unchanged.
  public mutating func arrive(
    at point: ArrivalPoint, by time: Double, then rate: RepeatRate? = nil, within bounds: RateBounds
  ) throws(RepeatError) {
    try check(time: time)
    guard time > now else { throw .timeHasPassed(time: time, now: now) }
    try rate?.validate()
    switch point {
    case .position(let target): try check(cycle: target.cycle)
    case .phase(let phase): try check(phase: phase)
    }
    let limits = try flashLimited(bounds)
    try changeAtomically { (repeating) throws(RepeatError) in
      try repeating.setOut(to: point, by: time, then: rate, within: limits)
    }
  }

  private mutating func setOut(
    to point: ArrivalPoint, by time: Double, then rate: RepeatRate?,
    within limits: (bounds: RateBounds, limit: Double)
  ) throws(RepeatError) {
    let present = try presentMotion()
    let endRate =
      rate?.inEffect(direction: comingDirection, limit: settings.cycleRateLimit) ?? requestInEffect
    guard limits.bounds.contains(endRate.hertz) else { throw .rateOutOfBounds(endRate.hertz) }
    let (gap, step): (Position, Double) =
      switch point {
      case .position(let target): (Position(target) - present.position, .infinity)
      case .phase(let phase): ((Position(cycles: phase) - present.position).fraction, 1)
      }
    let planner = ArrivalPlanner(
      gap: gap, step: step, rate: motion.rate(at: present.time), endRate: endRate,
      within: limits.bounds)
    let ticks = Ticks(seconds: time) - present.time
    guard let approach = planner.approach(in: ticks) else {
      throw .outOfReach(
        nearestTime: planner.nearestTime(from: present.time, to: time), limit: limits.limit)
    }
    let end = RepeatLine(
      time: present.time + ticks, position: present.position + approach.gap, rate: endRate)
    follow(approach, to: end, at: present, as: .arriving)
    if let rate { storeRequest(rate, inEffect: endRate) }
  }
}

/// The distances that a motion within bounds can cover in a given time, from one rate to another.
///
/// The motion ramps from its rate v0 to a cruise rate c, holds c, and ramps to the end rate v1. Let
/// a be the slope of both ramps, and T the whole time. At the rate c throughout, the motion would
/// cover `c T`. The first ramp makes this less by `(c - v0) |c - v0| / 2a`, and the last ramp by
/// `(c - v1) |c - v1| / 2a`. The distance grows with c, so the interval of possible cruise rates
/// gives an interval of distances.
struct ArrivalPlanner {
  /// The distance to cover, and the step between equivalent distances: 1 cycle if only the phase
  /// matters, infinite if there is only one distance.
  private let gap: Position
  private let step: Double
  private let rate: Rate
  private let endRate: Rate
  private let bounds: RateBounds
  private let first: Double
  private let last: Double
  /// The shortest time in which ramps lead to the end rate.
  private let shortest: Double

  init(gap: Position, step: Double, rate: Rate, endRate: Rate, within bounds: RateBounds) {
    (self.gap, self.step) = (gap, step)
    (self.rate, self.endRate, self.bounds) = (rate, endRate, bounds)
    (first, last) = (rate.hertz, endRate.hertz)
    let (low, high) = (2 * bounds.minimumRate, 2 * bounds.maximumRate)
    let change = max((first - last).magnitude, first + last - high, low - first - last)
    shortest = change / bounds.slope
  }

  /// The lowest and the highest cruise rate in a time that is not below ``shortest``.
  private func cruises(in time: Double) -> (low: Double, high: Double) {
    let (sum, change) = (first + last, bounds.slope * time)
    return (
      max(bounds.minimumRate, (sum - change) / 2), min(bounds.maximumRate, (sum + change) / 2)
    )
  }

  private func distance(_ cruise: Double, in time: Double) -> Double {
    let (a, b) = (cruise - first, cruise - last)
    return cruise * time - (a * a.magnitude + b * b.magnitude) / (2 * bounds.slope)
  }

  /// The shortest and the longest distance in a time that is not below ``shortest``.
  private func distances(in time: Double) -> (least: Double, most: Double) {
    let (low, high) = cruises(in: time)
    return (distance(low, in: time), distance(high, in: time))
  }

  /// The cruise rate for a distance, between two rates whose distances enclose it.
  private func cruise(
    for distance: Double, in time: Double, _ low: Double, _ high: Double
  ) -> Double {
    edge(from: low, to: high) { self.distance($0, in: time) >= distance }
  }

  /// The approach that covers exactly this distance in this time; `nil` if there is none.
  private func approach(for gap: Position, in ticks: Ticks) -> Approach? {
    let (time, distance) = (ticks.nearestSeconds, gap.cycles)
    let ((low, high), (least, most)) = (cruises(in: time), distances(in: time))
    let slack = 1e-12 * max(1, distance.magnitude)
    guard time >= shortest * (1 - 0x1p-50), distance >= least - slack, distance <= most + slack
    else { return nil }
    let cruise = cruise(for: distance, in: time, low, high)
    func ramp(from rate: Double) -> Ticks {
      Ticks(seconds: min((cruise - rate).magnitude / bounds.slope, time))
    }
    let entry = min(ramp(from: first), ticks)
    let out = min(ramp(from: last), ticks - entry)
    return Approach.solved(
      covering: gap, from: rate, to: endRate, (entry, ticks - entry - out, out))
  }

  /// Of the plans for all equivalent distances, the one whose cruise rate is nearest to the mean of
  /// the present rate and the end rate; `nil` if there is no approach.
  ///
  /// On a tie, the faster approach wins.
  func approach(in ticks: Ticks) -> Approach? {
    guard step == 1 else { return approach(for: gap, in: ticks) }
    let time = ticks.nearestSeconds
    let middle = (first + last) / 2
    let (low, high) = cruises(in: time)
    let wanted = min(max(middle, low), high)
    let estimate = (distance(wanted, in: time) - gap.cycles).rounded(.down)
    guard estimate.magnitude <= 1e18 else { return nil }
    let laps = WideInt(estimate)
    var best: Approach?
    for lap in laps - 1...laps + 2 {
      guard let approach = approach(for: gap + Position(cycle: lap), in: ticks) else { continue }
      func departure(_ approach: Approach) -> Double { (approach.cruise.hertz - middle).magnitude }
      if best.map({ departure(approach) <= departure($0) + 1e-12 * middle.magnitude }) ?? true {
        best = approach
      }
    }
    return best
  }

  /// The possible arrival time that is nearest to the impossible `time`; infinite if there is none.
  func nearestTime(from start: Ticks, to time: Double) -> Double {
    let (now, wanted) = (start.seconds, (Ticks(seconds: time) - start).nearestSeconds)
    // The result is rounded to a `Double`. If the interval of possible times is narrow, the rounded
    // time can be outside it. The second search therefore keeps a margin, in cycles.
    let rounding = max(now.magnitude, time.magnitude).ulp
    let highest = max(bounds.minimumRate.magnitude, bounds.maximumRate.magnitude)
    for margin in [0, 4 * rounding * highest + 1e-12] {
      let duration = nearestDuration(to: wanted, margin: margin)
      var nearest = now + duration
      // Rounds away from the impossible time.
      let excess = nearest - now - duration
      if duration > wanted, excess < 0 { nearest = nearest.nextUp }
      if duration < wanted, excess > 0 { nearest = nearest.nextDown }
      if duration < .infinity, approach(in: Ticks(seconds: nearest) - start) != nil {
        return nearest
      }
    }
    return .infinity
  }

  /// The duration nearest to `time` in which one of the equivalent distances is possible, with
  /// `margin` cycles to spare; infinite if there is none.
  private func nearestDuration(to time: Double, margin: Double) -> Double {
    // The interval of distances only widens with time.
    func isWide(_ time: Double) -> Bool {
      let (least, most) = distances(in: time)
      return time >= shortest && most - least >= 2 * margin
    }
    let longest = 1e9
    guard isWide(longest) else { return .infinity }
    let earliest = max(edge(from: 0, to: longest, isWide), 1e-6)
    let start = max(time, earliest)
    let distance = gap.cycles
    let most = distances(in: start).most - margin
    let isTooNear = step == .infinity && distance <= most
    let lap = distance + ((most - distance) / step).rounded(.down) * step
    let below = step < .infinity ? lap : isTooNear ? distance : -.infinity
    let above = step < .infinity ? lap + step : isTooNear ? .infinity : distance
    // At `start`, the longest distance is less than `above`, and the shortest more than `below`.
    // As a function of the time, the longest distance is convex, and the shortest is concave.
    // Therefore, on each side of `start`, a longest distance that has reached `above` stays above
    // it, and a shortest distance that has reached `below` stays below it.
    func isReached(_ time: Double) -> Bool {
      let (least, most) = distances(in: time)
      return least + margin <= below || most - margin >= above
    }
    let later = isReached(longest) ? edge(from: start, to: longest, isReached) : .infinity
    let earlier =
      earliest < time && isReached(earliest)
      ? edge(from: start, to: earliest, isReached) : .infinity
    return (later - time).magnitude <= (earlier - time).magnitude ? later : earlier
  }

  /// The number nearest to `near` for which a condition holds.
  ///
  /// The condition must hold at `far`, and at every number between the result and `far`.
  private func edge(from near: Double, to far: Double, _ holds: (Double) -> Bool) -> Double {
    var (near, far) = (near, far)
    while true {
      let middle = near + (far - near) / 2
      guard middle != near, middle != far else { return far }
      if holds(middle) { far = middle } else { near = middle }
    }
  }
}
