// SPDX-License-Identifier: Apache-2.0

import CRepeatKernels
import DynamicRepeat
import RepeatTiming

// In step with a beat or another repeat: two changes of rate for each repeat, one now and one at a
// time that is the same for all.

extension RepeatBank {
  /// Gets all running repeats in a range of slots in step with a leader at one time, without a jump.
  ///
  /// ```
  /// let music = BeatClock(beatsPerMinute: 120, at: 0)
  /// let bounds = LockBounds(leastRate: 1.6, mostRate: 2.4)
  /// let time = try hearts.lock(
  ///   to: .beats(of: music), within: bounds, in: 0..<hearts.endIndex, at: frame.time)
  /// ```
  /// Each repeat takes a rate of its own at once, the one nearest to the leader's that closes its gap
  /// by the end, and the leader's rate times the ratio there. So none is evaluated individually, and
  /// all that frames and exact values show is as after two ``setRate(_:of:at:policy:)``, bit for bit
  /// the same in whatever frames time passes. A gap below 1e-12 cycle that the bounds leave no way to
  /// close is none.
  ///
  /// From the end on each phase is within 2^-54 cycle of the target, `ratio * leader + offset`, plus
  /// 2^-92 cycle for each nanosecond that it took (4e-19 for 2 s), and all repeats of the lock keep
  /// their distances from each other, bit for bit. The leader's rate is rounded as every rate is: that adds at
  /// most 2.1e-19 cycle a second, 5.5e-13 in 30 days. A leader that changes is handed over anew, as to a
  /// controller.
  ///
  /// The end is the deadline, or the soonest time at which any phase can be in step: 1 / (most - least
  /// rate) seconds from `time`, and 1.5e-11 of that for roundings. A leader's ramp is waited for: the
  /// repeats are led to where it ends, and are not in step before. A leader that is paused needs 0 in
  /// the bounds.
  ///
  /// Until the end, every command to a repeat that changes its motion ends its lock, also a seek and
  /// a pause; ``evaluate(at:following:)-(_,Span<Float>)`` ends all. Repeats that are paused or idle are
  /// passed over: lock them when they go on. One that is evaluated individually is locked by its
  /// controller, with the same end. There are no events: the returned time says when all are in step.
  /// To lock a single repeat, give the range of its slot.
  /// - Parameters:
  ///   - leader: What is followed, as it is now.
  ///   - ratio: Cycles of each repeat for each of the leader's. Default: one.
  ///   - offset: Cycles by which the repeats are ahead, within ±1e15. Default: 0.
  ///   - bounds: What the rates may be; they hold the leader's times the ratio. Rates change at once:
  ///     the slope must be infinite. ±``highestRate`` narrows them.
  ///   - deadline: Seconds; the repeats take the whole time until then. Default: as soon as all can.
  ///   - range: The slots; holes are passed over.
  ///   - time: Seconds, not before ``now``.
  /// - Returns: The end, in seconds.
  /// - Throws: ``BankError/lock(_:)`` with what is impossible, and the soonest time where a deadline is
  ///   too soon; ``BankError/finiteSlope(_:)``, ``BankError/rangeOutside(_:count:)``,
  ///   ``BankError/invalidTime(_:)``, ``BankError/timeHasPassed(time:now:)``; nothing is changed then.
  /// - Complexity: O(n), some 15 ns a slot; and once more in the first frame after the end.
  @discardableResult
  public mutating func lock(
    to leader: RepeatLeader, ratio: CycleRatio = .one, offset: Double = 0,
    within bounds: LockBounds, by deadline: Double? = nil, in range: Range<Int>, at time: Double
  ) throws(BankError) -> Double {
    try check(range)
    let bankTime = try check(time)
    let goal = RepeatLock(
      to: leader, ratio: ratio, offset: offset, within: bounds, by: deadline)
    guard bounds.slope == .infinity else { throw .finiteSlope(bounds.slope) }
    if let deadline, !(deadline <= Self.latestTime) { throw .invalidTime(deadline) }
    let plan: RangePlan
    do throws(LockError) {
      plan = try RangePlan(for: goal, from: time)
    } catch {
      throw .lock(error)
    }
    moveNow(to: time)
    waitingLocks.remove(range)
    // Backwards, as taking one back puts the last one in its place.
    for position in stride(from: individuals.count - 1, through: 0, by: -1)
    where range.contains(individuals[position].index) {
      lockIndividual(position, plan.goal, at: time)
    }
    for index in stride(
      from: range.lowerBound / rk_block.slots * rk_block.slots, to: range.upperBound,
      by: rk_block.slots)
    { settle(index) }
    var line = plan.line(at: bankTime)
    var isAnyCatchingUp = false
    forEachPart(of: range) { (block, first, count) in
      if rk_catch_up(block, first, count, &line) { isAnyCatchingUp = true }
    }
    if isAnyCatchingUp {
      waitingLocks.insert(
        WaitingLock(slots: range, end: DoubleDouble(plan.end), rate: plan.rate))
    }
    return plan.end
  }

  /// Lets a repeat that runs go on to the end of a lock, as a controller's goal.
  private mutating func lockIndividual(_ position: Int, _ goal: RepeatLock, at time: Double) {
    switch individuals[position].controller.state {
    case .idle, .paused: return
    case .running, .stopping: break
    }
    mayHaveGoals = true
    do throws(RepeatError) {
      try individuals[position].controller.pursue(goal, at: time)
    } catch {
      assertionFailure(error.description)
    }
    takeBack(position)
  }
}

/// How all repeats of a range come onto a leader's line by one time.
private struct RangePlan {
  /// Within the bank's highest rate, and with the end for a deadline.
  let goal: RepeatLock
  let end: Double
  /// The line's rate.
  let rate: StoredRate
  /// Where the line is at the start, in 2^-56 cycle.
  let start: UInt64
  /// A line that is further ahead is waited for.
  let mostAhead: Int64
  /// What the bounds allow to gain, in 2^-56 cycle.
  let gains: ClosedRange<Int64>
  /// 2^35 divided by the nanoseconds that it takes, times 2^`shift`.
  let factor: Int64
  let shift: Int32

  /// By so much of itself it takes longer than the bounds need: no rounding takes a rate beyond them.
  private static let slack = 0x1p-36
  /// A gap that is none where the bounds leave no way: 2^-40 cycle.
  private static let nothing: Int64 = 1 << 16

  init(for lock: RepeatLock, from time: Double) throws(LockError) {
    try lock.validate()
    let (least, most) = (
      max(lock.bounds.leastRate, -RepeatBank.highestRate),
      min(lock.bounds.mostRate, RepeatBank.highestRate)
    )
    let lineRate = lock.endRate
    guard lineRate.high >= least, lineRate.high <= most else {
      throw .rateOutOfBounds(lineRate.high, least: least, most: most)
    }
    guard least < most else { throw .noWay(leaderRate: lineRate.high) }
    let start = DoubleDouble(time)
    let soonest = Self.soonest(for: lock, from: start, width: most - least)
    let end = lock.deadline ?? soonest
    guard end >= soonest else { throw .tooSoon(deadline: end, soonest: soonest) }
    guard end <= RepeatBank.latestTime else { throw .tooLong(end - time) }
    self.end = end
    let bounds = try LockBounds(validatingLeastRate: least, mostRate: most)
    goal = RepeatLock(
      to: lock.leader, ratio: lock.ratio, offset: lock.offset, within: bounds, by: end)
    let seconds = DoubleDouble(end) - start
    rate = StoredRate(lineRate)
    let cycles = lock.phase(at: DoubleDouble(end)) - rate.hertz * seconds
    let fraction = PrecisePosition(cycle: 0, fraction: cycles).fraction
    self.start = ExactPhase(fraction, roundsUp: false).bits
    (factor, shift) = Self.factor(seconds)
    // By a part of the slack inside of the bounds; at a bound, up to the line itself.
    let most56 = Self.gain(at: DoubleDouble(most) - lineRate, seconds)
    let least56 = Self.gain(at: lineRate - least, seconds)
    gains = -least56...most56
    let nearest: Int64 = 1 << 55
    let limit = min(most56, max(nearest, (1 << 56) - least56))
    mostAhead = min(max(limit, Self.nothing), (1 << 56) - Self.nothing)
  }

  /// The first time by which any gap can be closed.
  private static func soonest(for lock: RepeatLock, from start: DoubleDouble, width: Double)
    -> Double
  {
    let any = start + DoubleDouble((1 + slack) / width)
    return max(any, lock.leader.rampEnd(after: start) ?? any).roundedUp
  }

  /// Cycles gained at a rate above the line's, in 2^-56, at most 2^62: further than any gap.
  private static func gain(at excess: DoubleDouble, _ seconds: DoubleDouble) -> Int64 {
    let cycles = (excess * seconds).high - slack / 4
    return Int64(min(max(0, cycles), 64) * 0x1p56)
  }

  private static func factor(_ seconds: DoubleDouble) -> (Int64, Int32) {
    let factor = DoubleDouble(0x1p35) / (seconds * 1e9)
    let shift = 62 - Int32(factor.high.exponent)
    let scale = Double(sign: .plus, exponent: Int(shift), significand: 1)
    return (Int64(factor.high * scale) + Int64(factor.low * scale), shift)
  }

  /// The same for the loops.
  func line(at time: BankTime) -> rk_line {
    rk_line(
      time: time.inC, rate: rate.inC, phase: start, most_ahead: mostAhead,
      least_gain: gains.lowerBound, most_gain: gains.upperBound, factor: factor, shift: shift)
  }
}
