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
  ///   ``RepeatError/rateOutOfBounds(_:)`` for the line's rate; ``RepeatError/noWay`` if the bounds
  ///   leave no room to catch up. An error leaves the repeat unchanged.
  public mutating func lock(to line: RepeatLine, within bounds: RateBounds? = nil)
    throws(RepeatError)
  {
    let hertz = line.rate.double(bits: 96)
    let wanted = if let bounds { bounds } else { try RateBounds(around: hertz) }
    let limits = try wanted.limited(to: settings.maxFlashRate)
    try changeAtomically { (repeating) throws(RepeatError) in
      let (time, position) = try repeating.presentMotion()
      guard limits.contains(hertz) else { throw .rateOutOfBounds(hertz) }
      // If the repeat is ahead of the line by a rounding error only, the gap is 0, not almost a
      // whole cycle.
      let gap = (line.position(at: time) - position).settled & (.one - 1)
      let plan = try CatchUp.soonest(
        gap: gap, rate: repeating.motion.rate(at: time), to: line.rate, within: limits)
      let end = RepeatLine(time: time, position: position + plan.gap, rate: line.rate)
      repeating.follow(plan, to: end, from: time, position)
    }
  }

  /// The present time and position of a moving repeat.
  mutating func presentMotion() throws(RepeatError) -> (time: Ticks, position: Position) {
    let time = Ticks(now, bits: 64)
    let position = arriveFirst(at: time)
    guard isOnTimeline, state.isMoving, settings.repeatDelay == 0 else { throw .notMoving }
    return (time, position)
  }

  /// The requested rate, with its sign changed by the reversals made since the request; 0 while
  /// held.
  var rateWithoutLock: Rate {
    isHeld
      ? 0
      : requestedRate.inEffect(direction: 1, limit: settings.maxFlashRate) * Rate(requestSign)
  }

  /// Starts a plan that ends on a line; ``returnFromLock(at:in:)`` ends the plan early.
  mutating func follow(
    _ plan: CatchUp, to line: RepeatLine, from time: Ticks, _ position: Position,
    as newState: LockState = .catchingUp
  ) {
    hasPendingRateChange = false
    endLock(in: position)
    rememberDirection()
    motion.reanchor(at: time, in: position)
    motion.setPath(
      from: plan.start, cruise: plan.cruise, to: line.rate, entry: plan.entry, hold: plan.hold,
      exit: plan.exit)
    self.line = line
    lockState = newState
    land(at: time)
    settle(at: time, in: position)
    self.plan(at: time)
  }

  /// Puts the repeat on the line if the plan has ended.
  mutating func land(at time: Ticks) {
    guard lockState == .catchingUp || lockState == .arriving, motion.hasFinalRate else { return }
    motion.origin = line.time
    motion.anchor = line.position
    emit(lockState == .catchingUp ? .locked : .arrived, cycle: line.position(at: time).cycle)
    lockState = lockState == .catchingUp ? .locked : .unlocked
  }

  /// Ends a lock; if the line is not reached yet, the requested rate takes effect again.
  public mutating func unlock() throws(RepeatError) {
    try changeAtomically { repeating in
      let time = Ticks(repeating.now, bits: 64)
      let position = repeating.arriveFirst(at: time)
      repeating.returnFromLock(at: time, in: position)
      repeating.settle(at: time, in: position)
      repeating.plan(at: time)
    }
  }

  /// Ends a lock inside a command.
  mutating func returnFromLock(at time: Ticks, in position: Position) {
    let wasOnTheWay = lockState == .catchingUp || lockState == .arriving
    endLock(in: position)
    guard wasOnTheWay else { return }
    var ramp = 0.0
    if case .phaseMatched(let seconds) = policy { ramp = seconds }
    changeRate(to: rateWithoutLock, over: ramp, at: time, in: position)
  }

  private mutating func endLock(in position: Position) {
    guard lockState != .unlocked else { return }
    lockState = .unlocked
    emit(.unlocked, cycle: position.cycle)
  }
}

/// The approach to a line: a ramp to a cruise rate, a hold of that rate, and a ramp to the line's
/// rate.
struct CatchUp {
  /// Cycles from the repeat to the line; gaps that differ by whole cycles are equivalent.
  var gap: Position
  var start: Rate
  var cruise: Rate
  /// Ticks of the first ramp, the hold and the last ramp.
  var entry: Ticks
  var hold: Ticks
  var exit: Ticks

  /// The fastest approach within the bounds.
  ///
  /// Source: time-optimal control of a double integrator with a bounded rate. A direct ramp to the
  /// line's rate closes one gap, the braking distance. The gaps that are equivalent to `gap` differ
  /// by whole cycles; the nearest ones below and above the braking distance are candidates. The
  /// candidate that is closed sooner wins; on a tie, the gap above, which is closed forward.
  static func soonest(gap: Position, rate: Rate, to leader: Rate, within bounds: RateBounds)
    throws(RepeatError) -> CatchUp
  {
    let up = Rate.hertz(bounds.maximumRate) - leader
    let down = leader - Rate.hertz(bounds.minimumRate)
    let excess = (rate - leader).double(bits: 96)
    if bounds.slope == .infinity || (gap == 0 && excess == 0) {
      let forward = bound(gap, over: up)
      let backward = bound(.one - gap, over: down)
      guard gap == 0 || min(forward, backward) < .never else { throw .noWay }
      let isForward = gap == 0 || isNoLonger(forward, than: backward)
      return solved(
        gap: isForward ? gap : gap - .one, rate: rate, leader,
        (0, gap == 0 ? 0 : isForward ? forward : backward, 0))
    }
    let braking = excess * excess.magnitude / (2 * bounds.slope)
    let nearest = (braking - gap.double(bits: 64)).rounded(.down)
    guard nearest.magnitude < 1e17 else { throw .noWay }
    let lap = Position(nearest)
    let below = approach(gap + lap << 64, excess, limit: down, bounds.slope, direction: -1)
    let above = approach(gap + (lap + 1) << 64, excess, limit: up, bounds.slope, direction: 1)
    let durations = (below.0 + below.1 + below.2, above.0 + above.1 + above.2)
    guard min(durations.0, durations.1) < .never else { throw .noWay }
    return isNoLonger(durations.1, than: durations.0)
      ? solved(gap: gap + (lap + 1) << 64, rate: rate, leader, above)
      : solved(gap: gap + lap << 64, rate: rate, leader, below)
  }

  /// Whether a duration is shorter than another, or differs from it only by rounding.
  private static func isNoLonger(_ time: Ticks, than other: Ticks) -> Bool {
    time - other <= other >> 40
  }

  /// The longest duration of a plan in seconds: thirty years.
  private static let longest = 1e9

  /// The ticks in which a motion at a rate covers a distance; `never` if it takes longer than
  /// `longest`.
  private static func bound(_ distance: Position, over rate: Rate) -> Ticks {
    guard rate > 0 else { return .never }
    let ticks = quotient(distance, 1 << 96, over: rate, roundsUp: true)
    return ticks <= Ticks(longest, bits: 64) ? ticks : .never
  }

  /// The durations of the three pieces; distances and rates are relative to the line, and positive
  /// in the direction of the approach.
  private static func approach(
    _ gap: Position, _ excess: Double, limit: Rate, _ slope: Double, direction: Double
  ) -> (Ticks, Ticks, Ticks) {
    let start = direction * excess
    let distance = direction * gap.double(bits: 64)
    // Without a hold, the rate ramps from `start` to a peak p, and then to 0. These ramps cover
    // `(p² - start²) / (2 slope) + p² / (2 slope)`.
    let peak = max(0, slope * distance + start * start / 2).squareRoot()
    let most = limit.double(bits: 96)
    let top = min(peak, most)
    func ticks(_ seconds: Double) -> Ticks { Ticks(seconds, bits: 64) }
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

  /// The plan with these durations, and with the cruise rate that closes the gap to a moving line
  /// exactly.
  private static func solved(
    gap: Position, rate: Rate, _ leader: Rate, _ ticks: (Ticks, Ticks, Ticks)
  ) -> CatchUp {
    let moved = product(leader, ticks.0 + ticks.1 + ticks.2, shift: 96)
    var plan = solved(covering: gap + moved, from: rate, to: leader, ticks)
    plan.gap = gap
    return plan
  }

  /// The plan with these durations, and with the cruise rate that makes it cover `distance`
  /// exactly.
  static func solved(
    covering distance: Position, from rate: Rate, to endRate: Rate, _ ticks: (Ticks, Ticks, Ticks)
  ) -> CatchUp {
    let (entry, hold, exit) = ticks
    var plan = CatchUp(
      gap: distance, start: rate, cruise: endRate, entry: entry, hold: hold, exit: exit)
    let weight = entry + 2 * hold + exit
    guard weight > 0 else { return plan }
    // 2 distance = (rate + cruise) * entry + 2 * cruise * hold + (cruise + endRate) * exit
    let rest = 2 * distance - product(rate, entry, shift: 96) - product(endRate, exit, shift: 96)
    plan.cruise = quotient(rest, 1 << 96, over: weight)
    // A repeat that waits for its line must have exactly rate 0. The rounding of the durations can
    // give a tiny rate instead. If that rate moves the repeat by less than 2^-44 cycle, it is set
    // to 0.
    let isTiny = plan.cruise.magnitude < max(rate.magnitude, endRate.magnitude) >> 40
    if isTiny, product(plan.cruise, weight, shift: 97).magnitude < 1 << 20 { plan.cruise = 0 }
    return plan
  }
}
