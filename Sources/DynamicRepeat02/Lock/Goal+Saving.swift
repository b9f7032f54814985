// SPDX-License-Identifier: Apache-2.0

import RepeatTiming

// MARK: - What a state that was read must be

extension RepeatController {
  /// Whether the goals that were read can be gone on with.
  var goalsAreSound: Bool {
    var isSound = true
    schedule.goals.visitAll { (sequence, active) in
      isSound = isSound && active.isSound && (sequence < 0 || active.stage == .waiting)
    }
    guard isSound, let active = schedule.goals.active else { return isSound }
    let waits = !isOnTimeline || (state != .running && state != .stopping)
    return (active.stage == .waiting) == waits && (active.change?.high ?? now) >= now
  }
}

extension ActiveGoal {
  fileprivate var isSound: Bool {
    guard (try? goal.validate()) != nil, plan.isSound else { return false }
    let isWaiting = stage == .waiting || stage == .boundary
    guard stage == .locked || isWaiting == (change == nil) else { return false }
    let latest = max((change ?? .zero).magnitude, (end ?? .zero).magnitude)
    guard latest.high <= 2 * RepeatLimits.latestTime else { return false }
    switch goal {
    case .lock(let lock): return lock.leader.isWithinReach
    case .arrive: return stage != .locked && stage != .onLine && stage != .boundary
    case .unlock: return stage == .waiting
    }
  }
}

extension RatePlan {
  fileprivate var isSound: Bool {
    let highestRate = RepeatLimits.highestRate.nextUp
    let fastest = max(startRate.magnitude, cruiseRate.magnitude, endRate.magnitude)
    return fastest.high <= highestRate
      && RepeatLimits.intervals.contains(rampIn) && RepeatLimits.intervals.contains(rampOut)
      && holdTime.sign >= 0 && holdTime.high <= RepeatLimits.latestTime
  }
}

// MARK: - Bytes

extension UnlockReason {
  var code: UInt8 {
    switch self {
    case .replaced: 0
    case .released: 1
    case .runEnded: 2
    case .impossible: 3
    }
  }

  init(code: UInt8) {
    switch code {
    case 1: self = .released
    case 2: self = .runEnded
    case 3: self = .impossible
    default: self = .replaced
    }
  }
}

extension GoalTable {
  func write(to writer: inout ByteWriter) {
    writer.write(WideInt(count))
    visitAll { (sequence, active) in
      writer.write(sequence)
      writer.write(active)
    }
  }

  /// Reads what was written, in place.
  /// - Returns: Whether it is no more than `limit` goals.
  mutating func read(from reader: inout ByteReader, limit: Int, before nextSequence: WideInt)
    -> Bool
  {
    let number = Int(reader.integer(in: 0...mostSaved))
    guard number <= limit else { return false }
    for index in 0..<number where reader.isSound {
      let sequence = reader.integer(in: -1...max(0, nextSequence - 1))
      reader.require(sequence >= 0 || index == 0)
      append(reader.activeGoal(), sequence: sequence)
    }
    return true
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ active: ActiveGoal) {
    write(active.goal)
    write(active.stage.rawValue)
    write(active.plan.startRate)
    write(active.plan.cruiseRate)
    write(active.plan.endRate)
    write(active.plan.rampIn)
    write(active.plan.holdTime)
    write(active.plan.rampOut)
    write(active.plan.shape)
    write(active.change) { $0.write($1) }
    write(active.end) { $0.write($1) }
  }

  private mutating func write(_ goal: RateGoal) {
    switch goal {
    case .unlock: write(0 as UInt8)
    case .lock(let lock):
      write(1 as UInt8)
      write(lock.leader)
      write(WideInt(lock.ratio.numerator))
      write(WideInt(lock.ratio.denominator))
      write(lock.offset)
      write(lock.bounds)
      write(lock.style == .wholeCycles)
      write(lock.deadline) { $0.write($1) }
    case .arrive(let arrival):
      write(2 as UInt8)
      write(arrival.point)
      write(arrival.time) { $0.write($1) }
      write(arrival.rate) { $0.write($1) }
      write(arrival.bounds)
    }
  }

  private mutating func write(_ point: ArrivalPoint) {
    switch point {
    case .phase(let phase):
      write(0 as UInt8)
      write(phase)
    case .position(let position):
      write(1 as UInt8)
      write(position.cycle)
      write(position.phase)
    case .cycles(let cycles):
      write(2 as UInt8)
      write(cycles)
    }
  }

  private mutating func write(_ leader: RepeatLeader) {
    write(leader.origin)
    write(leader.anchor)
    write(leader.curve.startRate)
    write(leader.curve.endRate)
    write(leader.curve.rampDuration)
    write(leader.curve.shape)
    write(leader.curveStart)
  }

  private mutating func write(_ bounds: LockBounds) {
    write(bounds.leastRate)
    write(bounds.mostRate)
    write(bounds.slope)
    write(bounds.shape)
  }
}

extension ByteReader {
  fileprivate mutating func activeGoal() -> ActiveGoal {
    var active = ActiveGoal(goal: goal())
    active.stage = ActiveGoal.Stage(rawValue: choice(below: 7)) ?? .waiting
    let highestRate = RepeatLimits.highestRate.nextUp
    active.plan = RatePlan(
      startRate: precise(within: highestRate), cruiseRate: precise(within: highestRate),
      endRate: precise(within: highestRate), rampIn: number(in: RepeatLimits.intervals),
      holdTime: precise(within: RepeatLimits.latestTime),
      rampOut: number(in: RepeatLimits.intervals), shape: shape())
    active.change = optional { $0.precise(within: 2 * RepeatLimits.latestTime) }
    active.end = optional { $0.precise(within: 2 * RepeatLimits.latestTime) }
    return active
  }

  private mutating func goal() -> RateGoal {
    switch choice(below: 3) {
    case 1:
      let (leader, ratio, offset) = (leader(), ratio(), number())
      let (bounds, style) = (bounds(), flag() ? LockStyle.wholeCycles : .phase)
      return .lock(
        to: leader, ratio: ratio, offset: offset, within: bounds, style: style,
        by: optional { $0.number() })
    case 2:
      let (point, time) = (point(), optional { $0.number() })
      let (rate, bounds) = (optional { $0.rate() }, bounds())
      if let time { return .arrive(at: point, time: time, then: rate, within: bounds) }
      guard case .phase(let phase) = point, let rate else {
        require(false)
        return .unlock
      }
      return .arrive(RepeatArrival(atNextPhase: phase, then: rate, within: bounds))
    default: return .unlock
    }
  }

  private mutating func point() -> ArrivalPoint {
    switch choice(below: 3) {
    case 1: .position(cyclePosition())
    case 2: .cycles(number())
    default: .phase(number())
    }
  }

  private mutating func leader() -> RepeatLeader {
    let highestRate = RepeatLimits.highestRate.nextUp
    return RepeatLeader(
      origin: precise(within: 2 * RepeatLimits.latestTime), anchor: position(),
      curve: RateCurve(
        from: precise(within: highestRate), to: precise(within: highestRate),
        over: number(in: RepeatLimits.intervals), shape: shape()),
      curveStart: precise(within: 2 * RepeatLimits.latestTime))
  }

  private mutating func ratio() -> CycleRatio {
    guard
      let ratio = try? CycleRatio(
        validating: Int(clamping: integer()), Int(clamping: integer()))
    else {
      require(false)
      return .one
    }
    return ratio
  }

  private mutating func bounds() -> LockBounds {
    let (least, most, slope, shape) = (number(), number(), number(), shape())
    guard
      let bounds = try? LockBounds(
        validatingLeastRate: least, mostRate: most, slope: slope, shape: shape)
    else {
      require(false)
      return LockBounds(leastRate: 0, mostRate: 1)
    }
    return bounds
  }
}

// MARK: - JSON

#if !hasFeature(Embedded)
  /// A goal as it is saved; without a sequence, the one that is pursued.
  struct SavedGoal: Codable {
    let sequence: WideInt?
    let goal: ActiveGoal
  }
#endif
