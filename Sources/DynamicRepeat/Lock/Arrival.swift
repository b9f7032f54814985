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
  ///     requested rate, with its sign changed by the reversals made since the request; 0 if the
  ///     repeat is held.
  ///   - bounds: Limits of the rate until the arrival; the settings' `maxFlashRate` narrows them.
  /// - Throws: ``RepeatError/outOfReach(nearestTime:)``, with the nearest possible time, if the
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
    let limits = try bounds.limited(to: settings.maxFlashRate)
    try changeAtomically { (repeating) throws(RepeatError) in
      try repeating.setOut(to: point, by: time, then: rate, within: limits)
    }
  }

  private mutating func setOut(
    to point: ArrivalPoint, by time: Double, then rate: RepeatRate?, within limits: RateBounds
  ) throws(RepeatError) {
    let (start, position) = try presentMotion()
    let endRate =
      rate?.inEffect(direction: comingDirection, limit: settings.maxFlashRate) ?? rateWithoutLock
    guard limits.contains(endRate.double(bits: 96)) else {
      throw .rateOutOfBounds(endRate.double(bits: 96))
    }
    let planner = ArrivalPlanner(rate: motion.rate(at: start), endRate: endRate, within: limits)
    let ticks = Ticks(time, bits: 64) - start
    let plan: CatchUp
    switch point {
    case .position(let target):
      plan = try planner.plan(for: Position(target) - position, in: ticks, now: now)
    case .phase(let phase):
      let ahead = (Position(phase, bits: 64) - position) & (.one - 1)
      plan = try planner.gentlestPlan(ahead: ahead, in: ticks, now: now)
    }
    let end = RepeatLine(time: start + ticks, position: position + plan.gap, rate: endRate)
    follow(plan, to: end, from: start, position, as: .arriving)
    if let rate { note(rate, inEffect: endRate) }
  }
}

/// The distances that a motion within bounds can cover in a given time, from one rate to another.
///
/// With the slope a, a ramp from v0 to c, a cruise at c, and a ramp from c to v1 cover `c T - ((c -
/// v0) |c - v0| + (c - v1) |c - v1|) / 2a` in the time T. This distance grows with c, so the
/// interval of possible rates gives an interval of distances.
struct ArrivalPlanner {
  let rate: Rate
  let endRate: Rate
  let bounds: RateBounds
  private let first: Double
  private let last: Double
  private let slope: Double

  init(rate: Rate, endRate: Rate, within bounds: RateBounds) {
    (self.rate, self.endRate, self.bounds) = (rate, endRate, bounds)
    (first, last) = (rate.double(bits: 96), endRate.double(bits: 96))
    slope = bounds.slope
  }

  /// The possible cruise rates in `time` seconds; nil if the ramps do not fit.
  private func cruises(in time: Double) -> (low: Double, high: Double)? {
    if slope == .infinity { return (bounds.minimumRate, bounds.maximumRate) }
    guard (first - last).magnitude <= slope * time else { return nil }
    let (sum, change) = (first + last, slope * time)
    let low = max(bounds.minimumRate, (sum - change) / 2)
    let high = min(bounds.maximumRate, (sum + change) / 2)
    return low <= high ? (low, high) : nil
  }

  private func distance(_ cruise: Double, in time: Double) -> Double {
    let (a, b) = (cruise - first, cruise - last)
    return cruise * time
      - (slope == .infinity ? 0 : (a * a.magnitude + b * b.magnitude) / (2 * slope))
  }

  /// The cruise rate for a distance, between two rates whose distances enclose it.
  private func cruise(
    for distance: Double, in time: Double, _ low: Double, _ high: Double
  ) -> Double {
    if slope == .infinity { return min(max(distance / time, low), high) }
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if self.distance(middle, in: time) < distance { low = middle } else { high = middle }
    }
  }

  /// The plan that covers exactly this distance in this time; `nil` if there is none.
  private func plan(for gap: Position, in ticks: Ticks) -> CatchUp? {
    let (time, distance) = (ticks.double(bits: 64), gap.double(bits: 64))
    guard let (low, high) = cruises(in: time) else { return nil }
    let slack = 1e-12 * max(1, distance.magnitude)
    guard distance >= self.distance(low, in: time) - slack,
      distance <= self.distance(high, in: time) + slack
    else { return nil }
    let cruise = cruise(for: distance, in: time, low, high)
    let entry = min(Ticks(min((cruise - first).magnitude / slope, time), bits: 64), ticks)
    let out = min(
      Ticks(min((cruise - last).magnitude / slope, time), bits: 64), ticks - entry)
    return CatchUp.solved(covering: gap, from: rate, to: endRate, (entry, ticks - entry - out, out))
  }

  func plan(for gap: Position, in ticks: Ticks, now: Double) throws(RepeatError) -> CatchUp {
    if let plan = plan(for: gap, in: ticks) { return plan }
    let nearest = nearestTime(
      for: gap.double(bits: 64), step: .infinity, to: ticks.double(bits: 64))
    throw outOfReach(from: now, nearest, insteadOf: ticks)
  }

  /// The error for an arrival in `ticks` that is possible only in `nearest` seconds; the time in
  /// the error is rounded to a possible one.
  private func outOfReach(
    from now: Double, _ nearest: Double, insteadOf ticks: Ticks
  ) -> RepeatError {
    let (time, excess) = (now + nearest, now + nearest - now - nearest)
    let isLater = nearest > ticks.double(bits: 64)
    if isLater, excess < 0 { return .outOfReach(nearestTime: time.nextUp) }
    if !isLater, excess > 0 { return .outOfReach(nearestTime: time.nextDown) }
    return .outOfReach(nearestTime: time)
  }

  /// The plan, among all possible numbers of laps (whole cycles), whose cruise rate is nearest to
  /// the mean of the rates before and after the plan.
  ///
  /// On a tie, the faster plan wins.
  func gentlestPlan(ahead: Position, in ticks: Ticks, now: Double) throws(RepeatError) -> CatchUp {
    let time = ticks.double(bits: 64)
    let middle = (first + last) / 2
    let wanted = cruises(in: time).map { min(max(middle, $0.low), $0.high) } ?? middle
    let estimate = (distance(wanted, in: time) - ahead.double(bits: 64)).rounded(.down)
    guard estimate.magnitude <= 1e18 else { throw .outOfReach(nearestTime: .infinity) }
    let laps = Position(estimate)
    var best: CatchUp?
    for lap in laps - 1...laps + 2 {
      guard let plan = plan(for: ahead + lap << 64, in: ticks) else { continue }
      func departure(_ plan: CatchUp) -> Double {
        (plan.cruise.double(bits: 96) - middle).magnitude
      }
      if best.map({ departure(plan) <= departure($0) + 1e-12 * middle.magnitude }) ?? true {
        best = plan
      }
    }
    if let best { return best }
    let nearest = nearestTime(for: ahead.double(bits: 64), step: 1, to: time)
    throw outOfReach(from: now, nearest, insteadOf: ticks)
  }

  /// The possible time nearest to `time` for covering one of several distances; infinite if there
  /// is none.
  /// - Parameter step: Cycles between the distances; infinite for one distance.
  private func nearestTime(for distance: Double, step: Double, to time: Double) -> Double {
    // The most laps that the highest rate can cover, and whether the lowest rate covers no more
    // than these.
    func laps(_ time: Double) -> (last: Double, isPossible: Bool)? {
      guard let (low, high) = cruises(in: time) else { return nil }
      let (least, most) = (self.distance(low, in: time), self.distance(high, in: time))
      if step == .infinity {
        return (most < distance ? -1 : 0, least <= distance && distance <= most)
      }
      let last = ((most - distance) / step).rounded(.down)
      return (last, distance + last * step >= least)
    }
    // Searches on both sides: with growing steps, then by bisection.
    func search(_ direction: Double) -> Double {
      // The time may be as short as a tick of 2^-64 s.
      var (near, far) = (0.0, max(time * 0x1p-30, 0x1p-64))
      var before = laps(time)
      // If `last` has changed since the previous step, some time in between is possible.
      func isPossibleFrom(_ time: Double) -> Bool {
        guard let there = laps(time) else { return false }
        return there.isPossible || before.map { $0.last != there.last } ?? false
      }
      while !isPossibleFrom(time + direction * far) {
        before = laps(time + direction * far)
        let growth = far / 64
        near = far
        far += direction > 0 ? growth : min(growth, (time - far) / 64)
        // Near the present, steps may become too small for a `Double`.
        guard far > near, far < 1e9, time + direction * far > 1e-6 else { return .infinity }
      }
      while far - near > 1e-12 * time {
        let middle = (near + far) / 2
        guard middle > near, middle < far else { break }
        if isPossibleFrom(time + direction * middle) { far = middle } else { near = middle }
      }
      // Prefers a time slightly inside the possible span, so that rounding does not move it out of
      // the span.
      let (edge, inside) = (time + direction * far, time + direction * (far + 1e-9 * time))
      if laps(inside)?.isPossible ?? false { return inside }
      return laps(edge)?.isPossible ?? false ? edge : .infinity
    }
    let (later, earlier) = (search(1), search(-1))
    return (later - time).magnitude <= (earlier - time).magnitude ? later : earlier
  }
}
