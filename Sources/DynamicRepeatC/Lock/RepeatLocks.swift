// SPDX-License-Identifier: Apache-2.0
// The names are the header's, which documents them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CDynamicRepeat
import DynamicRepeat02
import RepeatTiming

private let lockCheck: UInt32 = 0x4452_6b31
private let arrivalCheck: UInt32 = 0x4452_6131

@c @implementation
public func dr_default_bounds() -> dr_bounds {
  dr_bounds(
    least_hz: 0, most_hz: RepeatLimits.highestRate, slope_hz_per_s: .infinity,
    shape: DR_RAMP_LINEAR, reserved: 0)
}

@c @implementation
public func dr_default_lock_def() -> dr_lock_def {
  var def = dr_lock_def()
  def.internal_check = lockCheck
  def.leader = dr_default_leader()
  (def.numerator, def.denominator) = (1, 1)
  def.bounds = dr_default_bounds()
  def.deadline_s = .infinity
  return def
}

@c @implementation
public func dr_default_arrival_def() -> dr_arrival_def {
  var def = dr_arrival_def()
  def.internal_check = arrivalCheck
  def.cycles = 1
  def.rate.unit = DR_RATE_HZ
  def.bounds = dr_default_bounds()
  return def
}

@c @implementation
public func dr_repeat_lock(_ repeat: dr_repeat, _ lock: UnsafePointer<dr_lock_def>!) -> dr_status {
  `repeat`.pursue(at: nil) { () throws(StatusError) in .lock(try given(lock).pointee.swiftLock()) }
}

@c @implementation
public func dr_repeat_lock_at(
  _ repeat: dr_repeat, _ lock: UnsafePointer<dr_lock_def>!, _ time_s: Double
) -> dr_status {
  `repeat`.pursue(at: time_s) { () throws(StatusError) in
    .lock(try given(lock).pointee.swiftLock())
  }
}

@c @implementation
public func dr_repeat_arrive(_ repeat: dr_repeat, _ arrival: UnsafePointer<dr_arrival_def>!)
  -> dr_status
{
  `repeat`.pursue(at: nil) { () throws(StatusError) in try given(arrival).pointee.goal() }
}

@c @implementation
public func dr_repeat_arrive_at(
  _ repeat: dr_repeat, _ arrival: UnsafePointer<dr_arrival_def>!, _ time_s: Double
) -> dr_status {
  `repeat`.pursue(at: time_s) { () throws(StatusError) in try given(arrival).pointee.goal() }
}

@c @implementation
public func dr_repeat_unlock(_ repeat: dr_repeat) -> dr_status {
  `repeat`.pursue(at: nil) { .unlock }
}

@c @implementation
public func dr_repeat_unlock_at(_ repeat: dr_repeat, _ time_s: Double) -> dr_status {
  `repeat`.pursue(at: time_s) { .unlock }
}

@c @implementation
public func dr_repeat_get_lock_info(
  _ repeat: dr_repeat, _ info: UnsafeMutablePointer<dr_lock_info>!
) -> dr_status {
  `repeat`.answerMasked(in: info) { $0.pointee.lockInfo }
}

extension dr_repeat {
  @inline(never)
  fileprivate func pursue(at time: Double?, _ goal: () throws(StatusError) -> RateGoal)
    -> dr_status
  {
    answerMasked { object throws(StatusError) in
      try object.pointee.pursue(try goal(), at: time)
    }
  }
}

extension RepeatObject {
  @inline(never)
  fileprivate mutating func pursue(_ goal: RateGoal, at time: Double?) throws(StatusError) {
    if let time {
      try checkTime(time)
      guard time >= live.now else { throw StatusError(DR_ERROR_PAST) }
    }
    let isLater = time.map { $0 != live.now } ?? false
    if case .unlock = goal, !isLater { return live.unlock() }
    // A goal at once takes the place of the one that is pursued.
    let goals = live.goalCount + (isLater || !live.hasGoal ? 1 : 0)
    let commands = live.waitingCommands + (isLater ? 1 : 0)
    guard goals <= lockCapacity, commands <= commandCapacity else {
      throw StatusError(DR_ERROR_FULL)
    }
    try makeRoom(commands: commands, goals: goals)
    do throws(RepeatError) {
      guard isLater, let time else { return try live.perform(goal) }
      try live.schedule(goal, at: .time(time))
    } catch {
      if case .lock(let error) = error { note(error) }
      throw StatusError(error.status)
    }
  }

  /// Keeps what an error names as possible.
  private mutating func note(_ error: LockError) {
    switch error {
    case .tooSoon(_, let soonest): pool?.pointee.nearest = (soonest, .nan)
    case .outOfReach(_, let time, let phase):
      pool?.pointee.nearest = (time ?? .nan, phase ?? .nan)
    default: break
    }
  }

  fileprivate var lockInfo: dr_lock_info {
    let state: dr_lock_state =
      switch live.lockState {
      case .unlocked: DR_UNLOCKED
      case .waiting: DR_LOCK_WAITING
      case .catchingUp: DR_LOCK_CATCHING_UP
      case .locked: DR_LOCKED
      }
    return dr_lock_info(
      state: state, reserved: 0, time_s: live.lockTime ?? .nan,
      nearest_s: pool?.pointee.nearest.time ?? .nan,
      nearest_phase: pool?.pointee.nearest.phase ?? .nan)
  }
}

extension dr_bounds {
  fileprivate func swiftBounds() throws(StatusError) -> LockBounds {
    let shape = try shape.swiftShape()
    let bounds = try? LockBounds(
      validatingLeastRate: least_hz, mostRate: most_hz, slope: slope_hz_per_s, shape: shape)
    return try given(bounds, or: DR_ERROR_BOUNDS)
  }
}

extension dr_lock_def {
  func swiftLock() throws(StatusError) -> RepeatLock {
    guard internal_check == lockCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    let isPhase = style == DR_LOCK_PHASE
    guard isPhase || style == DR_LOCK_WHOLE_CYCLES else { throw StatusError(DR_ERROR_CHOICE) }
    let leader = try leader.swiftLeader()
    guard let ratio = try? CycleRatio(validating: Int(numerator), Int(denominator)) else {
      throw StatusError(DR_ERROR_RATIO)
    }
    return RepeatLock(
      to: leader, ratio: ratio, offset: offset, within: try bounds.swiftBounds(),
      style: isPhase ? .phase : .wholeCycles, by: deadline_s == .infinity ? nil : deadline_s)
  }
}

extension dr_arrival_def {
  fileprivate func goal() throws(StatusError) -> RateGoal {
    guard internal_check == arrivalCheck else { throw StatusError(DR_ERROR_DEFINITION) }
    let bounds = try bounds.swiftBounds()
    let point: ArrivalPoint
    switch kind {
    case DR_ARRIVE_AT_PHASE: point = .phase(phase)
    case DR_ARRIVE_AT_POSITION: point = .position(try position.swiftPosition())
    case DR_ARRIVE_AFTER_CYCLES: point = .cycles(cycles)
    case DR_ARRIVE_AT_NEXT_PHASE:
      return .arrive(
        RepeatArrival(atNextPhase: phase, then: try rate.swiftRate(), within: bounds))
    default: throw StatusError(DR_ERROR_CHOICE)
    }
    return .arrive(
      at: point, time: time_s, then: has_rate != 0 ? try rate.swiftRate() : nil, within: bounds)
  }
}

extension LockError: ErrorWithStatus {
  var status: dr_status {
    switch self {
    case .invalidRatio: DR_ERROR_RATIO
    case .invalidBounds, .invalidSlope: DR_ERROR_BOUNDS
    case .invalidOffset, .invalidDistance: DR_ERROR_CYCLE
    case .invalidRate: DR_ERROR_RATE
    case .invalidTime: DR_ERROR_TIME
    case .rateOutOfBounds, .noWay: DR_ERROR_OUT_OF_BOUNDS
    case .tooSoon, .outOfReach, .tooLong: DR_ERROR_OUT_OF_REACH
    case .standsStill, .delayNeedsWholeCycles: DR_ERROR_STANDS_STILL
    case .noSuchBeat, .noPresentTime: DR_ERROR_NO_ANSWER
    }
  }
}
