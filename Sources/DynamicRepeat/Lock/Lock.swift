// SPDX-License-Identifier: Apache-2.0

/// The limits of the rate while a repeat catches up.
public struct RateBounds: Hashable, Sendable, BitwiseCopyable {
  /// The lowest rate, in cycles per second.
  public let minimumRate: Double
  /// The highest rate, in cycles per second.
  public let maximumRate: Double
  /// The largest change of rate, in cycles per second²; infinite for immediate changes.
  public let slope: Double

  /// - Throws: ``RepeatError/invalidBounds(minimum:maximum:)`` unless both rates are within ±1e6
  ///   and in order, and ``RepeatError/invalidSlope(_:)`` unless the slope is above 0.
  public init(minimumRate: Double, maximumRate: Double, slope: Double = .infinity)
    throws(RepeatError)
  {
    let highest = RepeatLimits.highestRate
    guard minimumRate >= -highest, maximumRate <= highest, minimumRate <= maximumRate else {
      throw .invalidBounds(minimum: minimumRate, maximum: maximumRate)
    }
    guard slope > 0 else { throw .invalidSlope(slope) }
    (self.minimumRate, self.maximumRate, self.slope) = (minimumRate, maximumRate, slope)
  }

  /// Bounds from half to twice a rate.
  public init(around hertz: Double, slope: Double = .infinity) throws(RepeatError) {
    try self.init(
      minimumRate: min(hertz / 2, hertz * 2), maximumRate: max(hertz / 2, hertz * 2), slope: slope)
  }

  /// Bounds of a rate plus or minus a fraction of the rate, such as 0.2 for 20 %.
  public init(around hertz: Double, within fraction: Double, slope: Double = .infinity)
    throws(RepeatError)
  {
    let width = (hertz * fraction).magnitude
    try self.init(minimumRate: hertz - width, maximumRate: hertz + width, slope: slope)
  }

  func limited(to limit: Double) throws(RepeatError) -> RateBounds {
    try RateBounds(
      minimumRate: min(max(minimumRate, -limit), limit),
      maximumRate: max(min(maximumRate, limit), -limit),
      slope: slope)
  }

  func contains(_ hertz: Double) -> Bool { minimumRate <= hertz && hertz <= maximumRate }
}

/// The progress of a lock.
public enum LockState: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Not locked.
  case unlocked
  /// Approaching the line.
  case catchingUp
  /// On the line.
  case locked
  /// Approaching a point of ``RepeatController/arrive(at:by:then:within:)``.
  case arriving
}

// A lock is a plan, computed once: the fastest sequence of ramps and steady rates that leads onto
// the line. A command that changes the motion ends the lock.

extension RepeatController {
  /// Gets in step with a line as soon as the bounds allow, then follows the line.
  /// - Parameters:
  ///   - line: The leader's line. When the line changes, lock again to the new line.
  ///   - bounds: Limits of the rate while catching up. Default: half to twice the line's rate. The
  ///     settings' `maxFlashRate` narrows them.
  /// - Throws: ``RepeatError/notMoving`` while idle or paused, or if the repeat has a delay;
  ///   ``RepeatError/rateOutOfBounds(_:)`` and
  ///   ``RepeatError/rateAboveFlashLimit(_:limit:)`` for the line's rate; ``RepeatError/noWay(limit:)`` if the bounds
  ///   leave no room to catch up. An error leaves the repeat unchanged.
  public mutating func lock(to line: RepeatLine, within bounds: RateBounds? = nil)
    throws(RepeatError)
  {
    let wanted = if let bounds { bounds } else { try RateBounds(around: line.hertz) }
    let limits = try flashLimited(wanted)
    try changeAtomically { (repeating) throws(RepeatError) in
      let present = try repeating.presentMotion()
      let limit = repeating.settings.cycleRateLimit
      guard line.hertz.magnitude <= limit else {
        throw .rateAboveFlashLimit(line.hertz, limit: limit)
      }
      guard limits.bounds.contains(line.hertz) else { throw .rateOutOfBounds(line.hertz) }
      // If the repeat is ahead of the line by a rounding error only, the gap is 0, not almost a
      // whole cycle.
      let gap = (line.position(at: present.time) - present.position).snapped.fraction
      guard
        let approach = Approach.soonest(
          gap: gap, rate: repeating.motion.rate(at: present.time), to: line.rate,
          within: limits.bounds)
      else { throw .noWay(limit: limits.limit) }
      let target = present.position + approach.gap
      repeating.follow(approach, to: line.shifted(toPass: target, at: present.time), at: present)
    }
  }

  /// The bounds within the flash limit; and the limit, infinite if it does not narrow the bounds.
  func flashLimited(
    _ bounds: RateBounds
  ) throws(RepeatError) -> (bounds: RateBounds, limit: Double) {
    let limit = settings.cycleRateLimit
    let isNarrowed = max(bounds.maximumRate, -bounds.minimumRate) > limit
    return (try bounds.limited(to: limit), isNarrowed ? limit : .infinity)
  }

  /// The present moment of a moving repeat.
  mutating func presentMotion() throws(RepeatError) -> Anchor {
    let present = presentForCommand()
    guard isOnTimeline, state.isMoving, motion.rest == 0, motion.wait == 0 else { throw .notMoving }
    return present
  }

  /// Starts a plan that ends on a line; ``returnFromLock(at:)`` ends the plan early.
  mutating func follow(
    _ approach: Approach, to line: RepeatLine, at present: Anchor,
    as newState: LockState = .catchingUp
  ) {
    hasPendingRateChange = false
    endLock(at: present)
    motion.reanchor(at: present)
    motion.setPath(
      from: approach.start, cruise: approach.cruise, to: line.rate, entry: approach.entry,
      hold: approach.hold, exit: approach.exit)
    self.line = Anchor(time: line.time, position: line.position)
    lockState = newState
    land(at: present.time)
    finishChange(at: present)
    makePlan(at: present.time)
  }

  /// Puts the repeat exactly on the line, or at the point of arrival, if the plan has ended.
  mutating func land(at time: Ticks) {
    guard lockState == .catchingUp || lockState == .arriving, motion.hasFinalRate else { return }
    // The repeat and its leader now compute their positions from the same numbers.
    motion.anchor = line
    let cycle = positionOnLine(at: time).cycle
    emit(lockState == .catchingUp ? .locked : .arrived, cycle: cycle)
    lockState = lockState == .catchingUp ? .locked : .unlocked
  }

  /// The point of the line that the plan of a lock or an arrival reaches at `time`; `nil` if the plan
  /// does not end there.
  func landing(at time: Ticks) -> Position? {
    guard lockState == .catchingUp || lockState == .arriving, motion.isLastPart,
      motion.partEndTime == time
    else { return nil }
    return positionOnLine(at: time)
  }

  func positionOnLine(at time: Ticks) -> Position {
    line.position + motion.finalRate * (time - line.time)
  }

  /// Ends a lock; if the line is not reached yet, the requested rate takes effect again.
  public mutating func unlock() throws(RepeatError) {
    try changeAtomically { repeating in
      let present = repeating.presentForCommand()
      repeating.returnFromLock(at: present)
      repeating.finishChange(at: present)
      repeating.makePlan(at: present.time)
    }
  }

  /// Ends a lock inside a command.
  mutating func returnFromLock(at present: Anchor) {
    let wasOnTheWay = lockState == .catchingUp || lockState == .arriving
    endLock(at: present)
    guard wasOnTheWay else { return }
    var ramp: Ticks = 0
    if case .phaseMatchedOver(let seconds) = settings.policy { ramp = Ticks(seconds: seconds) }
    changeRate(to: requestInEffect, over: ramp, at: present)
  }

  /// Ends a lock, if there is one, without a change of motion.
  mutating func endLock(at present: Anchor) {
    guard lockState != .unlocked else { return }
    lockState = .unlocked
    emit(.unlocked, cycle: present.position.cycle)
  }
}

/// The approach to a line: a ramp to a cruise rate, a hold of that rate, and a ramp to the line's
/// rate.
struct Approach {
  /// Cycles from the repeat to the line; gaps that differ by whole cycles are equivalent.
  var gap: Position
  var start: Rate
  var cruise: Rate
  /// Ticks of the first ramp, the hold and the last ramp.
  var entry: Ticks
  var hold: Ticks
  var exit: Ticks

  var duration: Ticks { entry + hold + exit }

  /// The fastest approach within the bounds.
  ///
  /// Source: time-optimal control of a double integrator with a bounded rate. A direct ramp to the
  /// line's rate closes one gap, the braking distance. The gaps that are equivalent to `gap` differ
  /// by whole cycles; the nearest ones below and above the braking distance are candidates. The
  /// candidate that is closed sooner wins; on a tie, the gap above, which is closed forward.
  static func soonest(gap: Position, rate: Rate, to leader: Rate, within bounds: RateBounds)
    -> Approach?
  {
    let up = Rate(hertz: bounds.maximumRate) - leader
    let down = leader - Rate(hertz: bounds.minimumRate)
    let excess = (rate - leader).hertz
    if bounds.slope == .infinity || (gap == 0 && excess == 0) {
      let forward = bound(gap, over: up)
      let backward = bound(.oneCycle - gap, over: down)
      guard gap == 0 || min(forward, backward) < .never else { return nil }
      let isForward = gap == 0 || isNoLonger(forward, than: backward)
      return solved(
        gap: isForward ? gap : gap - .oneCycle, rate: rate, leader,
        (0, gap == 0 ? 0 : isForward ? forward : backward, 0))
    }
    let braking = excess * excess.magnitude / (2 * bounds.slope)
    let laps = (braking - gap.cycles).rounded(.down)
    guard laps.magnitude < 1e17 else { return nil }
    let nearBelow = gap + Position(cycle: WideInt(laps))
    let nearAbove = nearBelow + .oneCycle
    let below = approach(nearBelow, excess, limit: down, bounds.slope, direction: -1)
    let above = approach(nearAbove, excess, limit: up, bounds.slope, direction: 1)
    let durations = (below.0 + below.1 + below.2, above.0 + above.1 + above.2)
    guard min(durations.0, durations.1) < .never else { return nil }
    return isNoLonger(durations.1, than: durations.0)
      ? solved(gap: nearAbove, rate: rate, leader, above)
      : solved(gap: nearBelow, rate: rate, leader, below)
  }

  /// Whether a duration is shorter than another, or differs from it only by rounding.
  private static func isNoLonger(_ time: Ticks, than other: Ticks) -> Bool {
    (time - other).units <= other.units >> 40
  }

  /// The longest duration of a plan in seconds: thirty years.
  private static let longest = 1e9

  /// The ticks in which a motion at a rate covers a distance; `never` if it takes longer than
  /// `longest`.
  private static func bound(_ distance: Position, over rate: Rate) -> Ticks {
    guard rate > 0 else { return .never }
    let ticks = distance.duration(at: rate)
    return ticks <= Ticks(seconds: longest) ? ticks : .never
  }

  /// The durations of the three pieces; distances and rates are relative to the line, and positive
  /// in the direction of the approach.
  private static func approach(
    _ gap: Position, _ excess: Double, limit: Rate, _ slope: Double, direction: Double
  ) -> (Ticks, Ticks, Ticks) {
    let start = direction * excess
    let distance = direction * gap.cycles
    // Without a hold, the rate ramps from `start` to a peak p, and then to 0. These ramps cover
    // `(p² - start²) / (2 slope) + p² / (2 slope)`.
    let peak = max(0, slope * distance + start * start / 2).squareRoot()
    let most = limit.hertz
    let top = min(peak, most)
    func ticks(_ seconds: Double) -> Ticks { Ticks(seconds: seconds) }
    let (entry, out) = ((top - start).magnitude / slope, top / slope)
    guard entry + out <= longest else { return (.never, 0, 0) }
    guard peak > most else { return (ticks(entry), 0, ticks(out)) }
    guard most > 0 else { return (peak > start ? .never : ticks(entry), 0, 0) }
    let hold = (distance - entry * (start + most) / 2 - out * most / 2) / most
    guard hold <= longest else { return (.never, 0, 0) }
    // The hold is slightly longer than necessary, so that the rate that covers the gap exactly
    // stays within the bound.
    return (ticks(entry), ticks(max(0, hold) * (1 + 0x1p-50)) + 2, ticks(out))
  }

  /// The approach with these durations, and with the cruise rate that closes the gap to a moving line
  /// exactly.
  private static func solved(
    gap: Position, rate: Rate, _ leader: Rate, _ ticks: (Ticks, Ticks, Ticks)
  ) -> Approach {
    let moved = leader * (ticks.0 + ticks.1 + ticks.2)
    var approach = solved(covering: gap + moved, from: rate, to: leader, ticks)
    approach.gap = gap
    return approach
  }

  /// The approach with these durations, and with the cruise rate that makes it cover `distance`
  /// exactly.
  static func solved(
    covering distance: Position, from rate: Rate, to endRate: Rate, _ ticks: (Ticks, Ticks, Ticks)
  ) -> Approach {
    let (entry, hold, exit) = ticks
    var approach = Approach(
      gap: distance, start: rate, cruise: endRate, entry: entry, hold: hold, exit: exit)
    let weight = entry + hold * 2 + exit
    guard weight > 0 else { return approach }
    // 2 distance = (rate + cruise) * entry + 2 * cruise * hold + (cruise + endRate) * exit
    approach.cruise = Rate(distance * 2 - rate * entry - endRate * exit, in: weight)
    // A repeat that waits for its line must have exactly rate 0. The rounding of the durations can
    // give a tiny rate instead. If that rate moves the repeat by less than 2^-44 cycle, it is set
    // to 0.
    let isTiny =
      approach.cruise.magnitude.units < max(rate.magnitude, endRate.magnitude).units >> 40
    if isTiny, (approach.cruise * weight).magnitude < Position(units: 1 << 21) {
      approach.cruise = 0
    }
    return approach
  }
}
