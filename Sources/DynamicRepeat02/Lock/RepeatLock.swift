// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

/// How a repeat gets in step with its leader.
public enum LockStyle: Hashable, Sendable {
  /// At once, along ramps: the rate bends inside a cycle.
  case phase
  /// In whole cycles of one duration each, from the next boundary on: nothing bends inside a cycle.
  ///
  /// The bounds' slope has no meaning then. While the leader's tempo is ramping, the repeat is led
  /// to where the ramp ends. Where nothing moves inside a cycle, the repeat runs to the boundary at
  /// the leader's rate.
  case wholeCycles
}

/// What a repeat is to be locked to: its position becomes `ratio * leader(t) + offset`, whole cycles
/// apart, and its rate the leader's times the ratio.
///
/// A value that holds the leader as it is now: when that changes, lock to the changed one at the
/// time of the change, and the way is planned anew.
public struct RepeatLock: Hashable, Sendable {
  /// What is followed.
  public package(set) var leader: RepeatLeader
  /// Cycles of the repeat for each of the leader's.
  public let ratio: CycleRatio
  /// Cycles by which the repeat is ahead of the leader.
  public let offset: Double
  /// What the rate may be while it catches up.
  public let bounds: LockBounds
  /// How it gets in step.
  public let style: LockStyle
  /// Seconds on the timeline; `nil`: as soon as the bounds allow.
  public package(set) var deadline: Double?

  /// A lock; its numbers are checked where it is used.
  /// - Parameters:
  ///   - leader: What is followed.
  ///   - ratio: Cycles of the repeat for each of the leader's. Default: one.
  ///   - offset: Cycles by which the repeat is ahead, within ±1e15. Default: 0.
  ///   - bounds: What the rate may be while it catches up; a limit of flashes narrows them.
  ///   - style: How it gets in step. Default: along ramps, at once.
  ///   - deadline: Seconds on the timeline: it takes the whole time until then, at the least
  ///     departure from the leader's rate; not for whole cycles. Default: as soon as possible.
  public init(
    to leader: RepeatLeader, ratio: CycleRatio = .one, offset: Double = 0,
    within bounds: LockBounds, style: LockStyle = .phase, by deadline: Double? = nil
  ) {
    self.leader = leader
    self.ratio = ratio
    self.offset = offset
    self.bounds = bounds
    self.style = style
    self.deadline = deadline
  }

  package func validate() throws(LockError) {
    guard offset.magnitude <= 1e15 else { throw .invalidOffset(offset) }
    let endRate = ratio.times(leader.curve.endRate).high
    guard endRate.magnitude <= RepeatLimits.highestRate.nextUp else { throw .invalidRate(endRate) }
    if let deadline {
      guard style == .phase, RepeatLimits.isTime(deadline) else { throw .invalidTime(deadline) }
    }
  }
}

/// Where a repeat is to arrive.
public enum ArrivalPoint: Hashable, Sendable {
  /// At a phase, in [0, 1), of whichever cycle fits best.
  case phase(Double)
  /// At a position of the run.
  case position(CyclePosition)
  /// So many cycles from where it is when it sets out; negative: backwards.
  case cycles(Double)
}

/// Where a repeat is to be at a time, and at which rate.
public struct RepeatArrival: Hashable, Sendable {
  /// Where.
  public let point: ArrivalPoint
  /// Seconds on the timeline; `nil`: the present rate is kept until the way that the last ramp needs
  /// is left.
  public package(set) var time: Double?
  /// The rate from then on.
  ///
  /// A duration keeps the direction. `nil`: the requested rate.
  public let rate: RepeatRate?
  /// What the rate may be until then.
  public let bounds: LockBounds

  /// An arrival at a time.
  public init(
    at point: ArrivalPoint, time: Double, then rate: RepeatRate? = nil, within bounds: LockBounds
  ) {
    self.point = point
    self.time = time
    self.rate = rate
    self.bounds = bounds
  }

  /// An arrival at the next possible passage of a phase: with rate 0, "stop at that phase".
  public init(atNextPhase phase: Double, then rate: RepeatRate, within bounds: LockBounds) {
    point = .phase(phase)
    time = nil
    self.rate = rate
    self.bounds = bounds
  }

  func validate() throws(RepeatError) {
    try rate?.validate()
    switch point {
    case .phase(let phase):
      guard phase >= 0, phase < 1 else { throw .invalidPhase(phase) }
    case .cycles(let cycles):
      guard cycles.magnitude <= CyclePosition.limit else {
        throw .lock(.invalidDistance(cycles))
      }
    case .position: break
    }
    if let time { try RepeatLimits.validate(time: time) }
  }
}

/// What a rate is planned for: given at once, or scheduled like a command.
public enum RateGoal: Hashable, Sendable {
  /// To be in step with a leader.
  case lock(RepeatLock)
  /// To be somewhere at a time.
  case arrive(RepeatArrival)
  /// Ends a lock, or the way to one, or to an arrival: the ramp under way is run to its end, and its
  /// rate kept.
  case unlock

  /// Says what is wrong with the numbers in it, if anything is.
  /// - Throws: the ``RepeatError`` that names the number.
  public func validate() throws(RepeatError) {
    switch self {
    case .lock(let lock):
      do throws(LockError) { try lock.validate() } catch { throw .lock(error) }
    case .arrive(let arrival): try arrival.validate()
    case .unlock: break
    }
  }

  /// A lock, as ``RepeatLock/init(to:ratio:offset:within:style:by:)`` says.
  public static func lock(
    to leader: RepeatLeader, ratio: CycleRatio = .one, offset: Double = 0,
    within bounds: LockBounds, style: LockStyle = .phase, by deadline: Double? = nil
  ) -> RateGoal {
    .lock(
      RepeatLock(
        to: leader, ratio: ratio, offset: offset, within: bounds, style: style, by: deadline))
  }

  /// An arrival, as ``RepeatArrival/init(at:time:then:within:)`` says.
  public static func arrive(
    at point: ArrivalPoint, time: Double, then rate: RepeatRate? = nil, within bounds: LockBounds
  ) -> RateGoal {
    .arrive(RepeatArrival(at: point, time: time, then: rate, within: bounds))
  }

  /// When it is to be reached, where that is given: a lock's deadline, an arrival's time.
  var time: Double? {
    switch self {
    case .lock(let lock): lock.deadline
    case .arrive(let arrival): arrival.time
    case .unlock: nil
    }
  }

  mutating func shift(by seconds: DoubleDouble) {
    switch self {
    case .lock(var lock):
      lock.leader.shift(by: seconds)
      lock.deadline = lock.deadline.map { (DoubleDouble($0) + seconds).high }
      self = .lock(lock)
    case .arrive(var arrival):
      arrival.time = arrival.time.map { (DoubleDouble($0) + seconds).high }
      self = .arrive(arrival)
    case .unlock: break
    }
  }
}

/// Why a lock ended.
public enum UnlockReason: Hashable, Sendable {
  /// A rate, duration, ramp, hold or reversal took its place.
  case replaced
  /// It was taken back: see ``RateGoal/unlock``.
  case released
  /// The run ended first, or while it was locked.
  case runEnded
  /// When it came to it, there was no way: a goal that was scheduled, or waited for a pause's end, a
  /// run's start or a boundary.
  case impossible
}

/// How far a lock has come.
public enum LockState: Hashable, Sendable {
  /// There is none.
  case unlocked
  /// It waits: for the run to start, for a pause to end, or for the next boundary.
  case waiting
  /// It is on its way.
  case catchingUp
  /// It is in step.
  case locked
}

#if !hasFeature(Embedded)
  extension LockStyle: Codable {}
  extension RepeatLock: Codable {}
  extension ArrivalPoint: Codable {}
  extension RepeatArrival: Codable {}
  extension RateGoal: Codable {}
  extension UnlockReason: Codable {}
#endif
